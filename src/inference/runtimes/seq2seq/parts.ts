/** Places where a long sentence may be parted, the best ones first. */
const PLACES = [/(?<=[;:።፤፥])\s+/u, /(?<=[,،፣])\s+/u, /\s+/u, /(?=[\s\S])/u]

/**
 * A sentence in parts of at most `most` tokens each, parted at punctuation where there is any, else between words, and a
 * word that is too long by itself between its letters: models cut off silently what is longer than what they have learned.
 */
export function partsOf(
  text: string,
  most: number,
  tokensIn: (text: string) => number,
  [place, ...others]: readonly RegExp[] = PLACES,
): readonly string[] {
  if (tokensIn(text) <= most || !place) return [text]
  const parts: string[] = []
  let open = ''
  const glue = others.length === 0 ? '' : ' '
  for (const piece of text.split(place)) {
    const longer = open === '' ? piece : `${open}${glue}${piece}`
    if (tokensIn(longer) <= most) {
      open = longer
      continue
    }
    if (open !== '') parts.push(open)
    const [first = '', ...rest] = partsOf(piece, most, tokensIn, others)
    parts.push(...(rest.length > 0 ? [first, ...rest.slice(0, -1)] : []))
    open = rest.at(-1) ?? first
  }
  if (open !== '') parts.push(open)
  return parts
}
