import { BrowserWindow, dialog } from 'electron'
import type { Say } from './say.ts'

/** Asks for a project file, or on request for the folder of a project. Resolves to undefined if it is cancelled. */
export async function chooseProject(say: Say): Promise<string | undefined> {
  const [window] = BrowserWindow.getAllWindows()
  const options: Electron.OpenDialogOptions = {
    title: say('Open a project'),
    filters: [{ name: say('Projects of Griot'), extensions: ['griot'] }],
    // Linux and Windows show either files or folders; a folder is opened with the list of projects there.
    properties: process.platform === 'darwin' ? ['openFile', 'openDirectory'] : ['openFile'],
  }
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, options)
    : await dialog.showOpenDialog(options)
  return canceled ? undefined : filePaths[0]
}
