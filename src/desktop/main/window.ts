import { BrowserWindow, nativeTheme, screen } from 'electron'
import { openingBounds, SMALLEST } from './bounds.ts'
import type { DesktopStore } from './desktop-store.ts'
import { webPreferences } from './security.ts'

export interface WindowOptions {
  readonly preload: string
  readonly icon: string
  readonly devTools: boolean
  readonly store: DesktopStore
}

/** The studio's window, where it was last time. Shown once there is something to see. */
export function openWindow({ preload, icon, devTools, store }: WindowOptions): BrowserWindow {
  const screens = screen.getAllDisplays().map((display) => display.workArea)
  const window = new BrowserWindow({
    ...openingBounds(store.get('bounds'), screens),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
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
