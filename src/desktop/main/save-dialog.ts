import { basename, dirname, extname, join } from 'node:path'
import { app, BrowserWindow, dialog } from 'electron'
import type { DesktopStore } from './desktop-store.ts'

/** Asks the person where to save; undefined if they change their mind. Starts where they saved last. */
export async function chooseSavePath(
  fileName: string,
  store: DesktopStore,
): Promise<string | undefined> {
  const folder = store.get('saveFolder') ?? app.getPath('music')
  const extension = extname(fileName).slice(1)
  const options: Electron.SaveDialogOptions = {
    // Only ever a name: where it goes is the person's choice.
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
