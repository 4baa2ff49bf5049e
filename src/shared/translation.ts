import { z } from 'zod'
import { LANGUAGES } from './languages/languages.ts'

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

/** A sentence or line with its translation as a person wants it. */
export const RememberedDraft = z
  .object({
    sourceLanguage: Language,
    targetLanguage: Language,
    source: remembered('source'),
    target: remembered('target'),
  })
  .refine((entry) => entry.sourceLanguage !== entry.targetLanguage, {
    error: 'The two languages are the same.',
  })
export type RememberedDraft = z.infer<typeof RememberedDraft>

/** An entry of the translation memory. Times in RFC 3339, UTC. */
export interface Remembered extends RememberedDraft {
  readonly id: number
  readonly createdAt: string
  readonly updatedAt: string
}
