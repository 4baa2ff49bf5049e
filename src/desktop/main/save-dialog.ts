import { basename, dirname, extname, join } from 'node:path'
import { app, BrowserWindow, dialog } from 'electron'
import type { DesktopStore } from './desktop-store.ts'

/** Opens the save dialog in the folder of the last export. Resolves to undefined if it is cancelled. */
export async function chooseSavePath(
  fileName: string,
  store: DesktopStore,
): Promise<string | undefined> {
  const folder = store.get('saveFolder') ?? app.getPath('music')
  const extension = extname(fileName).slice(1)
  const options: Electron.SaveDialogOptions = {
    // Only the name: the user chooses the folder.
    defaultPath: join(folder, basename(fileName)),
    filters: extension ? [{ name: extension.toUpperCase(), extensions: [extension] }] : [],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  }
  const [window] = BrowserWindow.getAllWindows()
  const { canceled, filePath } = window
    ? await dialog.showSaveDialog(window, options)
    : await dialog.showSaveDialog(options)
  if (canceled || !filePath) return undefined
  store.set('saveFolder', dirname(filePath))
  return filePath
}
