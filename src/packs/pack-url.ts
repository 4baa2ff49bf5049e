const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/

/** Whether files of packs may come from an address: https, or http from this computer; never with a password in it. */
export function isPackUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url?.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || isLoopbackHttp(url)
}

/** Whether an address is one of this computer, over http. */
export function isLoopbackHttp(url: URL): boolean {
  return url.protocol === 'http:' && LOOPBACK.test(url.hostname)
}

/** Address of a file below the address of a folder. */
export function urlOfFile(folder: string, name: string): string {
  const path = name.split('/').map(encodeURIComponent).join('/')
  return `${folder.replace(/\/*$/, '/')}${path}`
}

/**
 * The same file at a mirror: what follows the host's name of `url` follows the mirror's address.
 * @example `atMirror('https://hub.example/a/b?c', 'https://mirror.example/hub')` is `'https://mirror.example/hub/a/b?c'`.
 */
export function atMirror(url: string, mirror: string | undefined): string {
  if (mirror === undefined) return url
  const { pathname, search } = new URL(url)
  return `${mirror.replace(/\/*$/, '')}${pathname}${search}`
}
