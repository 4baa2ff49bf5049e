import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  Menu,
  Notification,
  session,
  shell,
} from 'electron'
import { type Backend, startBackend } from './backend.ts'
import { chooseFolder } from './choose-folder.ts'
import { chooseProject } from './choose-project.ts'
import { type CrashedRun, openCrashSentinel } from './crash-sentinel.ts'
import { openDesktopStore } from './desktop-store.ts'
import { guardNavigation, guardPermissions } from './guard.ts'
import { menuTemplate, type RecentProject } from './menu.ts'
import { openedPath } from './opened-path.ts'
import { handleStudioScheme } from './protocol.ts'
import { restartLimit } from './restart-limit.ts'
import { chooseSavePath } from './save-dialog.ts'
import { type Say, sayWith } from './say.ts'
import { EXTERNAL_PAGES, isStudioPage, STUDIO } from './security.ts'
import { openTray } from './tray.ts'
import { updateCheck } from './updates.ts'
import { openWindow } from './window.ts'

const HERE = import.meta.dirname
const ASSETS = app.isPackaged ? process.resourcesPath : join(HERE, '../..')
const DEV_SERVER = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']

/**
 * Runs the desktop app: one backend and one window, until the user quits. Call when Electron is ready. `openedFiles`: project files that
 * it was started with.
 */
export function openDesktop(openedFiles: readonly string[]): void {
  const studio = DEV_SERVER ?? `${STUDIO}/`
  const store = openDesktopStore()
  const mayRestart = restartLimit()
  // Dumps of crashes stay on this computer.
  crashReporter.start({ uploadToServer: false })
  const sentinel = openCrashSentinel(app.getPath('userData'), app.getVersion(), new Date())
  let recent: readonly RecentProject[] = []
  let apiUrl: string | undefined
  let say = sayWith(store.get('texts') ?? {})
  let backend = startDesktopBackend()

  handleStudioScheme(join(HERE, '../renderer'))
  guardPermissions(session.defaultSession, studio)
  guardNavigation(studio, report)
  showMenu()
  const tray = openTray(
    join(ASSETS, 'build/icon.png'),
    { show: showWindow, copyAddress: (url) => clipboard.writeText(url), quit: () => app.quit() },
    report,
  )
  tray?.update(undefined, say)
  showWindow()
  openPath(openedFiles.at(-1) ?? openedPath(process.argv, process.cwd()))
  if (sentinel.crashed) showCrash(sentinel.crashed, say)

  app.on('second-instance', (_event, args, folder) => {
    showWindow()
    openPath(openedPath(args, folder))
  })
  // macOS names files in this way.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    openPath(path)
  })
  app.on('activate', showWindow)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  // After the windows are closed, so that their last edits have reached the backend.
  app.on('will-quit', (event) => {
    event.preventDefault()
    backend.close().then(() => {
      sentinel.end()
      app.exit(0)
    }, report)
  })

  function startDesktopBackend(): Backend {
    return startBackend({
      backendPath: join(HERE, 'backend.js'),
      workerPath: join(HERE, 'speech-worker.js'),
      translatorPath: join(HERE, 'translation-worker.js'),
      modelPath: join(HERE, 'model-process.js'),
      resources: join(ASSETS, 'resources'),
      models: join(ASSETS, 'models'),
      version: app.getVersion(),
      chooseSavePath: (fileName) => chooseSavePath(fileName, store),
      chooseFolder,
      showInFolder: (path) => shell.showItemInFolder(path),
      notify,
      showRecent(projects) {
        recent = projects
        showMenu()
      },
      showTexts(texts) {
        store.set('texts', texts)
        say = sayWith(texts)
        showMenu()
        tray?.update(apiUrl, say)
      },
      showApi(url) {
        apiUrl = url
        tray?.update(url, say)
      },
      onExit: restartBackend,
      onBug: report,
    })
  }

  function restartBackend(reason: string): void {
    if (!mayRestart(Date.now())) {
      showErrorAndExit(reason, say)
      return
    }
    backend = startDesktopBackend()
    for (const window of BrowserWindow.getAllWindows()) window.reload()
  }

  function showMenu(): void {
    const openLicense = (): void => {
      shell.openExternal(EXTERNAL_PAGES[0] ?? '').catch(report)
    }
    const checkForUpdates = updateCheck({
      resources: app.isPackaged ? process.resourcesPath : undefined,
      tell: (text, detail = '') => {
        dialog.showMessageBox({ message: say(text), detail }).catch(report)
      },
    })
    const template = menuTemplate({
      say,
      platform: process.platform,
      forDevelopers: !app.isPackaged,
      recent,
      run(command) {
        showWindow()
        backend.send({ kind: 'menu', command })
      },
      openProject(projectId) {
        showWindow()
        backend.send({ kind: 'open-project', projectId })
      },
      choosePath() {
        chooseProject(say).then(openPath).catch(report)
      },
      openLicense,
      checkForUpdates,
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  function openPath(path: string | undefined): void {
    if (path === undefined) return
    app.addRecentDocument(path)
    backend.send({ kind: 'open-path', path })
  }

  function showWindow(): void {
    const [existing] = BrowserWindow.getAllWindows()
    if (!existing) openStudio()
    if (existing?.isMinimized()) existing.restore()
    existing?.focus()
  }

  function openStudio(): void {
    const preload = join(HERE, '../preload/index.cjs')
    const icon = join(ASSETS, 'build/icon.png')
    const window = openWindow({ preload, icon, devTools: !app.isPackaged, store })
    const { webContents } = window
    webContents.on('dom-ready', () => {
      if (isStudioPage(webContents.getURL(), studio))
        webContents.postMessage('backend-port', null, [backend.connectWindow()])
    })
    webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit' && mayRestart(Date.now())) window.reload()
    })
    window.loadURL(studio).catch(report)
  }
}

/** Shows a notice of the system, unless a window is in front, which says it too. */
function notify(title: string, body: string): void {
  if (BrowserWindow.getFocusedWindow() === null && Notification.isSupported())
    new Notification({ title, body }).show()
}

/** Says that the last run did not end in order, and offers its logs. */
function showCrash({ startedAt }: CrashedRun, say: Say): void {
  const logs = app.getPath('crashDumps')
  dialog
    .showMessageBox({
      type: 'warning',
      message: say('Griot did not end as it should last time'),
      detail: [
        `${new Date(startedAt).toLocaleString()}.`,
        say(
          'Every edit that was saved is there; the studio offers those that were not. What is known of the crash stays on this computer.',
        ),
      ].join(' '),
      buttons: [say('OK'), say('Show the Files')],
    })
    .then(({ response }) => (response === 1 ? shell.openPath(logs) : undefined))
    .catch(report)
}

function showErrorAndExit(reason: string, say: Say): void {
  dialog.showErrorBox(
    say('Griot has to close'),
    `${reason}\n\n${say('Your scripts are safe. Start Griot again.')}`,
  )
  app.exit(1)
}

function report(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
}
