import { z } from 'zod'
import { clip } from '#server/http/errors.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { optionalLanguageField } from './text-fields.ts'

/** Samples a second of the sound that a live transcription takes. */
const RATES = [16_000, 24_000] as const
type Rate = (typeof RATES)[number]

const MOST_WORDS = 2_000

/** Settings in the query string. */
export const TranscriptionQuery = z.object({
  language: optionalLanguageField('language', 'it is detected.'),
  sample_rate: z
    .enum(RATES.map(String) as ['16000', '24000'], {
      error: ({ input }) =>
        `sample_rate must be ${RATES.join(' or ')}; it is ${clip(String(input))}.`,
    })
    .optional()
    .transform((rate): Rate => (rate === '24000' ? 24_000 : 16_000))
    .meta({ default: '16000', description: 'Samples a second.' }),
  special_words: z
    .string()
    .max(MOST_WORDS, { error: `special_words has more than ${MOST_WORDS} characters.` })
    .optional()
    .transform((words = '') =>
      words
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    )
    .meta({ description: 'Names and words that are likely to be said, separated by commas.' }),
})
export interface TranscriptionQuery {
  readonly language: LanguageCode | undefined
  readonly sample_rate: Rate
  readonly special_words: readonly string[]
}

const Message = z.object({ type: z.literal('end') }, { error: 'type must be "end".' })

/** A message that is no sound. Throws AppError('request/unreadable' or 'request/invalid'). */
export function readEnd(text: string): void {
  const read = Message.safeParse(parsed(text))
  if (!read.success)
    throw new AppError(
      'request/invalid',
      'Send sound in binary messages, and {"type":"end"} when there is no more.',
    )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError(
      'request/unreadable',
      `This message is neither sound nor JSON: ${clip(text)}. Send sound in binary messages.`,
    )
  }
}
