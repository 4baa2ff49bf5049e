/** One spelling of every Igbo letter, whatever the keyboard it was written on. */

const TONE = '\u0300\u0301\u0302\u0304\u030c'
const DOT = '\u0323'
/** Line, vertical line, comma, cedilla, ogonek and dots below: all drawn for the dot. */
const BELOW = /[\u0320\u0324\u0325\u0326\u0327\u0328\u0329\u0330\u0331\u0332\u0333\u0347]/g
const MARKED = /([a-zɪʊɔŋɩ])(\p{M}+)/giu
/** Ọ, ụ and ị of keyboards without a dot. */
const UMLAUT = '\u0308'
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ɔ: 'ọ',
  Ɔ: 'Ọ',
  ʊ: 'ụ',
  Ʊ: 'Ụ',
  ɩ: 'ị',
  ɪ: 'ị',
  Ɩ: 'Ị',
  Ɪ: 'Ị',
  ŋ: 'ṅ',
  Ŋ: 'Ṅ',
  ñ: 'ṅ',
  Ñ: 'Ṅ',
  ṣ: 'sh',
  Ṣ: 'Sh',
}
const OTHER = /[ɔƆʊƱɩɪƖꞮŋŊñÑṣṢ]/gu
/** Many write ṅ with a line above; on an n before a vowel it is no tone. */
const N_WITH_LINE = /(?<=n)\u0304(?=[aeiou])/giu
const LOOSE_MARKS = /(?<![\p{L}\p{M}])\p{M}+/gu
const LOOSE_ELISION = /(?<![\p{L}\p{M}])([nN])' ?(?=\p{L})/gu
/** "na 'aka", "n '": marks that a keyboard put beside the wrong letter. */
const SPACED_ELISION = /(?<![\p{L}\p{M}])([nN]) '(?=\p{L})/gu
const JOINED_HYPHEN = /(?<=\p{L}\p{M}*)[-–](?=\p{L})/gu

/**
 * NFC, the dot below for everything drawn there and for ö ü ï, ṅ for every n with a mark above that is no tone, at most
 * one tone mark on a letter, "n'ụlọ" without a space.
 */
export function spellIgbo(text: string): string {
  return text
    .replace(OTHER, (letter) => OTHER_LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(MARKED, (_, letter: string, marks: string) => `${letter}${marksOf(letter, marks)}`)
    .replace(LOOSE_MARKS, '')
    .replace(N_WITH_LINE, '\u0307')
    .normalize('NFC')
    .replace(SPACED_ELISION, "$1'")
    .replace(LOOSE_ELISION, "$1'")
}

/** Hyphens inside words are not said: "na-eme" is na eme. */
export function openHyphens(text: string): string {
  return text.replace(JOINED_HYPHEN, ' ')
}

function marksOf(letter: string, written: string): string {
  // Ten thousand marks on one letter say no more than the first of each kind.
  const marks = written.slice(0, 16).replace(BELOW, DOT)
  const tone = [...marks].find((mark) => TONE.includes(mark)) ?? ''
  const small = letter.toLowerCase()
  if (/[iou]/.test(small) && (marks.includes(DOT) || marks.includes(UMLAUT))) return DOT + tone
  if (small === 'n' && /[\u0303\u0307\u0308]/.test(marks)) return `\u0307${tone}`
  return /[aeiounm]/.test(small) ? tone : ''
}
