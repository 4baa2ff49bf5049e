import { app, type Session, shell, systemPreferences, type WebContents } from 'electron'
import { externalPage, isPermitted, isStudioPage } from './security.ts'

/**
 * Denies every permission except the microphone and writing text to the clipboard. `studio` is the address of the
 * app's page.
 */
export function guardPermissions(session: Session, studio: string): void {
  session.setPermissionCheckHandler((_contents, permission, origin, { mediaType }) =>
    isPermitted({ permission, from: origin, media: mediaType ? [mediaType] : [] }, studio),
  )
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    if (!isPermitted({ permission, from: details.requestingUrl, media }, studio))
      return decide(false)
    if (permission !== 'media') return decide(true)
    askForMicrophone().then(decide, () => decide(false))
  })
  session.setDevicePermissionHandler(() => false)
}

/** Blocks navigation to other addresses, new windows and embedded pages. */
export function guardNavigation(studio: string, onBug: (error: unknown) => void): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, studio, onBug))
}

function guardContents(
  contents: WebContents,
  studio: string,
  onBug: (error: unknown) => void,
): void {
  const stay = (event: { readonly url: string; preventDefault(): void }): void => {
    if (!isStudioPage(event.url, studio)) event.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    const page = externalPage(url)
    if (page) shell.openExternal(page).catch(onBug)
    return { action: 'deny' }
  })
}

/** Asks for microphone access on macOS, which asks the user once; other systems allow it. */
async function askForMicrophone(): Promise<boolean> {
  if (process.platform !== 'darwin') return true
  return systemPreferences.askForMediaAccess('microphone')
}
