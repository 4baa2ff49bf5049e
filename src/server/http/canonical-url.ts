/** Paths under which tools made for other servers ask for what is at another one here. */
export const PATH_ALIASES: Readonly<Record<string, string>> = {
  '/models': '/v1/models',
  '/audio/models': '/v1/models',
  '/audio/voices': '/v1/audio/voices',
  '/v1/audio/models': '/v1/models',
  '/v1/audio/speech/voices': '/v1/audio/voices',
}

/**
 * The address of a request as the routes know it: without doubled and trailing slashes, with the colon of `files:usage` written
 * plainly, and under its own path where an alias was asked for. The query stays as it is, and so does an address that names a
 * server (RFC 9112, section 3.2.2).
 */
export function canonicalUrl(url: string): string {
  if (!url.startsWith('/')) return url
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  const plain = withoutEnd(path.replace(/\/{2,}/g, '/')).replace(/^\/v1\/files%3ausage$/i, USAGE)
  const known = Object.hasOwn(PATH_ALIASES, plain) ? PATH_ALIASES[plain] : plain
  return `${known}${url.slice(path.length)}`
}

const USAGE = '/v1/files:usage'

function withoutEnd(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
