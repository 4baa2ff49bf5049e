import type { WebPreferences } from 'electron'

/** The scheme and host that the built studio is served from inside the desktop app. */
export const SCHEME = 'app'
export const STUDIO = `${SCHEME}://griot`

/** Pages that a person may be sent to in their own browser. Nothing else leaves the app. */
export const OUTSIDE_PAGES: readonly string[] = [
  'https://www.apache.org/licenses/LICENSE-2.0',
  'https://contentcredentials.org/verify',
]

/** What the window's page may load. Styles may be inline: the component library writes its theme into a `<style>`. */
export function contentSecurityPolicy(): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self' blob:",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** How the window's page is kept away from the machine. */
export function webPreferences(preload: string, devTools: boolean): WebPreferences {
  return {
    preload,
    devTools,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    // Electron would fetch dictionaries from the network.
    spellcheck: false,
  }
}

export interface PermissionAsk {
  readonly permission: string
  /** Address or origin of the page that asks. */
  readonly from: string | undefined
  /** `audio` is the microphone, `video` the camera. */
  readonly media: readonly string[]
}

/** Only the microphone and putting text on the clipboard ("Copy key"), and only for the studio's own page. */
export function mayUse({ permission, from, media }: PermissionAsk, studio: string): boolean {
  if (!isStudioPage(from, studio)) return false
  if (permission === 'clipboard-sanitized-write') return true
  return permission === 'media' && media.length > 0 && media.every((kind) => kind === 'audio')
}

/** True for addresses of the studio itself: the same scheme, host and port. */
export function isStudioPage(address: string | undefined, studio: string): boolean {
  const origin = originOf(address)
  return origin !== undefined && origin === originOf(studio)
}

/** The page about the API that Griot itself serves on this computer, at whatever port it got. */
const API_REFERENCE = /^http:\/\/127\.0\.0\.1:\d{1,5}\/docs$/

/** The address to open in the person's own browser, or undefined if it is not one of ours. */
export function outsidePage(address: string): string | undefined {
  if (API_REFERENCE.test(address)) return address
  return OUTSIDE_PAGES.find((page) => page === address)
}

/** `URL.origin` says "null" for schemes it does not know, so scheme and host are compared instead. */
function originOf(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? '')
  return url === null ? undefined : `${url.protocol}//${url.host}`
}
