/** Marks that end a sentence, with brackets and quotation marks behind them. */
const END = /[\s.!?…።፧]+["'”’»)\]]*\s*$|\s+$/u
const APOSTROPHES = /[‘’ʼ`´]/gu
const QUOTES = /[“”«»„]/gu
const SPACES = /\s+/gu

/** A sentence as the translation memory compares it: in NFC and small letters, with single spaces, without marks at its end. */
export function foldSentence(sentence: string): string {
  const plain = sentence
    .normalize('NFC')
    .toLowerCase()
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .replace(SPACES, ' ')
    .trim()
  return plain.replace(END, '') || plain
}

/** The mark at the end of a sentence: "?", "!", or a full stop of any script; empty where there is none. */
export function endMarkOf(sentence: string): string {
  return /([.!?…።፧])["'”’»)\]]*\s*$/u.exec(sentence)?.[1] ?? ''
}

const ETHIOPIC_MARKS: Readonly<Record<string, string>> = { '.': '።', '?': '፧' }
const LATIN_MARKS: Readonly<Record<string, string>> = { '።': '.', '፧': '?' }

/**
 * A stored translation for a sentence that is the stored one but for its first letter's case and its end: both are brought
 * over. `stored`: the stored source.
 */
export function fitEnds(target: string, stored: string, sentence: string): string {
  const [asked, had] = [endMarkOf(sentence), endMarkOf(stored)]
  return withFirst(asked === had ? target : withEnd(target, asked), stored, sentence)
}

function withEnd(target: string, mark: string): string {
  const isEthiopic = /\p{Script=Ethiopic}/u.test(target)
  const own = (isEthiopic ? ETHIOPIC_MARKS[mark] : LATIN_MARKS[mark]) ?? mark
  const [, body = target, closing = ''] = /^(.*?)[.!?…።፧]*(["'”’»)\]]*)\s*$/su.exec(target) ?? []
  return `${body.trimEnd()}${own}${closing}`
}

function withFirst(target: string, stored: string, sentence: string): string {
  const [had = '', asked = ''] = [stored.charAt(0), sentence.charAt(0)]
  if (had.toLowerCase() !== asked.toLowerCase() || had === asked) return target
  const first = target.charAt(0)
  const changed = asked === asked.toUpperCase() ? first.toUpperCase() : first.toLowerCase()
  return changed.length === 1 ? changed + target.slice(1) : target
}
