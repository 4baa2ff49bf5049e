/** Capitals: acronyms letter by letter, shouted lines as words, and the pronouns of one letter in small ones. */
import {
  SAID_AS_WORDS,
  SAID_OTHERWISE,
  SPELLED,
} from '#speech/languages/en/normalisation/acronym-table.ts'
import { spell, spellCapitals } from '#speech/languages/en/normalisation/letters.ts'
import { isPronounceable } from '#speech/languages/en/normalisation/pronounceable.ts'

const CAPITALS = /(?<![\p{L}\p{M}])(?:\p{Lu}\p{M}*'?){2,40}(?![\p{L}\p{M}])/gu
const DOTTED = /(?<![\p{L}.])((?:[A-Z]\.){2,12})([A-Z](?!\p{L}))?/gu
const INITIAL = /(?<![\p{L}\p{M}.])([A-Z])\.(?= ?\p{Lu})/gu
const SMALL_WORD = /\p{Ll}{2,40}/gu
/** Pronouns and particles of one letter; with a tone or without. */
const ONE_LETTER = /(?<![\p{L}\p{M}'])[AEIOMNỌỊ](?![\p{L}\p{M}'.])/gu
const CONSONANT = /(?<![\p{L}\p{M}'\ue000-\ue019])[B-DF-HJ-LP-Z](?![\p{L}\p{M}'])/gu

/** "APC" → A P C, "UNESCO" → Unesco, "A. B. Okafọ" → A B Okafọ; "Ọ bịara" → ọ bịara. */
export function readCapitals(text: string): string {
  return text
    .replace(DOTTED, (_, letters: string, last?: string) => `${spell(`${letters}${last ?? ''}`)} `)
    .replace(INITIAL, (_, letter: string) => `${spell(letter)} `)
    .split('\n')
    .map(readLine)
    .join('\n')
    .replace(ONE_LETTER, (letter) => letter.toLowerCase())
    .replace(CONSONANT, (letter) => spell(letter))
}

function readLine(line: string): string {
  const shouted = isShouted(line)
  return line.replace(CAPITALS, (letters) => {
    const plain = letters.replaceAll("'", '')
    const otherwise = Object.hasOwn(SAID_OTHERWISE, plain) ? SAID_OTHERWISE[plain] : undefined
    if (otherwise !== undefined) return spellCapitals(otherwise)
    return isSpelled(plain, shouted) ? spell(letters) : titled(letters, shouted)
  })
}

function isShouted(line: string): boolean {
  const capitals = (line.match(CAPITALS) ?? []).filter((word) => !isSpelled(word, false))
  return capitals.length >= 2 && (line.match(SMALL_WORD) ?? []).length <= capitals.length / 3
}

function isSpelled(letters: string, shouted: boolean): boolean {
  if (/[^A-Z]/.test(letters) || SAID_AS_WORDS.has(letters)) return false
  if (SPELLED.has(letters)) return true
  const looksLikeWord = letters.length >= 4 && isPronounceable(letters)
  const isIgbo =
    /^(?:[MN]?(?:[BCDFGHJKLMNPRSTVWYZ]|CH|GB|GH|GW|KP|KW|NW|NY|SH)?[AEIOU]|[MN])+$/.test(letters)
  return !(looksLikeWord || (shouted && isIgbo))
}

function titled(letters: string, shouted: boolean): string {
  const small = letters.toLowerCase()
  return shouted ? small : small.charAt(0).toUpperCase() + small.slice(1)
}
