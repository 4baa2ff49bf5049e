import { ipcMain } from 'electron'
import Store from 'electron-store'
import type { DesktopTexts } from '#shared/desktop.ts'
import type { Bounds } from './window-bounds.ts'

/** State of the desktop window alone; everything else is stored by the backend. */
export interface DesktopState {
  bounds?: Bounds
  maximized?: boolean
  /** Folder of the last export. */
  saveFolder?: string
  /** Texts outside of the window, as the studio told them last. */
  texts?: DesktopTexts
}

export type DesktopStore = Store<DesktopState>

/** Opens the store. A damaged file is discarded: a window position is not worth a failed start. */
export function openDesktopStore(): DesktopStore {
  const store = new Store<DesktopState>({ name: 'desktop', clearInvalidConfig: true })
  // electron-store lets any renderer ask for the data folder. The studio never does, so the request is disabled.
  ipcMain.removeAllListeners('electron-store-get-data')
  return store
}
