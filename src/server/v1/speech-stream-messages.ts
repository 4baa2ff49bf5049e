import { z } from 'zod'
import { LIVE_FORMATS, type LiveFormat } from '#app/live/live-sound.ts'
import { clip } from '#server/http/errors.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { SPEED } from '#shared/script.ts'
import { language, oneOf, speed } from './speech-request.ts'

const QUIET_MS = { min: 100, max: 10_000 } as const
const QUIET = 'Time without text, in milliseconds, after which a complete sentence is spoken.'
const FALLBACK =
  'Whether a built-in voice goes on where the model of a voice of a pack fails. A voice message says so.'
const NOT_BOOLEAN = 'voice_fallback must be true or false.'
/** How sound is sent: within a chunk message, or as a binary message behind it. */
const AUDIO = ['base64', 'binary'] as const
const MESSAGES = 'start, append, flush, cancel, end'

/** Settings that were asked for; undefined where nothing was said. */
export interface LiveSettingsInput {
  readonly voice?: string | undefined
  readonly language?: LanguageCode | undefined
  readonly format?: LiveFormat | undefined
  readonly speed?: number | undefined
  readonly quiet_ms?: number | undefined
  readonly audio?: (typeof AUDIO)[number] | undefined
  readonly voice_fallback?: boolean | undefined
}

/** Defaults, as in POST /v1/speech but for the format: mp3 has no place for word times. */
export const PRESET = {
  format: 'pcm_s16le',
  speed: SPEED.normal,
  quiet_ms: 500,
  audio: 'base64',
  voice_fallback: true,
} as const

const given = {
  voice: z
    .string({ error: 'voice must be a string, such as "lina".' })
    .nullish()
    .transform(leftOut)
    .describe(
      'A voice as in POST /v1/speech. Left out or blank: the default voice of the language.',
    ),
  language: language(),
  format: oneOf('format', LIVE_FORMATS)
    .nullish()
    .transform(leftOut)
    .meta({ default: PRESET.format, description: '24 kHz mono, without a header.' }),
  audio: oneOf('audio', AUDIO).nullish().transform(leftOut).meta({
    default: PRESET.audio,
    description:
      'base64: in the chunk message. binary: as a binary message behind it, whose length the chunk message has as `bytes`.',
  }),
}

const Settings = z.object({
  ...given,
  speed: speed().nullish().transform(leftOut),
  quiet_ms: quiet()
    .nullish()
    .transform(leftOut)
    .meta({ default: PRESET.quiet_ms, description: QUIET }),
  voice_fallback: z
    .boolean({ error: NOT_BOOLEAN })
    .nullish()
    .transform(leftOut)
    .meta({ default: PRESET.voice_fallback, description: FALLBACK }),
})

/** Settings in the query string, where numbers are texts. */
export const LiveQuery = z.object({
  ...given,
  speed: written(speed()).meta({
    ...{ type: 'number', minimum: SPEED.min, maximum: SPEED.max, default: PRESET.speed },
  }),
  quiet_ms: written(quiet()).meta({
    ...{ type: 'number', minimum: QUIET_MS.min, maximum: QUIET_MS.max, default: PRESET.quiet_ms },
    description: QUIET,
  }),
  voice_fallback: z
    .enum(['true', 'false', ''], { error: NOT_BOOLEAN })
    .optional()
    .transform((text) => (text ? text === 'true' : undefined))
    .meta({ type: 'boolean', default: PRESET.voice_fallback, description: FALLBACK }),
})

const Message = z.discriminatedUnion(
  'type',
  [
    Settings.extend({ type: z.literal('start') }),
    z.object({
      type: z.literal('append'),
      text: z.string({ error: 'text must be a string.' }),
    }),
    z.object({ type: z.enum(['flush', 'cancel', 'end']) }),
  ],
  { error: `type must be one of ${MESSAGES}.` },
)
export type Message = z.output<typeof Message>

/** A message as it arrives. Throws AppError('request/unreadable' or 'request/invalid'). */
export function readMessage(text: string): Message {
  const read = Message.safeParse(parsed(text))
  if (read.success) return read.data
  throw new AppError('request/invalid', read.error.issues.map(({ message }) => message).join(' '))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError(
      'request/unreadable',
      `This message is not JSON: ${clip(text)}. Send one JSON object per message, such as {"type":"append","text":"Good morning."}.`,
    )
  }
}

function leftOut<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined
}

function quiet() {
  const error = `quiet_ms must be a number from ${QUIET_MS.min} to ${QUIET_MS.max}.`
  return z.number({ error }).min(QUIET_MS.min, { error }).max(QUIET_MS.max, { error })
}

/** A number as it stands in an address; nothing there is left out. What is no number, `number` refuses. */
function written(number: z.ZodNumber) {
  return z
    .unknown()
    .transform((text) => (text === undefined || text === '' ? undefined : toNumber(text)))
    .pipe(number.optional())
    .optional()
}

function toNumber(text: unknown): number {
  return typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN
}
