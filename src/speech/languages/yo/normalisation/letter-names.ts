import { isPronounceable } from '#speech/languages/en/normalisation/pronounceable.ts'

/** The English letters as Yoruba speakers name them in abbreviations and initials. */
const NAMES: Readonly<Record<string, string>> = {
  A: 'éè',
  B: 'bíì',
  C: 'síì',
  D: 'díì',
  E: 'íì',
  F: 'ẹ́ẹ̀fù',
  G: 'jíì',
  H: 'éèṣì',
  I: 'áì',
  J: 'jéè',
  K: 'kéè',
  L: 'ẹ́ẹ̀lì',
  M: 'ẹ́ẹ̀mù',
  N: 'ẹ́ẹ̀nì',
  O: 'óò',
  P: 'píì',
  Q: 'kíúù',
  R: 'áà',
  S: 'ẹ́ẹ̀sì',
  T: 'tíì',
  U: 'yúù',
  V: 'fíì',
  W: 'dọ́búyùù',
  X: 'ẹ́kìsì',
  Y: 'wáì',
  Z: 'sẹ́ẹ̀dì',
}
/** Spelled although their letters could be a word. */
const SPELLED = new Set(
  [
    'UK US USA UN EU AU IMF ATM ADC NTA AIT OPC NAN APC EFCC ICPC UAE UAC CAC IT ID PhD MSc BSc BA MA',
    'HIV NGO WHO VIP CEO FBI AI TV OAU UI UNN ABU PDF USB CNN VOA AP APGA ANPP UPN NPN AD AFN ITU',
  ].flatMap((line) => line.split(' ')),
)
const DOTTED = /(?<![\p{L}\p{M}.])((?:[A-Z]\.){2,10}[A-Z]?)(?![\p{L}\p{M}])/gu
const INITIAL = /(?<![\p{L}\p{M}.])([A-Z])\. ?(?=(?:[A-Z]\. ?){0,4}\p{Lu}[\p{L}\p{M}])/gu
const CAPITALS = /(?<![\p{L}\p{M}\d'])([A-Z]{2,6}|PhD|MSc|BSc)(?![\p{L}\p{M}']|\p{Ll})/gu
const CODE = /(?<![\p{L}\p{M}])([A-Z]{1,4})([ -]?)(?=\d)/gu
/** Vowels are words, and m and n are: only other capitals can be letters that stand alone. */
const LONE = /(?<![\p{L}\p{M}'])([B-DF-HJ-LP-TV-Z])(?![\p{L}\p{M}'])/gu
const HIDDEN = /[\ue000-\ue019]/g

/** "APC" → éè píì síì. */
export function spellOut(letters: string): string {
  return [...letters.toUpperCase()]
    .map((letter) => NAMES[letter] ?? '')
    .join(' ')
    .trim()
}

/** Letters that the reader of web addresses has set apart. */
export function nameHiddenLetters(text: string): string {
  return text.replace(HIDDEN, (letter) => {
    return ` ${NAMES[String.fromCharCode(65 + letter.charCodeAt(0) - 0xe000)] ?? ''} `
  })
}

/** Initials and abbreviations in capitals: "D.O. Fágúnwà", "J. F. Ọdúnjọ", "NNPC", "BBC". A line all in capitals is words. */
export function readLetters(text: string): string {
  return text
    .replace(DOTTED, (match: string, letters: string, offset: number, whole: string) => {
      const next = whole.slice(offset + match.length)
      const ends = match.endsWith('.') && /^\s*(?:\n|$)/.test(next)
      return `${spellOut(letters)}${ends ? '.' : ''}`
    })
    .replace(INITIAL, (match: string, letter: string, offset: number, whole: string) => {
      // "Mo rí A. Ó lọ": a letter that ends its sentence is no initial.
      const follows = whole.slice(offset + match.length, offset + match.length + 2)
      return /^\p{Lu}\p{M}* /u.test(`${follows} `) && !/\. ?$/.test(match)
        ? match
        : `${spellOut(letter)} `
    })
    .split('\n')
    .map((line) => (/\p{Ll}/u.test(line) || !/ /.test(line.trim()) ? readInLine(line) : line))
    .join('\n')
}

function readInLine(line: string): string {
  return line
    .replace(CAPITALS, (letters) => (isSpelled(letters) ? spellOut(letters) : letters))
    .replace(CODE, (_, letters: string, gap: string) => {
      return `${gap !== '' && isWord(letters) ? letters : spellOut(letters)} `
    })
    .replace(LONE, (letter) => (/^[A-Z]$/.test(line.trim()) ? letter : spellOut(letter)))
}

function isSpelled(letters: string): boolean {
  return SPELLED.has(letters) || !/[AEIOU]/.test(letters) || !isPronounceable(letters)
}

function isWord(letters: string): boolean {
  return letters.length > 1 && !isSpelled(letters)
}
