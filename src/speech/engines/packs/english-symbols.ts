import type { Syllable } from '#speech/utterance.ts'
import { nearestEnglish } from './phones.ts'

/** How a model writes English. */
export type EnglishNotation = 'kokoro-us' | 'kokoro-gb' | 'espeak'

/** A sound of a word, and the phone of the word that it belongs to. */
interface Sound {
  readonly sound: string
  readonly phone: number
  readonly stress: 0 | 1 | 2
}

/** A symbol of a model, and the phone of the word that it says; undefined of a mark. */
export interface PhoneSymbol {
  readonly symbol: string
  readonly phone: number | undefined
}

const STRESS = ['', 'ˈ', 'ˌ'] as const
const VOWEL = /^[aɑɒæeɛəɚɜɝiɪɨoɔuʊʌ]/u

/** Misaki's letters for what IPA writes with two (hexgrad/misaki, EN_PHONES). */
const KOKORO: Readonly<Record<string, string>> = {
  ...{ tʃ: 'ʧ', dʒ: 'ʤ', eɪ: 'A', aɪ: 'I', aʊ: 'W', ɔɪ: 'Y' },
}
const AMERICAN: Readonly<Record<string, string>> = {
  ...KOKORO,
  ...{ oʊ: 'O', əʊ: 'O', ɝ: 'ɜɹ', ɚ: 'əɹ', ɒ: 'ɑ' },
}
/** Southern British English of the same words: its vowels are long or short, and r is said before vowels alone. */
const BRITISH: Readonly<Record<string, string>> = {
  ...KOKORO,
  ...{ oʊ: 'Q', əʊ: 'Q', ɝ: 'ɜː', ɚ: 'ə', æ: 'a', ɑ: 'ɒ', ɔ: 'ɔː', u: 'uː' },
}
/** The same vowels where an r follows that is not said. */
const BEFORE_R: Readonly<Record<string, string>> = {
  ...{ ɑ: 'ɑː', ɔ: 'ɔː', ɛ: 'ɛː', ɪ: 'ɪə', i: 'ɪə', ʊ: 'ʊə', u: 'ʊə' },
}
/** American English as espeak-ng writes it, with which voices of Piper are trained. */
const ESPEAK: Readonly<Record<string, string>> = {
  ...{ ɝ: 'ɜː', ɑ: 'ɑː', ɔ: 'ɔː', u: 'uː', ɒ: 'ɑː' },
}

/**
 * The symbols of a word as a model of English reads them, with a stress mark right before the vowel. Sounds of other languages
 * become the nearest English ones.
 */
export function englishSymbols(
  syllables: readonly Syllable[],
  notation: EnglishNotation,
): readonly PhoneSymbol[] {
  const sounds = soundsOf(syllables)
  const symbols: PhoneSymbol[] = []
  for (const [at, own] of sounds.entries()) {
    const written = lettersOf(own, sounds[at - 1], sounds[at + 1], notation)
    const mark = VOWEL.test(own.sound) ? STRESS[own.stress] : ''
    if (mark !== '' && written !== '') symbols.push({ symbol: mark, phone: undefined })
    for (const symbol of written) symbols.push({ symbol, phone: own.phone })
  }
  return symbols
}

function soundsOf(syllables: readonly Syllable[]): readonly Sound[] {
  let phone = 0
  return syllables.flatMap(({ phones, stress }) =>
    phones.flatMap((one) => {
      const index = phone++
      return nearestEnglish(one).map((sound) => ({ sound, phone: index, stress }))
    }),
  )
}

function lettersOf(
  own: Sound,
  before: Sound | undefined,
  after: Sound | undefined,
  notation: EnglishNotation,
): string {
  const { sound, stress } = own
  // "bottle": a syllable that is l alone.
  if (notation !== 'espeak' && sound === 'ə' && stress === 0 && after?.sound === 'l')
    return before && !VOWEL.test(before.sound) ? 'ᵊ' : 'ə'
  if (notation === 'kokoro-us') return AMERICAN[sound] ?? sound
  if (notation === 'espeak') {
    if (sound === 'i') return stress === 0 ? 'i' : 'iː'
    return ESPEAK[sound] ?? sound
  }
  return british(own, before, after)
}

function british(
  { sound, stress }: Sound,
  before: Sound | undefined,
  after: Sound | undefined,
): string {
  const isBeforeVowel = after !== undefined && VOWEL.test(after.sound)
  if (sound === 'ɹ' && before && VOWEL.test(before.sound) && !isBeforeVowel) return ''
  if (after?.sound === 'ɹ' && BEFORE_R[sound] !== undefined) return BEFORE_R[sound]
  if ((sound === 'ɝ' || sound === 'ɚ') && isBeforeVowel) return `${BRITISH[sound] ?? ''}ɹ`
  if (sound === 'i') return stress === 0 ? 'i' : 'iː'
  return BRITISH[sound] ?? sound
}
