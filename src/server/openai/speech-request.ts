import { z } from 'zod'
import { clip } from '#server/http/errors.ts'
import { charactersIn } from '#server/v1/text-fields.ts'
import { ADTS, type EncodedFormat, FORMATS } from '#shared/formats.ts'
import {
  LANGUAGES,
  type LanguageCode,
  languageOf,
  namedCodes,
} from '#shared/languages/languages.ts'
import { SPEED } from '#shared/script.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { STYLE_WORDS } from './instructions.ts'
import { isModel, isTranscriptionModel, MODELS } from './models.ts'
import { OPENAI_VOICES } from './voice-names.ts'

interface ResponseFormat {
  readonly format: EncodedFormat
  /** Media type as OpenAI's API sends it. */
  readonly mediaType: string
  readonly extension: string
}

/** OpenAI's name of each format: what is made, and how it is labelled. */
export const RESPONSE_FORMATS = {
  mp3: { format: 'mp3', ...labelled('audio/mpeg', FORMATS.mp3.extension) },
  opus: { format: 'ogg_opus', ...labelled('audio/opus', FORMATS.ogg_opus.extension) },
  aac: { format: 'adts', ...labelled(ADTS.mediaType, ADTS.extension) },
  flac: { format: 'flac', ...labelled('audio/flac', FORMATS.flac.extension) },
  wav: { format: 'wav', ...labelled('audio/wav', FORMATS.wav.extension) },
  pcm: { format: 'pcm_s16le', ...labelled('audio/pcm', FORMATS.pcm_s16le.extension) },
} as const satisfies Readonly<Record<string, ResponseFormat>>

type FormatName = keyof typeof RESPONSE_FORMATS
const FORMAT_NAMES = Object.keys(RESPONSE_FORMATS) as readonly FormatName[]
const STREAM_FORMATS = ['audio', 'sse'] as const
/** Range of OpenAI's API. The voices themselves go from 0.7 to 1.2; beyond that their sound is stretched. */
export const PACE = { min: 0.25, max: 4 } as const

/**
 * The body of POST /v1/audio/speech. Unknown parameters are ignored; `null` for an optional one is leaving it out. A body without a voice, whose
 * model is none of ours, names a voice there, as tools made for LocalAI do.
 */
export const audioSpeechRequest = ({
  voices,
  textLimit,
}: {
  readonly voices: readonly VoiceInfo[]
  readonly textLimit: number
}) =>
  z
    .object(
      {
        model: z
          .string({ error: mustBe('model', 'a string') })
          .meta({ description: `One of ${MODELS.join(', ')}.`, examples: [MODELS[0]] }),
        input: input(textLimit),
        voice: voice(voices).optional(),
        response_format: optional(oneOf('response_format', FORMAT_NAMES), 'mp3').describe(
          'opus is Ogg, aac is ADTS, pcm is 24 kHz mono, 16 bit little endian, without a header.',
        ),
        speed: optional(speed(), SPEED.normal).describe('The pace; the pitch stays.'),
        stream_format: optional(oneOf('stream_format', STREAM_FORMATS), 'audio').describe(
          'audio: the bytes as they are made. sse: the same in events. Works with every model.',
        ),
        instructions: optional(
          z.string({ error: mustBe('instructions', 'a string') }),
          '',
        ).describe(
          `How to speak, in English. These words, and their forms, do something: ${Object.keys(STYLE_WORDS).join(', ')}; all others are ignored. The header X-Instructions-Used says which were found.`,
        ),
        language: language(),
      },
      {
        error:
          'Send a JSON object, such as {"model": "griot-1", "input": "Good morning.", "voice": "lina"}.',
      },
    )
    .meta({ id: 'AudioSpeechRequest' })
    .transform(({ voice: named, ...body }, context) => {
      if (named !== undefined) return { ...body, voice: named }
      const { model } = body
      if (!isModel(model) && !isTranscriptionModel(model))
        return { ...body, voice: model, model: MODELS[0] }
      const message = mustBe('voice', 'a string')({ input: undefined })
      context.addIssue({ code: 'custom', path: ['voice'], message })
      return z.NEVER
    })

function input(limit: number) {
  return z
    .string({ error: mustBe('input', 'a string') })
    .max(limit, {
      error: ({ input: given }) =>
        `Invalid 'input': string too long. Expected a string with maximum length ${limit}, but got a string with length ${charactersIn(given)} instead. Split it into several requests.`,
    })
    .refine((text) => text.trim() !== '', {
      error: "Invalid 'input': empty string. Write something to be spoken.",
    })
    .meta({
      description: `What is spoken: at most ${limit.toLocaleString('en')} characters, where OpenAI takes 4,096.`,
      minLength: 1,
      examples: ['Good morning from Lagos.'],
    })
}

/** A name, or an object with the id of a custom voice; a string either way. */
function voice(voices: readonly VoiceInfo[]) {
  const meanings = Object.entries(OPENAI_VOICES).map(([theirs, ours]) => `${theirs} (${ours})`)
  return z
    .union([z.string(), z.strictObject({ id: z.string() })], {
      error: mustBe('voice', 'a string, or an object such as {"id": "voice_1234"}'),
    })
    .transform((given) => (typeof given === 'string' ? given : given.id))
    .meta({
      description: `A voice name in any letter case: ${voices.map(({ name }) => name).join(', ')}; the id of a custom voice of yours, as it is or in an object; or a name of OpenAI’s, which stands for one of ours: ${meanings.join(', ')}. May be left out only if \`model\` names the voice, as tools made for LocalAI do.`,
      examples: ['lina'],
    })
}

/** A language by its code or its English name; undefined where it is to be detected. */
function language() {
  return z
    .string({ error: mustBe('language', 'a string') })
    .nullish()
    .transform((given, context): LanguageCode | undefined => {
      const name = given?.trim().toLowerCase() ?? ''
      if (name === '' || name === 'auto') return undefined
      const named = LANGUAGES.find((known) => known.name.toLowerCase() === name)?.code
      const code = named ?? languageOf(name)
      if (code) return code
      const message = `Invalid value for 'language': ${clip(name)}. Supported values are: ${namedCodes(LANGUAGES)}, auto.`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .meta({
      description: `Not of OpenAI: the language of the text, ${namedCodes(LANGUAGES)}. Left out, or "auto": detected.`,
      examples: ['yo'],
    })
}

function speed() {
  const expected = (word: string, bound: number) => (issue: { readonly input?: unknown }) =>
    `Invalid 'speed': decimal ${word} value. Expected a value ${word === 'below minimum' ? '>=' : '<='} ${bound}, but got ${issue.input} instead.`
  return z
    .number({ error: mustBe('speed', 'a number') })
    .min(PACE.min, { error: expected('below minimum', PACE.min) })
    .max(PACE.max, { error: expected('above maximum', PACE.max) })
}

function optional<S extends z.ZodType>(schema: S, value: z.output<S>) {
  return schema
    .nullish()
    .transform((given): z.output<S> => given ?? value)
    .meta({ default: value })
}

function oneOf<const V extends readonly string[]>(field: string, values: V) {
  return z.enum(values, {
    error: ({ input: given }) =>
      typeof given === 'string'
        ? `Invalid value: ${clip(given)}. Supported values of '${field}' are: ${values.join(', ')}.`
        : mustBe(field, `one of ${values.join(', ')}`)({ input: given }),
  })
}

function mustBe(field: string, what: string) {
  return ({ input: given }: { readonly input?: unknown }): string =>
    given === undefined
      ? `Missing required parameter: '${field}'.`
      : `Invalid type for '${field}': expected ${what}, but got ${kindOf(given)} instead.`
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function labelled<const T extends string>(mediaType: T, extension: string) {
  return { mediaType, extension }
}
