/**
 * The address of the studio with a token that signs one browser in. It stands behind the `#`: that part reaches no server,
 * no log and no other page; the studio's own page sends it.
 */
export function studioLinkOf(url: string, token: string): string {
  return `${url}/#token=${token}`
}
