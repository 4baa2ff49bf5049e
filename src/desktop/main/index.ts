import { join } from 'node:path'
import { app, dialog } from 'electron'
import { openDesktop } from './desktop.ts'
import { registerStudioScheme } from './protocol.ts'

// With separate data folders, several desktops can run side by side.
const home = process.env['GRIOT_HOME']
if (home) app.setPath('userData', join(home, 'desktop'))

// macOS names the file that Griot is started with before it is ready.
const openedFiles: string[] = []
app.on('open-file', (event, path) => {
  event.preventDefault()
  openedFiles.push(path)
})

registerStudioScheme()
app.enableSandbox()

// Not a top-level await: Electron is ready only after this module has finished loading.
if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(() => {
      app.removeAllListeners('open-file')
      openDesktop(openedFiles)
    })
    .catch((error) => {
      dialog.showErrorBox('Griot could not start', String(error))
      app.exit(1)
    })
} else {
  app.quit()
}
