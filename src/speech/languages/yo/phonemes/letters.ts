import type { Tone } from '#speech/utterance.ts'

/** One letter of a word: small, with its under-dot where it has one ("ẹ"), without tone. */
export interface YorubaLetter {
  readonly letter: string
  /** Written over it; undefined where nothing is: mid on a vowel, no tone on a consonant. */
  readonly tone?: Tone
}

const TONES: Readonly<Record<string, Tone>> = {
  '\u0300': 'L',
  '\u0301': 'H',
  '\u0302': 'HL',
  '\u0304': 'M',
  '\u030c': 'LH',
  '\u030d': 'H',
  '\u0340': 'L',
  '\u0341': 'H',
}

/** Dot, ring, comma, cedilla, vertical line, lines and bridge below: all of them write the same three letters. */
const UNDER = /[\u0320\u0323-\u0329\u032d\u0331\u0332\u0345]/
const TILDE = '\u0303'
const CAN_HAVE_DOT = new Set(['e', 'o', 's', 'i', 'u'])

/** Letters of neighbours, of phonetic spelling and of Europe, in letters of Yoruba. */
const FOLDED: Readonly<Record<string, string>> = {
  ɛ: 'ẹ',
  ɔ: 'ọ',
  ǝ: 'ẹ',
  ə: 'ẹ',
  ʃ: 'ṣ',
  ŋ: 'n',
  ɓ: 'b',
  ɖ: 'd',
  ɗ: 'd',
  đ: 'd',
  ð: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ł: 'l',
  ø: 'o',
  œ: 'ẹ',
  æ: 'a',
  ß: 's',
  þ: 't',
  ı: 'i',
  ɩ: 'ị',
  ʋ: 'ụ',
}

/**
 * The letters of one word in any spelling Unicode allows: composed or not, marks in any order, every mark that is used
 * for the under-dot. Two different tone marks on one letter are a contour, further ones are not read. The tilde of the
 * old spelling ("õtọ́") is two letters, low and high. Linear in the length.
 */
export function lettersOf(word: string): readonly YorubaLetter[] {
  const clusters =
    word
      .toLowerCase()
      .normalize('NFD')
      .match(/\p{L}\p{M}*/gu) ?? []
  return clusters.flatMap(lettersOfCluster)
}

function lettersOfCluster(cluster: string): readonly YorubaLetter[] {
  const [base = '', ...marks] = cluster
  const folded = FOLDED[base] ?? base
  const dotted = CAN_HAVE_DOT.has(folded) && marks.some((mark) => UNDER.test(mark))
  const letter = dotted ? `${folded}\u0323`.normalize('NFC') : folded
  if (!/^[a-zẹọṣịụ]$/.test(letter)) return []
  const tone = toneOf(marks)
  if (marks.includes(TILDE) && tone === undefined && /[aeiouẹọ]/.test(letter)) {
    return [
      { letter, tone: 'L' },
      { letter, tone: 'H' },
    ]
  }
  return [tone === undefined ? { letter } : { letter, tone }]
}

function toneOf(marks: readonly string[]): Tone | undefined {
  const [first, ...others] = marks.flatMap((mark) => TONES[mark] ?? [])
  const second = others.find((tone) => tone !== first)
  if (first === 'L' && second === 'H') return 'LH'
  if (first === 'H' && second === 'L') return 'HL'
  return first
}
