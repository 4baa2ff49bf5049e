import { ipcMain } from 'electron'
import Store from 'electron-store'
import type { Bounds } from './bounds.ts'

/** What only the desktop has; everything else is kept by the engine. */
export interface DesktopState {
  bounds?: Bounds
  maximized?: boolean
  /** Where the person saved last. */
  saveFolder?: string
}

export type DesktopStore = Store<DesktopState>

/** A damaged file is thrown away: the place of a window is not worth a failed start. */
export function openDesktopStore(): DesktopStore {
  const store = new Store<DesktopState>({ name: 'desktop', clearInvalidConfig: true })
  // electron-store lets any renderer ask for the data folder. Ours never does, so nobody may.
  ipcMain.removeAllListeners('electron-store-get-data')
  return store
}
