import { z } from 'zod'
import { LANGUAGES } from './languages/languages.ts'
import { TEXT_LIMIT } from './script.ts'

/** High, mid, low, and the contours from one to the other (HL falls, LH rises). */
export const TONES = ['H', 'M', 'L', 'HL', 'LH'] as const

const ReadSyllable = z.object({
  /** Sounds in IPA, without stress and tone. */
  ipa: z.string(),
  /** 1 primary, 2 secondary, 0 none. */
  stress: z.number().int().min(0).max(2),
  /** On every syllable of a tone language. */
  tone: z.enum(TONES).optional(),
})
export type ReadSyllable = z.infer<typeof ReadSyllable>

/** A word as a voice says it. */
export const ReadWord = z.object({
  /** As it is spoken: small letters with their marks. */
  text: z.string(),
  language: z.enum(LANGUAGES.map(({ code }) => code)),
  syllables: z.array(ReadSyllable),
  /** As `[ipa: …]` takes it, with stress, divisions of syllables, and tones as tone letters. */
  ipa: z.string(),
  /** Other pronunciations of an English word that a lexicon has, as `ipa`; the commonest first. */
  variants: z.array(z.string()),
  /** Whether markup or the dictionary gives its sounds. */
  isGivenInPhones: z.boolean(),
})
export type ReadWord = z.infer<typeof ReadWord>

/** A place in a text, in UTF-16 units, and the words that are said for what is written there. */
export const WordReading = z.object({
  from: z.number().int(),
  to: z.number().int(),
  said: z.array(ReadWord),
})
export type WordReading = z.infer<typeof WordReading>

/** The contract table's part about how words are read. */
export const wordReadingMethods = {
  /** How a voice reads the words of a text in a language, in order. */
  'words.read': {
    input: z.object({
      text: z.string().max(TEXT_LIMIT),
      voice: z.string().max(80),
      language: ReadWord.shape.language,
      projectId: z.string().max(64).optional(),
    }),
    output: z.array(WordReading),
  },
  /** Where a text has words, in UTF-16 units, that are left out because the language cannot read their letters. */
  'words.unspoken': {
    input: z.object({
      text: z.string().max(TEXT_LIMIT),
      language: ReadWord.shape.language,
      projectId: z.string().max(64).optional(),
    }),
    output: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
  },
} as const
