/** Degrees and diplomas with stops inside, as people in Africa write them after a name and in a sentence. */
const DEGREE =
  /(?<![\p{L}\p{M}.])(Ph\.? ?D|D\. ?Phil|[BMD]\.? ?Sc|[BM]\. ?(?:Ed|Eng|Tech|Phil|Pharm|Com|Agric|Arch)|[BMD]\.A|LL\.[BMD]|M\.B\.A|M\.P\.A|M\.D|B\.L|H\.N\.D|O\.N\.D|N\.C\.E|D\.Litt|M\.B\.B\.S)(\.?)(?![\p{L}\p{M}])/gu

const BEFORE_CAPITAL = /^["')\]]?(?:\s*$|\s*\n| {1,2}\p{Lu})/u
const BEFORE_LINE_END = /^["')\]]?\s*(?:$|\n)/u

/**
 * Degrees as capitals without their stops, which a language then spells: "M.Sc. nínú" → MSC nínú. A stop stays where the line ends
 * or a capital follows, because it ends the sentence there.
 */
export function joinDegrees(text: string): string {
  return text.replace(DEGREE, (match: string, ...parts: [string, string, number, string]) => {
    const [letters, stop, offset, whole] = parts
    const rest = whole.slice(offset + match.length, offset + match.length + 4)
    // Capitals alone before a name may be initials.
    const isClear = /\p{Ll}/u.test(letters)
    const ends = stop !== '' && (isClear ? BEFORE_CAPITAL : BEFORE_LINE_END).test(rest)
    return `${letters.replace(/[. ]/g, '').toUpperCase()}${ends ? '.' : ''}`
  })
}
