import { z } from 'zod'
import { clip } from '#server/http/errors.ts'
import type { SpeakRequest } from '#shared/api.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { BITRATES, FORMAT_NAMES, SAMPLE_RATES, TELEPHONE_FORMATS } from '#shared/formats.ts'
import { SPEED } from '#shared/script.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { numbersField } from './numbers-field.ts'
import { charactersIn, optionalLanguageField } from './text-fields.ts'

const STREAM_FORMATS = ['audio', 'sse'] as const

/** The body of POST /v1/speech. Fields it does not name are ignored, and `null` counts as left out. */
export const speechRequest = ({
  voices,
  textLimit,
}: {
  readonly voices: readonly VoiceInfo[]
  readonly textLimit: number
}) =>
  z
    .object(
      {
        text: text(textLimit),
        voice: z
          .string({
            error: needed('voice', 'a string, such as "lina", or "" for the default voice'),
          })
          .meta({
            description: `A voice name in any letter case, or a blank string for the default voice of the language. Voices: ${namesOf(voices)}.`,
            examples: ['lina'],
          }),
        language: language(),
        format: optional(oneOf('format', FORMAT_NAMES), 'mp3'),
        bitrate: optional(oneOf('bitrate', BITRATES), '128k').describe(
          'For mp3, ogg_opus, webm_opus and m3u8. At 24 kHz the maximum of mp3 is 160k and of the AAC in m3u8 144k: 192k gives that, and X-Audio-Bitrate names it.',
        ),
        sample_rate: optional(
          z
            .literal(SAMPLE_RATES, {
              error: `sample_rate must be the number ${SAMPLE_RATES.join(' or ')}.`,
            })
            .meta({ type: 'integer' }),
          SAMPLE_RATE,
        ).describe(
          `In Hz. 8000, as used by telephones, works with ${TELEPHONE_FORMATS.join(', ')}.`,
        ),
        speed: optional(speed(), SPEED.normal).describe('The pace; the pitch stays.'),
        numbers: numbersField(),
        stream_format: optional(oneOf('stream_format', STREAM_FORMATS), 'audio').describe(
          'audio: the bytes as they are made. sse: the same in events, with the times of words and phones; not for m3u8.',
        ),
        timings: optional(z.boolean({ error: 'timings must be true or false.' }), false).describe(
          'Whether the times of words and phones are kept as a file of yours; the header Link says where. Not for guests, m3u8, and `X-Data-Retention: false`.',
        ),
      },
      { error: 'Send a JSON object, such as {"text": "Good morning.", "voice": "lina"}.' },
    )
    .refine(
      ({ format, sample_rate }) =>
        sample_rate === SAMPLE_RATE || TELEPHONE_FORMATS.includes(format),
      {
        path: ['sample_rate'],
        error: `sample_rate 8000 works with the formats ${TELEPHONE_FORMATS.join(', ')}; all others need ${SAMPLE_RATE}.`,
      },
    )
    .refine(({ format, stream_format }) => format !== 'm3u8' || stream_format === 'audio', {
      path: ['stream_format'],
      error: 'stream_format sse needs another format than m3u8, which is a list of addresses.',
    })
    // Whose voices count is known to the handler alone.
    .transform(
      ({ text, voice, language, speed, numbers, format, bitrate, sample_rate, ...rest }) => {
        const request: SpeakRequest = { text, voice, speed, language, numbers }
        const { stream_format: streamFormat, timings: keepsTimings } = rest
        return { request, format, bitrate, sampleRate: sample_rate, streamFormat, keepsTimings }
      },
    )
    .meta({ id: 'SpeechRequest' })

function text(limit: number) {
  return z
    .string({ error: needed('text', 'a string') })
    .max(limit, {
      error: ({ input }) =>
        `text has ${charactersIn(input)} characters; at most ${limit} are allowed. Split it into several requests.`,
    })
    .refine((value) => value.trim() !== '', {
      error: 'text is empty: write something to be spoken.',
    })
    .meta({ description: 'What is spoken.', minLength: 1, examples: ['Good morning from Lagos.'] })
}

/** Field for an optional language, by its ISO 639 code; undefined where it is left out, null or blank. */
export function language() {
  return optionalLanguageField(
    'language',
    "detected from the text; where that is uncertain, the voice's own language.",
  )
}

/** Field for a pace from `SPEED.min` to `SPEED.max`. */
export function speed() {
  const range = `from ${SPEED.min} to ${SPEED.max}`
  const error = `speed must be a number ${range}.`
  return z.number({ error }).min(SPEED.min, { error }).max(SPEED.max, { error })
}

/** A field that may be left out or null. */
function optional<S extends z.ZodType>(schema: S, value: z.output<S>) {
  return schema
    .nullish()
    .transform((given): z.output<S> => given ?? value)
    .meta({ default: value })
}

/** Field for one of `values`. The error message names `field`, all values and what was sent. */
export function oneOf<const V extends readonly string[]>(field: string, values: V) {
  return z.enum(values, {
    error: ({ input }) => {
      const given = typeof input === 'string' ? clip(input) : `a ${typeof input}`
      return `${field} must be one of ${values.join(', ')}; it is ${given}.`
    },
  })
}

function needed(field: string, what: string) {
  return ({ input }: { readonly input?: unknown }): string =>
    input === undefined || input === null ? `${field} is missing.` : `${field} must be ${what}.`
}

function namesOf(voices: readonly VoiceInfo[]): string {
  return voices.map(({ name }) => name).join(', ')
}
