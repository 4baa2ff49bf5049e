import { z } from 'zod'
import { TEXT_LIMIT } from './script.ts'

export const DIACRITICS_LIMITS = { alternatives: 5, word: 40, forms: 5_000 } as const

const Probability = z.number().min(0).max(1)

/** A word of a Yoruba text, as it is with its marks. */
export const MarkedWord = z.object({
  original: z.string(),
  restored: z.string(),
  /** Its place in the text that was given, in UTF-16 units; `end` is behind its last. */
  start: z.number().int(),
  end: z.number().int(),
  /** How sure `restored` is; 1 where nothing was to be decided. */
  confidence: Probability,
  /** Other forms it may have, in the same capitals, the likeliest first. */
  alternatives: z
    .array(z.object({ form: z.string(), probability: Probability }))
    .max(DIACRITICS_LIMITS.alternatives),
  /**
   * Who decided: nobody, because it is no word to be marked or has its marks; the model, or the lexicon where there is no
   * model; or a person, for this place or for good.
   */
  source: z.enum(['kept', 'model', 'lexicon', 'user']),
})
export type MarkedWord = z.infer<typeof MarkedWord>

const Word = z.string().min(1).max(200)
const ProjectId = z.string().min(1).max(64)

/** The form that the word at one place of a text is to have. */
export const ChosenForm = z.object({ start: z.number().int().min(0), form: Word })
export type ChosenForm = z.infer<typeof ChosenForm>

const TextPlace = z.object({ start: z.number().int().min(0), end: z.number().int().min(0) })

/** A text with its marks, and what was decided about its words: every word of letters, in order. */
export const MarkedText = z.object({ text: z.string(), words: z.array(MarkedWord) })
export type MarkedText = z.infer<typeof MarkedText>

/** The form that a word has wherever it is written without marks that say otherwise. */
export const DiacriticOverride = z.object({
  /** The word without marks, in small letters. */
  word: z.string(),
  /** With its marks, in small letters, in NFC. */
  form: z.string(),
  scope: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('global') }),
    z.object({ kind: z.literal('project'), projectId: ProjectId }),
  ]),
})
export type DiacriticOverride = z.infer<typeof DiacriticOverride>

const WordOfScope = z.object({ word: Word, projectId: ProjectId.optional() })

/** The contract table's part about the marks of Yoruba. */
export const diacriticsMethods = {
  /** `chosen`: forms that a person has accepted for this text alone; their neighbours are decided beside them. */
  'diacritics.restore': {
    input: z.object({
      text: z.string().max(TEXT_LIMIT),
      projectId: ProjectId.optional(),
      chosen: z.array(ChosenForm).max(TEXT_LIMIT).optional(),
    }),
    /** `replaced`: where the dictionary has the last word, in the places of the text. */
    output: MarkedText.extend({ replaced: z.array(TextPlace).optional() }),
  },
  /** From now on, in this project or everywhere; takes the place of what was accepted of this word before. */
  'diacritics.accept': { input: WordOfScope.extend({ form: Word }), output: DiacriticOverride },
  /** Those for everywhere, and those of the project where one is given; by word. */
  'diacritics.list': {
    input: z.object({ projectId: ProjectId.optional() }),
    output: z.array(DiacriticOverride),
  },
  'diacritics.forget': { input: WordOfScope, output: z.object({}) },
} as const
