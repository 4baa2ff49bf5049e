const TOKEN = /\p{Nd}+(?:[.,:/-]\p{Nd}+)*|[\p{L}\p{M}'’-]+|[^\p{L}\p{M}\p{Nd}\s]+/gu
const FIGURE = /^\p{Nd}/u
/** A name begins with a capital; its other letters are small. */
const NAME = /^\p{Lu}[\p{Ll}\p{M}'’-]+$/u

/**
 * The translation of a sentence that differs from a stored one only in figures and names, with these put in the place of the
 * stored ones. Undefined where anything else differs, or where a stored one is not exactly once in the stored sentence and
 * in its translation.
 */
export function substituted(
  sentence: string,
  stored: { readonly source: string; readonly target: string },
): string | undefined {
  const [asked, had] = [tokensOf(sentence), tokensOf(stored.source)]
  if (asked.length !== had.length) return undefined
  const changes = new Map<string, string>()
  for (const [index, token] of asked.entries()) {
    const before = had[index] ?? ''
    if (token.toLowerCase() === before.toLowerCase() || (isEnd(token) && isEnd(before))) continue
    const isPair = [FIGURE, NAME].some((kind) => kind.test(token) && kind.test(before))
    if (!isPair) return undefined
    changes.set(before, token)
  }
  const target = stored.target.normalize('NFC')
  const places = tokensOf(target)
  const isOnceIn = (tokens: readonly string[], before: string): boolean =>
    tokens.filter((token) => token === before).length === 1
  for (const before of changes.keys())
    if (!isOnceIn(places, before) || !isOnceIn(had, before)) return undefined
  return target.replace(TOKEN, (token) => changes.get(token) ?? token)
}

function tokensOf(text: string): readonly string[] {
  return text.normalize('NFC').match(TOKEN) ?? []
}

function isEnd(token: string): boolean {
  return /^[.!?…።፧]+$/u.test(token)
}
