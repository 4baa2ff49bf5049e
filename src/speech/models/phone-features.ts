import { z } from 'zod'
import type { Sentence, Syllable, Word } from '#speech/utterance.ts'
import type { TensorInput } from './onnx.ts'

const RecordedSpeaker = z.object({
  /** Its place among voices. */
  embedding: z.array(z.number()),
  /** Mean pitch in Hz. */
  f0Hz: z.number().positive(),
  /** Language that was read. */
  language: z.string(),
  /** A person, or flite that spoke for the purpose. */
  origin: z.enum(['recording', 'flite']),
})
/** A speaker whose recordings a model learned from. */
export type RecordedSpeaker = z.infer<typeof RecordedSpeaker>

/** Tables of a trained model: train/speech/export.py writes them beside it. */
export const ModelTables = z.object({
  /** Recorded speakers by name. */
  speakers: z.record(z.string(), RecordedSpeaker),
  /**
   * Languages and dialects whose timing and melody were learned, in the order of the model's numbers: how much faster than
   * their reader an even pace is, and the tonal range of a voice that has the reader's own melody.
   */
  manners: z.array(
    z.object({ name: z.string(), rangeSemitones: z.number(), pace: z.number().positive() }),
  ),
  tones: z.array(z.string()),
  features: z.array(z.string()),
  extras: z.number(),
  vowels: z.record(z.string(), z.string()),
  consonants: z.record(z.string(), z.string()),
  marks: z.record(z.string(), z.string()),
})
export type ModelTables = z.infer<typeof ModelTables>

/** A phone of a sentence, or a pause, as the acoustic model hears of it. */
export interface ModelPhone {
  /** IPA; "_" for a pause. */
  readonly ipa: string
  /** Index of its word in the sentence; a pause belongs to the word before it. */
  readonly word: number
  /** Index of its syllable in the sentence; undefined of a pause. */
  readonly syllable: number | undefined
  /** Whether it is a vowel or a syllabic consonant. */
  readonly isNucleus: boolean
  readonly features: Float32Array
}

const PAUSE = '_'
const SENTENCE_ENDS = ['statement', 'question', 'exclamation'] as const
/** Tie bars, which join two letters of one phone. */
const TIES = /[\u035c\u0361]/g
const NASAL_MARK = '\u0303'

/** Turns the phones of sentences into the phonological features that a model was trained with. */
export interface PhoneEncoder {
  /** The phones of a sentence in order. `pauses`: seconds of silence after each word. */
  encode(sentence: Sentence, pauses: readonly number[]): readonly ModelPhone[]
  /** Their features as an input of the model: (1, features, phones). */
  tensorOf(phones: readonly ModelPhone[]): TensorInput
}

/** Creates an encoder over the tables of a model. */
export function createPhoneEncoder(tables: ModelTables): PhoneEncoder {
  const known = new Map<string, Float32Array>()
  const featuresOf = (ipa: string): Float32Array => {
    const features = known.get(ipa) ?? phonologicalFeatures(ipa, tables)
    known.set(ipa, features)
    return features
  }
  const size = tables.features.length + tables.extras
  const pause = (word: number): ModelPhone => {
    const features = new Float32Array(size)
    features.set(featuresOf(PAUSE))
    return { ipa: PAUSE, word, syllable: undefined, isNucleus: false, features }
  }
  return {
    encode({ words, end }, pauses) {
      let syllables = 0
      const spoken = words.flatMap((word, index) => {
        const ending = index === words.length - 1 ? end : undefined
        const place = { index, syllable: syllables, ending }
        syllables += word.syllables.length
        const rests = (pauses[index] ?? 0) > 0 && index < words.length - 1
        return [...wordPhones(word, place, tables, featuresOf), ...(rests ? [pause(index)] : [])]
      })
      return [pause(0), ...spoken, pause(words.length - 1)]
    },
    tensorOf(phones) {
      const values = new Float32Array(size * phones.length)
      for (const [at, { features }] of phones.entries())
        for (const [row, value] of features.entries()) values[row * phones.length + at] = value
      return { type: 'float32', values, shape: [1, size, phones.length] }
    },
  }
}

interface WordPlace {
  /** Of the word in its sentence, and of its first syllable there. */
  readonly index: number
  readonly syllable: number
  /** Ending of the sentence, at its last word. */
  readonly ending: Sentence['end'] | undefined
}

function wordPhones(
  word: Word,
  { index, syllable: first, ending }: WordPlace,
  tables: ModelTables,
  featuresOf: (ipa: string) => Float32Array,
): readonly ModelPhone[] {
  const count = word.syllables.reduce((sum, { phones }) => sum + phones.length, 0)
  let at = 0
  return word.syllables.flatMap((syllable, place) =>
    syllable.phones.map(({ ipa }) => {
      const own = featuresOf(ipa)
      const features = new Float32Array(own.length + tables.extras)
      features.set(own)
      const isNucleus = isNucleusOf(own, tables)
      const phone = { at, count, isNucleus }
      features.set(placeFeatures(syllable, word, ending, tables, phone), own.length)
      at++
      return { ipa, word: index, syllable: first + place, isNucleus, features }
    }),
  )
}

interface PhonePlace {
  /** Index of the phone in its word, and the number of phones there. */
  readonly at: number
  readonly count: number
  readonly isNucleus: boolean
}

function isNucleusOf(features: Float32Array, { features: names }: ModelTables): boolean {
  return Boolean(features[names.indexOf('vowel')] || features[names.indexOf('syllabic')])
}

/** Tone, stress and place of a phone, in the order of EXTRAS in train/speech/model.py. */
function placeFeatures(
  { tone, stress }: Syllable,
  { breakAfter }: Word,
  end: Sentence['end'] | undefined,
  { tones, extras }: ModelTables,
  { at, count, isNucleus }: PhonePlace,
): Float32Array {
  const features = new Float32Array(extras)
  const base = tones.length
  features[Math.max(0, tones.indexOf(tone ?? '-'))] = 1
  if (stress > 0) features[base + stress - 1] = 1
  features[base + 2] = Number(at === 0)
  features[base + 3] = Number(at === count - 1)
  features[base + 4] = Number(breakAfter)
  const ending = SENTENCE_ENDS.indexOf(end as (typeof SENTENCE_ENDS)[number])
  if (ending !== -1) features[base + 5 + ending] = 1
  features[base + 8] = Number(isNucleus)
  return features
}

/**
 * Phonological features of a phone in IPA, 0 to 1, in the order of `tables.features`: a diphthong is the mean of its
 * ends. Letters that the tables lack are left out, so that a foreign phone is what it shares with the known ones.
 */
export function phonologicalFeatures(ipa: string, tables: ModelTables): Float32Array {
  if (ipa === PAUSE) return vectorOf(new Map([['pause', 1]]), tables)
  const signs = [...ipa.normalize('NFD').replace(TIES, '')].map((sign) =>
    sign === 'g' ? 'ɡ' : sign,
  )
  const letters = signs.filter((sign) => sign in tables.vowels || sign in tables.consonants)
  const values = featuresOfLetters(letters, tables)
  for (const sign of signs) {
    const name = sign === NASAL_MARK ? 'nasal' : tables.marks[sign]
    if (name !== undefined) values.set(name, 1)
  }
  return vectorOf(values, tables)
}

/** Features of one letter, or of two that are one phone: a diphthong, an affricate, or a double stop. */
function featuresOfLetters(letters: readonly string[], tables: ModelTables): Map<string, number> {
  const [first = [], second] = letters.map((letter) => letterNames(letter, tables))
  const all = (names: readonly string[]): Map<string, number> =>
    new Map(names.map((name) => [name, 1]))
  if (!second) return all(first)
  if ((letters[0] ?? '') in tables.vowels) {
    const isIn = (names: readonly string[], name: string): number => Number(names.includes(name))
    const names = [...new Set([...first, ...second])]
    const halves = names.map(
      (name) => [name, (isIn(first, name) + isIn(second, name)) / 2] as const,
    )
    return new Map([...halves, ['glide', 1]])
  }
  if (second.includes('fricative'))
    return all([...second.filter((name) => name !== 'fricative'), 'affricate'])
  return all([...first, ...second, 'doubled'])
}

function vectorOf(values: ReadonlyMap<string, number>, { features }: ModelTables): Float32Array {
  return Float32Array.from(features, (name) => values.get(name) ?? 0)
}

function letterNames(letter: string, { vowels, consonants }: ModelTables): readonly string[] {
  const vowel = vowels[letter]
  return vowel === undefined
    ? (consonants[letter] ?? '').split(' ')
    : ['vowel', 'voiced', ...vowel.split(' ')]
}
