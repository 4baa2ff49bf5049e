import type { LanguageCode } from '#shared/languages/languages.ts'
import type { ReadingOptions } from '#speech/languages/common/language.ts'
import {
  ENGLISH_LETTERS,
  RARE_LETTER_NAMES,
  SIGN_NAMES,
  ZED,
} from '#speech/languages/en/letter-names.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { languageByScript } from './guess-language.ts'
import { nearestLetters } from './latin-letters.ts'
import { normalise } from './normalise.ts'

/** The name of one character of a spelled text. */
export type SpelledName =
  | { readonly kind: 'word'; readonly text: string; readonly language: LanguageCode }
  | {
      readonly kind: 'ipa'
      readonly text: string
      readonly ipa: string
      readonly language: LanguageCode
    }

/** A letter with its marks, or one other character. */
const CHARACTERS = /\p{L}\p{M}*|[^\p{M}\s]/gu
const TONE_MARKS = /[\u0300-\u0302\u0304\u030c]/g
const UNDER_MARKS = /[\u0329\u0331]/g
const LONGEST_LETTER = 2
/** More marks on one letter than anybody writes. */
const MOST_MARKS = 8

/**
 * Spells `text`: the names of its characters, one list per written word. A word whose letters all have names in the
 * language is spelled with these, without tone marks; an abbreviation in capitals and any other word with the English
 * names, as speakers of the language do. A character of a script that one language alone has is its own name (Ethiopic). Characters without a name are left out;
 * every Latin letter has one.
 */
export function spellOut(
  text: string,
  language: LanguageCode,
  options: ReadingOptions,
): readonly (readonly SpelledName[])[] {
  const digits = createDigitNames(language, options)
  return text
    .normalize('NFKC')
    .split(/\s+/)
    .map((word) => (word.match(CHARACTERS) ?? []).map(plainCharacter))
    .map((word) => {
      const own = ownLetters(word, language)
      return (own ?? word).flatMap((character) =>
        nameOf(character, own !== undefined, language, digits),
      )
    })
    .filter((names) => names.length > 0)
}

/** Removes tone marks and unifies the mark below, to look up the name. Keeps the case. */
function plainCharacter(character: string): string {
  return character
    .slice(0, MOST_MARKS)
    .normalize('NFD')
    .replace(TONE_MARKS, '')
    .replace(UNDER_MARKS, '\u0323')
    .normalize('NFC')
    .replace(/[’ʼ]/, "'")
}

/** The letters of a word, digraphs as one, where the language has a name for every one of them. */
function ownLetters(characters: readonly string[], language: LanguageCode): string[] | undefined {
  const { letterNames: names } = languageFor(language)
  const isAbbreviation = characters.length > 1 && characters.every((one) => /^[A-Z\d]$/.test(one))
  if (!names || isAbbreviation) return undefined
  const letters: string[] = []
  for (let at = 0; at < characters.length; ) {
    const found = longestLetter(characters, at, names)
    const letter = found?.letter ?? characters[at] ?? ''
    if (!found && /\p{L}/u.test(letter)) return undefined
    letters.push(letter)
    at += found?.length ?? 1
  }
  return letters
}

function longestLetter(
  characters: readonly string[],
  at: number,
  names: Readonly<Record<string, string>>,
): { readonly letter: string; readonly length: number } | undefined {
  for (let length = LONGEST_LETTER; length > 0; length--) {
    const letter = characters
      .slice(at, at + length)
      .join('')
      .toLowerCase()
    if (Object.hasOwn(names, letter))
      return { letter, length: Math.min(length, characters.length - at) }
  }
  return undefined
}

function nameOf(
  character: string,
  isOwn: boolean,
  language: LanguageCode,
  digits: (digit: string) => readonly SpelledName[],
): readonly SpelledName[] {
  const small = character.toLowerCase()
  const own = isOwn ? languageFor(language).letterNames?.[small] : undefined
  if (own !== undefined) return [{ kind: 'word', text: own, language }]
  if (/\p{Nd}/u.test(character)) return digits(character)
  const owner = /\p{L}/u.test(character) ? languageByScript(character) : undefined
  if (owner !== undefined) return [{ kind: 'word', text: character, language: owner }]
  const sign = Object.hasOwn(SIGN_NAMES, character) ? SIGN_NAMES[character] : undefined
  if (sign !== undefined) return [{ kind: 'word', text: sign, language: 'en' }]
  return [...small.normalize('NFD')].flatMap((letter) => letterName(letter, language))
}

/** The English name; of a letter that English lacks, what printers and phoneticians call it, else the nearest letters. */
function letterName(letter: string, language: LanguageCode): readonly SpelledName[] {
  const name = Object.hasOwn(RARE_LETTER_NAMES, letter) ? RARE_LETTER_NAMES[letter] : undefined
  if (name !== undefined)
    return name.split(' ').map((text) => ({ kind: 'word', text, language: 'en' }))
  const letters = nearestLetters(letter) ?? letter
  return [...letters].flatMap((plain) => englishName(plain, language))
}

/** English names, which a language with the English diphthongs says by its own rules; "zee" is American. */
function englishName(letter: string, language: LanguageCode): readonly SpelledName[] {
  const known = Object.hasOwn(ENGLISH_LETTERS, letter) ? ENGLISH_LETTERS[letter] : undefined
  if (known === undefined) return []
  const ipa = letter === 'z' && language !== 'en' ? ZED : known
  const { hasDiphthongs } = languageFor(language).phonology
  return [{ kind: 'ipa', text: letter, ipa, language: hasDiphthongs ? language : 'en' }]
}

/** Names of the ten digits in the language, each computed once. */
function createDigitNames(
  language: LanguageCode,
  options: ReadingOptions,
): (digit: string) => readonly SpelledName[] {
  const known = new Map<string, readonly SpelledName[]>()
  return (digit) => {
    const names = known.get(digit) ?? wordsFor(digit, language, options)
    known.set(digit, names)
    return names
  }
}

function wordsFor(
  digit: string,
  language: LanguageCode,
  options: ReadingOptions,
): readonly SpelledName[] {
  const words = normalise(digit, language, options).split(/\s+/)
  return words
    .filter((word) => /\p{L}/u.test(word))
    .map((text) => ({ kind: 'word', text, language }))
}
