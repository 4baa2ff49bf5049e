import { BrowserWindow, dialog } from 'electron'

/** Opens the dialog for a folder. Resolves to undefined if it is cancelled. */
export async function chooseFolder(): Promise<string | undefined> {
  const options: Electron.OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] }
  const [window] = BrowserWindow.getAllWindows()
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, options)
    : await dialog.showOpenDialog(options)
  return canceled ? undefined : filePaths[0]
}
