import type { WebPreferences } from 'electron'

/** Scheme and host at which the desktop app serves the built studio. */
export const SCHEME = 'app'
export const STUDIO = `${SCHEME}://griot`

/** Pages that may be opened in the user's browser. No other external link works. */
export const EXTERNAL_PAGES: readonly string[] = [
  'https://www.apache.org/licenses/LICENSE-2.0',
  'https://contentcredentials.org/verify',
]

/**
 * Content Security Policy of the window's page. Allows inline styles, since the component library writes its theme
 * into a `<style>`.
 */
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

/** Web preferences that isolate the window's page from the system. */
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
    // Electron would download dictionaries.
    spellcheck: false,
  }
}

export interface PermissionRequest {
  readonly permission: string
  /** Address or origin of the requesting page. */
  readonly from: string | undefined
  /** `audio` is the microphone, `video` the camera. */
  readonly media: readonly string[]
}

/**
 * Whether a permission is granted: only the microphone and writing text to the clipboard ("Copy key"), and only to the
 * studio's page.
 */
export function isPermitted(
  { permission, from, media }: PermissionRequest,
  studio: string,
): boolean {
  if (!isStudioPage(from, studio)) return false
  if (permission === 'clipboard-sanitized-write') return true
  return permission === 'media' && media.length > 0 && media.every((kind) => kind === 'audio')
}

/** Whether an address belongs to the studio: same scheme, host and port. */
export function isStudioPage(address: string | undefined, studio: string): boolean {
  const origin = originOf(address)
  return origin !== undefined && origin === originOf(studio)
}

/** API reference that Griot serves on this computer, at any port. */
const API_REFERENCE = /^http:\/\/127\.0\.0\.1:\d{1,5}\/docs$/

/** Address to open in the user's browser; undefined if it is not allowed. */
export function externalPage(address: string): string | undefined {
  if (API_REFERENCE.test(address)) return address
  return EXTERNAL_PAGES.find((page) => page === address)
}

/** Scheme and host of an address, compared because `URL.origin` is "null" for custom schemes. */
function originOf(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? '')
  return url === null ? undefined : `${url.protocol}//${url.host}`
}
