import { z } from 'zod'
import { clip } from '#server/http/errors.ts'
import { isPresent } from '#server/http/multipart.ts'
import type { Json } from '#server/http/operation.ts'
import {
  LANGUAGES,
  type LanguageCode,
  languageOf,
  namedCodes,
} from '#shared/languages/languages.ts'

export const TRANSCRIPT_FORMATS = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number]
const GRANULARITIES = ['word', 'segment'] as const

const MOST_PROMPT = 4_096
/** A part of a prompt between commas is a name; a longer one is a sentence, which is read over. */
const MOST_WORDS_OF_NAME = 4

/** The most characters of each field. Arrays come with and without brackets. */
export const TRANSCRIPTION_LIMITS = {
  ...{ model: 256, language: 35, prompt: MOST_PROMPT, response_format: 40, stream: 10 },
  ...{ temperature: 20, 'timestamp_granularities[]': 40, timestamp_granularities: 40 },
  ...{ 'keywords[]': 200, keywords: 200, 'languages[]': 35 },
} as const

const file: Json = {
  type: 'string',
  format: 'binary',
  description:
    'A sound file: mp3, wav, m4a, ogg, webm, flac, aac, aiff, caf or wma, of at most 25 MB, told by its bytes.',
}
const prompt: Json = {
  type: 'string',
  maxLength: MOST_PROMPT,
  description:
    'Names and words that are likely to be said, separated by commas. Sentences are read over.',
}
const model: Json = {
  type: 'string',
  description: 'A name from `GET /v1/models`.',
  examples: ['whisper-1'],
}

export const TRANSLATION_FORM: Json = {
  type: 'object',
  required: ['file', 'model'],
  properties: {
    ...{ file, model, prompt },
    response_format: { type: 'string', enum: TRANSCRIPT_FORMATS, default: 'json' },
    temperature: { type: 'number', description: 'Read over.' },
  },
}

export const AUDIO_TRANSCRIPTION_FORM: Json = {
  ...TRANSLATION_FORM,
  properties: {
    ...Object(TRANSLATION_FORM['properties']),
    language: {
      type: 'string',
      description: `ISO 639 code of what is spoken: ${namedCodes(LANGUAGES)}. Left out: detected.`,
      examples: ['yo'],
    },
    'keywords[]': {
      type: 'array',
      items: { type: 'string' },
      description: 'Words that are likely to be said.',
    },
    'timestamp_granularities[]': {
      type: 'array',
      items: { type: 'string', enum: GRANULARITIES },
      description: 'For `verbose_json`: left out, segments.',
    },
    stream: {
      type: 'boolean',
      default: false,
      description: 'Events of the text as it is written down; not for `whisper-1`.',
    },
  },
}

const choice = <const V extends readonly [string, ...string[]]>(name: string, values: V) =>
  z.enum(values, {
    error: ({ input }) =>
      `Invalid value for '${name}': ${clip(String(input))}. Supported values: ${values.join(', ')}.`,
  })

/** The fields of either form, each as a list of texts without empty ones. */
export const TranscriptionFields = z.object({
  model: z.string({ error: "Missing required parameter: 'model'." }),
  language: z
    .string()
    .optional()
    .transform((tag, context): LanguageCode | undefined => {
      const code = tag === undefined ? undefined : languageOf(tag)
      if (tag !== undefined && code === undefined)
        context.addIssue({
          code: 'custom',
          message: `The language ${clip(tag)} is not supported. Supported: ${namedCodes(LANGUAGES)}.`,
        })
      return code
    }),
  specialWords: z.array(z.string()).max(200, { error: 'At most 200 keywords are taken.' }),
  response_format: choice('response_format', TRANSCRIPT_FORMATS).default('json'),
  granularities: z.array(choice('timestamp_granularities', GRANULARITIES)),
  stream: choice('stream', ['true', 'false']).default('false'),
})
export type TranscriptionFields = z.output<typeof TranscriptionFields>

/** The values of a form as `TranscriptionFields` reads them. */
export function fieldsOf(form: Readonly<Record<string, readonly string[]>>): Json {
  const all = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => form[name] ?? []).filter(isPresent)
  const languages = all('language', 'languages[]')
  return {
    model: all('model')[0],
    // Of several languages, none is named.
    language: languages.length === 1 ? languages[0] : undefined,
    specialWords: [...all('keywords[]', 'keywords'), ...namesIn(all('prompt')[0] ?? '')],
    response_format: all('response_format')[0],
    granularities: all('timestamp_granularities[]', 'timestamp_granularities'),
    stream: all('stream')[0]?.toLowerCase(),
  }
}

function namesIn(text: string): readonly string[] {
  return text
    .split(/[,;\n]/)
    .map((name) => name.trim().replace(/[.!?]$/u, ''))
    .filter((name) => name !== '' && name.split(/\s+/u).length <= MOST_WORDS_OF_NAME)
}
