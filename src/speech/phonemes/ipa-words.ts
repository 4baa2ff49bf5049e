import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { formatSourceLocation } from '#shared/source-location.ts'
import type { IpaWord } from '#speech/languages/common/phonemizer.ts'
import { phoneOf, soundOfIpa } from '#speech/languages/en/phonemes/arpabet.ts'
import { languageFor } from '#speech/languages/registry.ts'
import type { Phone, Syllable, Tone } from '#speech/utterance.ts'
import { NASALS, startTogether, TONE_MARKS } from './ipa-letters.ts'
import { type IpaSegment, segmentsOf } from './ipa-segments.ts'

/** Longer words are nothing that a voice can say in one breath. */
const MOST_PHONES = 60

/**
 * Words in IPA, separated by spaces, as syllables: ˈ ˌ and "." begin one where they stand, otherwise consonants go
 * to the vowel after them. Tone is a mark on the vowel or nasal (acute high, macron mid, grave low, circumflex
 * falling, caron rising) or tone letters after the syllable (˥ ˧ ˩, ˥˩). A language with tones gets one on every
 * syllable: unmarked is mid in Yoruba, high in Hausa and Igbo, high under stress and low elsewhere in Pidgin.
 * An English word gets a stress where none is written. Slashes around the whole are left out.
 * Throws AppError('text/markup') that names what is not known and shows the place. Linear.
 * @example `ipaWords('báwo ni', 'yo').map(({ syllables }) => syllables.map(({ tone }) => tone))` is `[['H', 'M'], ['M']]`.
 */
export function ipaWords(ipa: string, language: LanguageCode): readonly IpaWord[] {
  return Array.from(ipa.matchAll(/[^\s/]+/gu), ({ 0: text, index }) => {
    const segments = segmentsOf(text, language, ipa, index)
    if (segments.length > MOST_PHONES)
      throw problem(
        `A word has at most ${MOST_PHONES} sounds: put spaces between words.`,
        ipa,
        index,
      )
    if (segments.length === 0) throw problem(`"${text.slice(0, 20)}" has no sound.`, ipa, index)
    return { text, syllables: syllablesOf(segments, language) }
  })
}

function problem(message: string, ipa: string, at: number): AppError {
  return new AppError('text/markup', `${message} At ${formatSourceLocation(ipa, at)}`)
}

function syllablesOf(segments: readonly IpaSegment[], language: LanguageCode): Syllable[] {
  const isNucleus = segments.map((_, index) => nucleusAt(segments, index, language))
  const starts = new Set(startsOf(segments, isNucleus, language))
  const groups: { readonly segments: IpaSegment[]; nucleus: IpaSegment | undefined }[] = []
  for (const [index, segment] of segments.entries()) {
    if (index === 0 || starts.has(index)) groups.push({ segments: [], nucleus: undefined })
    const group = groups.at(-1)
    group?.segments.push(segment)
    if (group && isNucleus[index]) group.nucleus ??= segment
  }
  const stresses = stressesOf(groups, language)
  return groups.map(({ segments: own, nucleus }, index) => {
    const stress = stresses[index] ?? 0
    const phones = own.map((segment) => phoneFor(segment, segment === nucleus, language))
    const { tones, phonology } = languageFor(language)
    if (!tones) return { phones, stress }
    const tone = writtenTone(own) ?? tones.unmarked ?? (stress > 0 ? 'H' : 'L')
    return { phones, stress: phonology.hasStress ? stress : 0, tone }
  })
}

/** Vowels; nasals that carry a tone or say so; where no syllable is closed, every nasal before none. */
function nucleusAt(
  segments: readonly IpaSegment[],
  index: number,
  language: LanguageCode,
): boolean {
  const segment = segments[index]
  if (!segment) return false
  if (segment.syllabic || segment.isVowel) return segment.syllabic
  if (!NASALS.has(segment.letters)) return false
  if (segment.tones.length > 0) return true
  const next = segments[index + 1]
  const glides = next !== undefined && /^[jwɥ]$/u.test(next.letters)
  return languageFor(language).phonology.hasOpenSyllables && !next?.syllabic && !glides
}

/** Where syllables begin: where it is written, and before the consonants that belong to a nucleus. */
function startsOf(
  segments: readonly IpaSegment[],
  isNucleus: readonly boolean[],
  language: LanguageCode,
): number[] {
  const starts: number[] = []
  let previous = -1
  for (const [index, nucleus] of isNucleus.entries()) {
    if (!nucleus) continue
    const written = segments.findLastIndex((one, at) => at <= index && at > previous && one.starts)
    if (written !== -1) starts.push(written)
    else if (previous !== -1) starts.push(onsetStart(segments, previous, index, language))
    previous = index
  }
  return starts
}

function onsetStart(
  segments: readonly IpaSegment[],
  previous: number,
  nucleus: number,
  language: LanguageCode,
): number {
  const letters = (at: number): string => segments[at]?.letters ?? ''
  const last = nucleus - 1
  // A syllabic nasal has no consonant before it.
  if (segments[nucleus]?.isVowel === false || last === previous) return nucleus
  const { neverInitial, hasSClusters = false } = languageFor(language).phonology
  if (neverInitial?.has(letters(last))) return nucleus
  if (last - 1 === previous) return last
  let start = startTogether(letters(last - 1), letters(last)) ? last - 1 : last
  const mayTakeS = hasSClusters && start - 1 > previous && letters(start - 1) === 's'
  if (mayTakeS && /^[ptkmn]$/u.test(letters(start))) start--
  return start
}

function stressesOf(
  groups: readonly { readonly segments: readonly IpaSegment[] }[],
  language: LanguageCode,
): readonly (0 | 1 | 2)[] {
  const written = groups.map(({ segments }) => segments[0]?.stress ?? 0)
  if (!languageFor(language).phonology.hasStress) return written.map(() => 0)
  if (written.some((stress) => stress === 1)) return written
  const isReduced = ({ segments }: { readonly segments: readonly IpaSegment[] }): boolean =>
    segments.every(({ isVowel, letters }) => !isVowel || letters === 'ə' || letters === 'ɚ')
  const full = groups.findIndex((group) => !isReduced(group))
  return written.map((stress, index) => (index === Math.max(0, full) ? 1 : stress))
}

/** Tone marks and tone letters of a syllable as one tone; undefined where there are none. */
function writtenTone(segments: readonly IpaSegment[]): Tone | undefined {
  const marks = segments.flatMap(({ tones }) => tones.map((mark) => TONE_MARKS[mark] ?? 'M'))
  const heights = segments.flatMap((segment) => segment.heights)
  const [first, last] = [marks[0], marks.at(-1)]
  if (first !== undefined && last !== undefined) return between(level(first, 0), level(last, -1))
  const [start, end] = [heights[0], heights.at(-1)]
  if (start === undefined || end === undefined) return undefined
  return between(start, end)
}

function level(tone: Tone, at: 0 | -1): number {
  return { H: 5, M: 3, L: 1 }[tone.at(at) ?? 'M'] ?? 3
}

/** The tone that goes from one of five heights to another. */
function between(start: number, end: number): Tone {
  if (start > end) return 'HL'
  if (start < end) return 'LH'
  if (start === 3) return 'M'
  return start > 3 ? 'H' : 'L'
}

function phoneFor(segment: IpaSegment, isNucleus: boolean, language: LanguageCode): Phone {
  const { letters, isVowel, nasal, creaky, ejective } = segment
  const isSyllabicConsonant = isNucleus && !isVowel
  const isPlain = !nasal && !creaky && !ejective && !isSyllabicConsonant
  const own = isPlain ? languageFor(language).phonology.phoneOfIpa?.(letters) : undefined
  // Length is no property of a phone of such an inventory.
  if (own) return own
  const ipa = spellingOf(segment, isSyllabicConsonant)
  // The diphthongs of Pidgin are the English ones.
  const diphthong = isVowel && letters.length > 1 ? soundOfIpa(letters) : undefined
  return diphthong === undefined ? { ipa } : { ...phoneOf(diphthong), ipa }
}

/** As `Phone.ipa` writes it: a tie between two consonants, marks, then what is secondary, ejective and long. */
function spellingOf(segment: IpaSegment, isSyllabicConsonant: boolean): string {
  const { letters, isVowel, nasal, creaky, secondary, ejective, long } = segment
  const tied = isVowel ? letters : [...letters].join('\u0361')
  const above = (nasal ? '\u0303' : '') + (creaky ? '\u0330' : '')
  const below = isSyllabicConsonant ? '\u0329' : ''
  const after = `${secondary}${ejective ? 'ʼ' : ''}${long ? 'ː' : ''}`
  return `${tied}${above}${below}${after}`.normalize('NFC')
}
