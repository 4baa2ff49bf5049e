import { breaksAfter } from '#speech/languages/common/break-after.ts'
import { withoutTones } from './syllables.ts'

/** A written word of a sentence. */
export interface IgboToken {
  /** Lower case, NFC, with its tone marks. */
  readonly text: string
  /** The same without tone marks: what the lexicons have. */
  readonly bare: string
  readonly breakAfter: boolean
  /** A single capital, which the text stage writes for the name of a letter. */
  readonly isLetter: boolean
}

/** Longer runs of letters are no word; they are read piece by piece. */
const LONGEST_WORD = 40
const WORD = /[\p{L}\p{M}'’ʼ]+/gu
const PLAIN: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ɔ: 'ọ', ɛ: 'e', ŋ: 'ṅ' },
  ...{ ẹ: 'e', ṣ: 'sh', ä: 'a', ë: 'e', ö: 'ọ', ü: 'ụ', ï: 'ị', ç: 's', ñ: 'ṅ', ş: 'sh' },
  ...{ ǽ: 'ae', ǣ: 'ae', ǿ: 'o' },
}
/** Grave, acute, circumflex, macron, caron. */
const TONES = new Set('\u0300\u0301\u0302\u0304\u030c')

/** The words of a sentence in order; letters of other scripts are left out. */
export function wordsOf(text: string): readonly IgboToken[] {
  const tokens: IgboToken[] = []
  for (const match of text.normalize('NFC').matchAll(WORD)) {
    const written = match[0]
    const end = match.index + written.length
    const breakAfter = breaksAfter(match.input, end)
    const pieces = piecesOf(plain(written))
    for (const [index, piece] of pieces.entries()) {
      tokens.push({
        text: piece,
        bare: withoutTones(piece),
        breakAfter: breakAfter && index === pieces.length - 1,
        isLetter: /^[A-Z]$/.test(written),
      })
    }
  }
  return tokens
}

function plain(written: string): string {
  const small = written
    .toLowerCase()
    .replaceAll(/[’ʼ]/g, "'")
    .replaceAll(/\p{L}/gu, (letter) => PLAIN[letter] ?? letter)
  const letters = small
    .normalize('NFD')
    .replace(/(\p{L}|')(\p{M}*)/gu, (_, letter: string, marks: string) => ownLetter(letter, marks))
  return letters
    .replace(/^\p{M}+/u, '')
    .normalize('NFC')
    .replaceAll(/^'+|'+$/g, '')
}

/** A letter of a to z with the marks that Igbo has; the empty string for another. Ten thousand marks say no more than a few. */
function ownLetter(letter: string, marks: string): string {
  if (!/^[a-z']$/.test(letter)) return ''
  const own = [...new Set(marks.slice(0, 16))].filter((mark) => fits(letter, mark))
  return letter + own.join('')
}

/** The dot below on i, o and u, the dot above on n, tones on vowels and nasals. */
function fits(letter: string, mark: string): boolean {
  if (mark === '\u0323') return /[iou]/.test(letter)
  if (mark === '\u0307') return letter === 'n'
  return TONES.has(mark) && /[aeioumn]/.test(letter)
}

function piecesOf(word: string): readonly string[] {
  const pieces =
    word.length <= LONGEST_WORD
      ? [word]
      : (word.match(new RegExp(`.{1,${LONGEST_WORD}}`, 'gu')) ?? [])
  return pieces.filter((piece) => /\p{L}/u.test(piece))
}
