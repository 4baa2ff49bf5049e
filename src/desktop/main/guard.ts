import { app, type Session, shell, systemPreferences, type WebContents } from 'electron'
import { isStudioPage, mayUse, outsidePage } from './security.ts'

/** Denies every permission but the microphone and copying text. `studio` is the address of our own page. */
export function guardPermissions(session: Session, studio: string): void {
  session.setPermissionCheckHandler((_contents, permission, origin, { mediaType }) =>
    mayUse({ permission, from: origin, media: mediaType ? [mediaType] : [] }, studio),
  )
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    if (!mayUse({ permission, from: details.requestingUrl, media }, studio)) return decide(false)
    if (permission !== 'media') return decide(true)
    microphoneOfSystem().then(decide, () => decide(false))
  })
  session.setDevicePermissionHandler(() => false)
}

/** Keeps every page of the app where it is: no other address, no new window, no embedded page. */
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
    const page = outsidePage(url)
    if (page) shell.openExternal(page).catch(onBug)
    return { action: 'deny' }
  })
}

/** macOS asks the person itself, once. */
async function microphoneOfSystem(): Promise<boolean> {
  if (process.platform !== 'darwin') return true
  return systemPreferences.askForMediaAccess('microphone')
}
