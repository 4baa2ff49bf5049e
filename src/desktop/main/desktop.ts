import { join } from 'node:path'
import { app, BrowserWindow, dialog, Menu, session, shell } from 'electron'
import { openDesktopStore } from './desktop-store.ts'
import { type Engine, startEngine } from './engine.ts'
import { guardNavigation, guardPermissions } from './guard.ts'
import { menuTemplate } from './menu.ts'
import { serveStudio } from './protocol.ts'
import { restartLimit } from './restarts.ts'
import { chooseSavePath } from './save-dialog.ts'
import { isStudioPage, OUTSIDE_PAGES, STUDIO } from './security.ts'
import { openWindow } from './window.ts'

const HERE = import.meta.dirname
const BESIDE = app.isPackaged ? process.resourcesPath : join(HERE, '../..')
const DEVELOPER_SERVER = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']

/** The whole desktop app: one engine and one window, until the person quits. Call when Electron is ready. */
export function openDesktop(): void {
  const studio = DEVELOPER_SERVER ?? `${STUDIO}/`
  const store = openDesktopStore()
  const mayRestart = restartLimit()
  let engine = start()

  serveStudio(join(HERE, '../renderer'))
  guardPermissions(session.defaultSession, studio)
  guardNavigation(studio, report)
  Menu.setApplicationMenu(menu())
  show()

  app.on('second-instance', show)
  app.on('activate', show)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  // After the windows are gone, so that their last words have reached the engine.
  app.on('will-quit', (event) => {
    event.preventDefault()
    engine.close().then(() => app.exit(0), report)
  })

  function start(): Engine {
    return startEngine({
      enginePath: join(HERE, 'engine.js'),
      synthPath: join(HERE, 'synth.js'),
      resources: join(BESIDE, 'resources'),
      version: app.getVersion(),
      chooseSavePath: (fileName) => chooseSavePath(fileName, store),
      onEnd: replaceEngine,
      onBug: report,
    })
  }

  function replaceEngine(reason: string): void {
    if (!mayRestart(Date.now())) {
      giveUp(reason)
      return
    }
    engine = start()
    for (const window of BrowserWindow.getAllWindows()) window.reload()
  }

  function show(): void {
    const [open] = BrowserWindow.getAllWindows()
    if (!open) openStudio()
    if (open?.isMinimized()) open.restore()
    open?.focus()
  }

  function openStudio(): void {
    const preload = join(HERE, '../preload/index.cjs')
    const icon = join(BESIDE, 'build/icon.png')
    const window = openWindow({ preload, icon, devTools: !app.isPackaged, store })
    const { webContents } = window
    webContents.on('dom-ready', () => {
      if (isStudioPage(webContents.getURL(), studio))
        webContents.postMessage('engine', null, [engine.connectWindow()])
    })
    webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit' && mayRestart(Date.now())) window.reload()
    })
    window.loadURL(studio).catch(report)
  }
}

function menu(): Menu {
  const openLicense = (): void => {
    shell.openExternal(OUTSIDE_PAGES[0] ?? '').catch(report)
  }
  const forDevelopers = !app.isPackaged
  return Menu.buildFromTemplate(
    menuTemplate({ platform: process.platform, forDevelopers, openLicense }),
  )
}

function giveUp(reason: string): void {
  dialog.showErrorBox(
    'Griot cannot go on',
    `${reason}\n\nYour scripts are safe. Start Griot again.`,
  )
  app.exit(1)
}

function report(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
}
