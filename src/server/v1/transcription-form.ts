import { z } from 'zod'
import { TIMESTAMPS } from '#app/services/transcribe/transcriber.ts'
import type { Json } from '#server/http/operation.ts'
import { TEXT_LIMIT } from '#shared/script.ts'
import { choiceField, optionalLanguageField } from './text-fields.ts'

const MAX_SPECIAL_WORDS = 2_000

/** The most characters of each field. */
export const FIELD_LIMITS = {
  content: 2_048,
  url: 2_048,
  language: 35,
  special_words: MAX_SPECIAL_WORDS,
  timestamp: 20,
  expected_text: TEXT_LIMIT,
} as const

/** The form as the API's description shows it. `model` of old clients is read over, as all other fields. */
export const TRANSCRIPTION_FORM: Json = {
  type: 'object',
  properties: {
    content: {
      description:
        'A sound file (mp3, wav, m4a, ogg, webm, flac, aac, aiff, caf or wma); or, as text, an https URL of one, or the UUID of an uploaded file. Of two parts, one may be empty. A file that holds nothing but such a text counts as that text.',
      anyOf: [
        { type: 'string', format: 'binary' },
        { type: 'string', maxLength: FIELD_LIMITS.content },
      ],
    },
    url: {
      type: 'string',
      maxLength: FIELD_LIMITS.url,
      deprecated: true,
      description: 'The former name of a link in `content`; read where that is not sent.',
    },
    language: {
      type: 'string',
      maxLength: FIELD_LIMITS.language,
      description: 'ISO 639 code of the language spoken. Left out: detected.',
      examples: ['yo'],
    },
    special_words: {
      type: 'string',
      maxLength: MAX_SPECIAL_WORDS,
      description: 'Names and words that are likely to be said, separated by commas.',
      examples: ['Olúwaṣeun, Ìbàdàn'],
    },
    timestamp: { type: 'string', enum: TIMESTAMPS, default: 'none' },
    expected_text: {
      type: 'string',
      maxLength: FIELD_LIMITS.expected_text,
      description:
        'What should be read in the recording. The answer then has `reading`: the words that are missing, too many, repeated or different.',
      examples: ['Rice is ₦1,850 a kilo today.'],
    },
  },
}

/** The fields beside `content`, each as text; what is left out, or empty, is undefined. */
export const TranscriptionFields = z.object({
  language: optionalLanguageField('language', 'it is detected.'),
  special_words: z
    .string()
    .optional()
    .transform((words = '') =>
      words
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
  timestamp: choiceField('timestamp', TIMESTAMPS),
  expected_text: z.string().optional(),
})
