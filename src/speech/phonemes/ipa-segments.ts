import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { formatSourceLocation } from '#shared/source-location.ts'
import { languageFor } from '#speech/languages/registry.ts'
import {
  AFFRICATES,
  CONSONANTS,
  CREAKY,
  DIPHTHONGS,
  DOUBLE_STOPS,
  EJECTIVE,
  LONG,
  NASALISED,
  NOT_SYLLABIC,
  PASSED_OVER,
  SAME_LETTER,
  SECONDARY,
  SYLLABIC,
  TIES,
  TONE_LETTERS,
  TONE_MARKS,
  TOO_FINE,
  VOWELS,
} from './ipa-letters.ts'

/** A phone of a transcription, before syllabification. */
export interface IpaSegment {
  /** One letter, or two that are one phone. */
  letters: string
  readonly isVowel: boolean
  syllabic: boolean
  tied: boolean
  nasal: boolean
  creaky: boolean
  long: boolean
  ejective: boolean
  secondary: string
  /** Tone marks, in the order written. */
  readonly tones: string[]
  /** Pitch heights 1 to 5 by tone letters, which end a syllable. */
  readonly heights: number[]
  /** A syllable boundary is written before it; the stress written there. */
  readonly starts: boolean
  readonly stress: 0 | 1 | 2
}

interface Character {
  readonly sign: string
  readonly at: number
}

const STRESSES: Readonly<Record<string, 1 | 2>> = { ˈ: 1, ˌ: 2 }
const BREAKS = /^[./|]$/u

/**
 * Phones of one word in IPA; `from` is its place in `ipa`. Throws AppError('text/markup') that names an unknown symbol
 * and shows its place.
 */
export function segmentsOf(
  word: string,
  language: LanguageCode,
  ipa: string,
  from: number,
): readonly IpaSegment[] {
  const segments: IpaSegment[] = []
  let start = NO_START
  for (const { sign, at } of charactersOf(word)) {
    const letter = SAME_LETTER[sign] ?? sign
    const last = segments.at(-1)
    const stress = STRESSES[sign]
    if (stress !== undefined || BREAKS.test(sign)) {
      start = { starts: true, stress: stress ?? start.stress }
    } else if (VOWELS.has(letter) || CONSONANTS.has(letter)) {
      if (last && !start.starts && joins(last, letter, language)) last.letters += letter
      else segments.push(segmentOf(letter, start))
      start = NO_START
    } else if (!applies(sign, last)) throw unknownSymbol(sign, ipa, from + at)
  }
  return segments
}

type Start = Pick<IpaSegment, 'starts' | 'stress'>
const NO_START: Start = { starts: false, stress: 0 }

function segmentOf(letter: string, start: Start): IpaSegment {
  const isVowel = VOWELS.has(letter)
  const plain = { tied: false, nasal: false, creaky: false, long: false, ejective: false }
  return {
    ...{ letters: letter, isVowel, syllabic: isVowel, secondary: '', tones: [], heights: [] },
    ...plain,
    ...start,
  }
}

/** Splits a word into base characters and marks, each with its place in the word as it was written. */
function charactersOf(word: string): Character[] {
  const characters: Character[] = []
  let next = 0
  let at = 0
  for (const written of word) {
    // A mark is at the letter that it stands on.
    if (!/^\p{M}/u.test(written)) at = next
    for (const sign of written.normalize('NFD')) characters.push({ sign, at })
    next += written.length
  }
  return characters
}

/** Whether a letter is the second half of the previous phone. */
function joins(last: IpaSegment, letter: string, language: LanguageCode): boolean {
  if (last.letters.length > 1) return false
  if (last.tied) return true
  const isPlain = !last.long && !last.ejective && last.secondary === '' && last.tones.length === 0
  if (!isPlain) return false
  const both = last.letters + letter
  if (AFFRICATES.has(both)) return true
  const { hasDiphthongs, hasDoubleStops } = languageFor(language).phonology
  return (hasDiphthongs && DIPHTHONGS.has(both)) || (hasDoubleStops && DOUBLE_STOPS.has(both))
}

/** Applies a mark to the previous phone; false where there is none, or the mark does not apply to such a phone. */
function applies(sign: string, last: IpaSegment | undefined): boolean {
  if (!last) return false
  const tone = TONE_MARKS[sign]
  const height = TONE_LETTERS.indexOf(sign)
  if (tone !== undefined) last.tones.push(sign)
  else if (height !== -1) last.heights.push(height + 1)
  else if (LONG.test(sign)) last.long = true
  else if (sign === NASALISED) last.nasal = true
  else if (sign === CREAKY) last.creaky = true
  else if (SYLLABIC.test(sign)) last.syllabic = true
  else if (NOT_SYLLABIC.test(sign)) last.syllabic = false
  else if (TIES.test(sign)) last.tied = true
  else if (SECONDARY.test(sign) && !last.isVowel) addOnce(last, sign)
  else if (EJECTIVE.test(sign) && !last.isVowel) last.ejective = true
  else return PASSED_OVER.test(sign) || TOO_FINE.test(sign)
  return true
}

function addOnce(last: IpaSegment, sign: string): void {
  if (!last.secondary.includes(sign)) last.secondary += sign
}

function unknownSymbol(sign: string, ipa: string, at: number): AppError {
  const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const shown = /\p{M}/u.test(sign) ? `◌${sign}` : sign
  return new AppError(
    'text/markup',
    `"${shown}" (U+${code}) is not a supported IPA symbol. At ${formatSourceLocation(ipa, at)}`,
  )
}
