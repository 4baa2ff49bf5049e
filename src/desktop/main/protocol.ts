import { protocol } from 'electron'
import { contentSecurityPolicy, SCHEME } from './security.ts'
import { readStudioFile } from './studio-files.ts'

/** Registers the studio's scheme. Must run before Electron is ready. */
export function registerStudioScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves the built studio in `root` at `app://griot/`. */
export function handleStudioScheme(root: string): void {
  protocol.handle(SCHEME, (request) => answer(root, request))
}

async function answer(root: string, request: Request): Promise<Response> {
  if (request.method !== 'GET') return refuse(405)
  const file = await readStudioFile(root, request.url)
  if (!file) return refuse(404)
  const headers = { ...securityHeaders(), 'content-type': file.mediaType }
  return new Response(new Uint8Array(file.bytes), { headers })
}

function refuse(status: 404 | 405): Response {
  return new Response(null, { status, headers: securityHeaders() })
}

function securityHeaders(): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'microphone=(self), camera=(), geolocation=(), display-capture=()',
  }
}
