import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { DesktopStore } from './desktop-store.ts'
import { webPreferences } from './security.ts'
import { initialBounds, MIN_SIZE } from './window-bounds.ts'

export interface WindowOptions {
  readonly preload: string
  readonly icon: string
  readonly devTools: boolean
  readonly store: DesktopStore
}

/** Opens the studio's window at its last position. It is shown once its page is ready. */
export function openWindow({ preload, icon, devTools, store }: WindowOptions): BrowserWindow {
  const screens = screen.getAllDisplays().map((display) => display.workArea)
  const window = new BrowserWindow({
    ...initialBounds(store.get('bounds'), screens),
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: 'Griot',
    icon,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16161d' : '#faf8f5',
    webPreferences: webPreferences(preload, devTools),
  })
  if (store.get('maximized')) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => {
    store.set('bounds', window.getNormalBounds())
    store.set('maximized', window.isMaximized())
  })
  return window
}
