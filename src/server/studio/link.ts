import { randomBytes } from 'node:crypto'

/**
 * The address of the studio with a token that signs one browser in. It stands behind the `#`: that part reaches no server,
 * no log and no other page; the studio's own page sends it. The query is new in each link: a page that another program has
 * left in the browser's cache under this address is not opened by it.
 */
export function studioLinkOf(url: string, token: string): string {
  return `${url}/?open=${randomBytes(6).toString('base64url')}#token=${token}`
}
