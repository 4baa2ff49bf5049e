import { z } from 'zod'
import { Doubt } from './doubts.ts'
import { LANGUAGES } from './languages/languages.ts'
import { TEXT_LIMIT } from './script.ts'

export const TONES = ['neutral', 'warm', 'professional', 'narration'] as const
export const FORMALITIES = ['casual', 'formal'] as const

/** How a translation should sound. The first of each is what counts where nothing is said. */
export interface TranslationStyle {
  readonly tone: (typeof TONES)[number]
  readonly formality: (typeof FORMALITIES)[number]
}

/** Whether a style asks for nothing special. */
export function isPlainStyle({ tone, formality }: TranslationStyle): boolean {
  return tone === 'neutral' && formality === 'casual'
}

/** Limits of the translation memory: characters of a sentence or line, entries of an account. */
export const MEMORY_LIMITS = { text: 2_000, entries: 10_000 } as const

const Language = z.enum(LANGUAGES.map(({ code }) => code))

/** One spelling of what a person typed: NFC, no spaces at the edges, no control characters. */
function remembered(name: string) {
  return z
    .string({ error: `${name} must be a string.` })
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, `${name} is empty.`)
        .max(MEMORY_LIMITS.text, `${name} has more than ${MEMORY_LIMITS.text} characters.`)
        .regex(/\p{L}/u, `${name} has no letter.`)
        .regex(
          /^[^\p{Cc}\p{Cs}\p{Co}]*$/u,
          `${name} must be one line, without control characters.`,
        ),
    )
}

const RememberedFields = z.object({
  sourceLanguage: Language,
  targetLanguage: Language,
  source: remembered('source'),
  target: remembered('target'),
})

/** A sentence or line with its translation as a person wants it. */
export const RememberedDraft = RememberedFields.refine(
  (entry) => entry.sourceLanguage !== entry.targetLanguage,
  { error: 'The two languages are the same.' },
)
export type RememberedDraft = z.infer<typeof RememberedDraft>

/** An entry of the translation memory. Times in RFC 3339, UTC. */
export const Remembered = RememberedFields.extend({
  id: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Remembered = z.infer<typeof Remembered>

/** A similar sentence of the translation memory, which was not used. */
const Offer = z.object({
  sentence: z.string(),
  source: z.string(),
  target: z.string(),
  similarity: z.number(),
})
const JobId = z.object({ jobId: z.uuid() })
const Id = z.object({ id: z.number().int() })

/** The contract table's part about translation. The studio works for the owner. */
export const translationMethods = {
  /** Answers in `translate.part` and `translate.done`; `job.cancel` stops it. */
  'translate.start': {
    input: JobId.extend({
      text: z.string().max(TEXT_LIMIT),
      /** Left out: told from the text. */
      source: Language.optional(),
      target: Language,
      tone: z.enum(TONES).default(TONES[0]),
      formality: z.enum(FORMALITIES).default(FORMALITIES[0]),
    }),
    output: z.object({}),
  },
  /** Newest first; `before`: the id of the last one of the page before. */
  'translations.list': {
    input: z.object({
      before: z.number().int().default(Number.MAX_SAFE_INTEGER),
      limit: z.number().int().min(1).max(500).default(100),
      sourceLanguage: Language.optional(),
      targetLanguage: Language.optional(),
    }),
    output: z.array(Remembered),
  },
  'translations.remember': { input: RememberedDraft, output: Remembered },
  'translations.forget': { input: Id, output: Remembered },
} as const

/** The events of translation. */
export const translationEvents = {
  /** The next part of the translation; `done` and `total` in UTF-16 units of the text. */
  'translate.part': JobId.extend({ text: z.string(), done: z.number(), total: z.number() }),
  /** Who has translated, and how well, as the API's `provider`, `quality`, `notices`, `offers` and `doubts` say it. */
  'translate.done': JobId.extend({
    providers: z.array(z.string()),
    qualities: z.array(z.string()),
    isStyleUsed: z.boolean(),
    notices: z.array(z.string()),
    offers: z.array(Offer),
    doubts: z.array(Doubt),
    licences: z.array(
      z.object({ provider: z.string(), id: z.string(), commercialUse: z.boolean() }),
    ),
    /** Model and host of the server that has translated. */
    server: z.string().optional(),
  }),
} as const
