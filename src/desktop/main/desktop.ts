import { join } from 'node:path'
import { app, BrowserWindow, dialog, Menu, session, shell } from 'electron'
import { type Backend, startBackend } from './backend.ts'
import { chooseFolder } from './choose-folder.ts'
import { openDesktopStore } from './desktop-store.ts'
import { guardNavigation, guardPermissions } from './guard.ts'
import { menuTemplate } from './menu.ts'
import { handleStudioScheme } from './protocol.ts'
import { restartLimit } from './restart-limit.ts'
import { chooseSavePath } from './save-dialog.ts'
import { EXTERNAL_PAGES, isStudioPage, STUDIO } from './security.ts'
import { openWindow } from './window.ts'

const HERE = import.meta.dirname
const ASSETS = app.isPackaged ? process.resourcesPath : join(HERE, '../..')
const DEV_SERVER = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']

/** Runs the desktop app: one backend and one window, until the user quits. Call when Electron is ready. */
export function openDesktop(): void {
  const studio = DEV_SERVER ?? `${STUDIO}/`
  const store = openDesktopStore()
  const mayRestart = restartLimit()
  let backend = startDesktopBackend()

  handleStudioScheme(join(HERE, '../renderer'))
  guardPermissions(session.defaultSession, studio)
  guardNavigation(studio, report)
  Menu.setApplicationMenu(menu())
  showWindow()

  app.on('second-instance', showWindow)
  app.on('activate', showWindow)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  // After the windows are closed, so that their last edits have reached the backend.
  app.on('will-quit', (event) => {
    event.preventDefault()
    backend.close().then(() => app.exit(0), report)
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
      onExit: restartBackend,
      onBug: report,
    })
  }

  function restartBackend(reason: string): void {
    if (!mayRestart(Date.now())) {
      showErrorAndExit(reason)
      return
    }
    backend = startDesktopBackend()
    for (const window of BrowserWindow.getAllWindows()) window.reload()
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

function menu(): Menu {
  const openLicense = (): void => {
    shell.openExternal(EXTERNAL_PAGES[0] ?? '').catch(report)
  }
  const forDevelopers = !app.isPackaged
  return Menu.buildFromTemplate(
    menuTemplate({ platform: process.platform, forDevelopers, openLicense }),
  )
}

function showErrorAndExit(reason: string): void {
  dialog.showErrorBox(
    'Griot has to close',
    `${reason}\n\nYour scripts are safe. Start Griot again.`,
  )
  app.exit(1)
}

function report(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
}
