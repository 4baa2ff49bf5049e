import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import type { OnText, Transcript } from '#app/services/transcribe/transcriber.ts'
import {
  MAX_SOUND_BYTES,
  TOO_LARGE_ADVICE,
  type TranscriptionJob,
} from '#app/services/transcription-service.ts'
import { InvalidRequest, readInput, refuse } from '#server/http/errors.ts'
import { readForm } from '#server/http/multipart.ts'
import { type Api, callerOf, type Operation } from '#server/http/operation.ts'
import { EVENT_STREAM } from '#server/http/server-sent-events.ts'
import { disconnectSignal, type StreamOptions, sendStream } from '#server/http/stream.ts'
import { languageOf } from '#shared/languages/languages.ts'
import { lateOpenAiFailure, OPENAI, OPENAI_FAILURES } from './failure.ts'
import { isTranscriptionModel, unknownTranscriptionModel } from './models.ts'
import { TranscriptEvent, transcriptEvents } from './transcript-events.ts'
import {
  TRANSCRIPT_TYPES,
  TranscriptJson,
  TranscriptVerbose,
  timestampFor,
  transcriptBody,
} from './transcript-formats.ts'
import {
  AUDIO_TRANSCRIPTION_FORM,
  fieldsOf,
  TRANSCRIPTION_LIMITS,
  TRANSLATION_FORM,
  TranscriptionFields,
} from './transcription-form.ts'

const TEXT = { type: 'string' } as const
const RESPONSES: Operation['responses'] = {
  ...OPENAI_FAILURES,
  404: { description: 'There is no such model.' },
  413: {
    description: `The recording is larger than ${MAX_SOUND_BYTES.toLocaleString('en')} bytes, or the form has too many parts.`,
  },
  429: {
    description: 'Too many recordings are being transcribed.',
    headers: { 'Retry-After': 'Seconds to wait before the next attempt: 1 to 60.' },
  },
  503: {
    description:
      'Nothing here transcribes, or it has failed, or Griot is starting or shutting down; `error.message` says what to do.',
    headers: { 'x-should-retry': '"false" where another attempt does not help.' },
  },
}
const SHARED = {
  method: 'POST',
  tag: 'speech',
  scope: 'text',
  guests: true,
  invalidStatus: 400,
  dialect: OPENAI,
} as const

/** POST /v1/audio/transcriptions and /v1/audio/translations: recorded speech in, its words out, as OpenAI's API has it. */
export function addAudioTranscriptions({ add }: Api, app: App, options: StreamOptions): void {
  add(
    {
      ...{ ...SHARED, path: '/v1/audio/transcriptions', id: 'createTranscription' },
      summary: 'Transcribe recorded speech, as OpenAI does',
      description:
        'For tools that are made for OpenAI’s API. An installed pack of models writes it down, else the server that Griot was told to use. Speakers are not told apart: `diarized_json` is refused.',
      form: AUDIO_TRANSCRIPTION_FORM,
      responses: {
        200: {
          description: 'The transcript in the format asked for, or events of its text.',
          content: {
            'application/json': TranscriptVerbose.or(TranscriptJson),
            ...{ 'text/plain': TEXT, 'application/x-subrip': TEXT, 'text/vtt': TEXT },
            'text/event-stream': TranscriptEvent,
          },
          headers: { 'X-Transcription-Provider': 'Who has written it down; not with events.' },
        },
        ...RESPONSES,
      },
    },
    async ({ request, reply }) => {
      const order = await takeOrder(app, request, reply)
      if (!order) return reply
      const { fields, job, disconnected } = order
      const run = (onText?: OnText): Promise<Transcript> =>
        job.transcribe(
          {
            language: fields.language,
            specialWords: fields.specialWords,
            timestamp: timestampFor(fields),
          },
          disconnected,
          onText,
        )
      if (fields.stream === 'true' && fields.model !== 'whisper-1') {
        const describe = (error: unknown) =>
          lateOpenAiFailure(error, request, disconnected, options.onBug)
        reply.header('content-type', EVENT_STREAM)
        return sendStream(reply, transcriptEvents(run, describe, job.close), options)
      }
      const transcript = await run().finally(job.close)
      const language = transcript.language ?? (await app.languages.identify(transcript.text))
      return sendTranscript(reply, { ...transcript, language }, fields, 'transcribe')
    },
  )
  add(
    {
      ...{ ...SHARED, path: '/v1/audio/translations', id: 'createTranslation' },
      summary: 'Transcribe recorded speech into English, as OpenAI does',
      description:
        'The transcript is translated as `POST /v1/translate` does it, sentence by sentence for formats with times.',
      form: TRANSLATION_FORM,
      responses: {
        200: {
          description: 'English, in the format asked for.',
          content: {
            'application/json': TranscriptVerbose.or(TranscriptJson),
            ...{ 'text/plain': TEXT, 'application/x-subrip': TEXT, 'text/vtt': TEXT },
          },
          headers: {
            'X-Transcription-Provider': 'Who has written it down.',
            'X-Translation-Provider': 'Who has translated it, as `POST /v1/translate` says it.',
            'X-Translation-Quality': 'How far the translation can be trusted, as there.',
            'X-Translation-Licence': 'Licences of the models that have translated, as there.',
            'X-Translation-Doubts':
              'How many places of the translation leave doubt; `POST /v1/translate` names them.',
          },
        },
        ...RESPONSES,
      },
    },
    async ({ request, reply }) => {
      const order = await takeOrder(app, request, reply)
      if (!order) return reply
      const { fields, job, disconnected } = order
      const { specialWords } = fields
      const timestamp = timestampFor({ ...fields, granularities: [] })
      const heard = await job
        .transcribe({ language: undefined, specialWords, timestamp }, disconnected)
        .finally(job.close)
      const { transcript, providers, grades, licences, doubts } = await inEnglish(
        app,
        heard,
        disconnected,
      )
      reply.headers({
        'x-translation-provider': [...providers].join(', ') || 'none',
        'x-translation-quality': [...grades].join(', ') || 'unchanged',
        'x-translation-doubts': String(doubts),
        ...(licences.size > 0 ? { 'x-translation-licence': [...licences].join(', ') } : {}),
      })
      return sendTranscript(reply, transcript, { ...fields, granularities: [] }, 'translate')
    },
  )
}

/** Reads the form and takes its file; undefined where the model is unknown, which was answered. The caller closes the job. */
async function takeOrder(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<
  | {
      readonly fields: TranscriptionFields
      readonly job: TranscriptionJob
      readonly disconnected: AbortSignal
    }
  | undefined
> {
  const disconnected = disconnectSignal(reply)
  const job = await app.transcripts.open(callerOf(request))
  try {
    let size = 0
    const spec = {
      fields: TRANSCRIPTION_LIMITS,
      files: { file: MAX_SOUND_BYTES },
      advice: TOO_LARGE_ADVICE,
    }
    const form = await readForm(request, spec, async (_name, { bytes }) => {
      size += await job.take(bytes)
    })
    const fields = readInput(TranscriptionFields, fieldsOf(form), 'body')
    if (!isTranscriptionModel(fields.model)) {
      refuse(reply, 404, unknownTranscriptionModel(fields.model))
      await job.close()
      return undefined
    }
    if (size === 0)
      throw new InvalidRequest([
        { loc: ['body', 'file'], msg: "Missing required parameter: 'file'.", type: 'missing' },
      ])
    return { fields, job, disconnected }
  } catch (error) {
    await job.close()
    throw error
  }
}

function sendTranscript(
  reply: FastifyReply,
  transcript: Transcript,
  fields: TranscriptionFields,
  task: 'transcribe' | 'translate',
): FastifyReply {
  const type = TRANSCRIPT_TYPES[fields.response_format]
  if (transcript.provider) reply.header('x-transcription-provider', transcript.provider)
  return reply
    .header('cache-control', 'no-store')
    .type(`${type}; charset=utf-8`)
    .send(transcriptBody(transcript, fields, task))
}

interface English {
  readonly transcript: Transcript
  /** Who has translated, and how well, in the order of the sentences. */
  readonly providers: ReadonlySet<string>
  readonly grades: ReadonlySet<string>
  readonly licences: ReadonlySet<string>
  /** How many places in the translation leave doubt. */
  readonly doubts: number
}

/** What is said, in English: its text, and each of its sentences where they have times. */
async function inEnglish(app: App, heard: Transcript, signal: AbortSignal): Promise<English> {
  const source = heard.language === undefined ? undefined : languageOf(heard.language)
  const providers = new Set<string>()
  const grades = new Set<string>()
  const licences = new Set<string>()
  let doubts = 0
  const translated = async (text: string): Promise<string> => {
    const order = { text, source, target: 'en', tone: 'neutral', formality: 'casual' } as const
    const english = await app.texts.translate({ ...order, account: undefined }, signal)
    for (const provider of english.providers) providers.add(provider)
    for (const grade of english.grades) grades.add(grade)
    for (const { id } of english.licences) licences.add(id)
    doubts += english.doubts.length
    return english.text
  }
  const whole = heard.segments === undefined ? await translated(heard.text) : undefined
  const segments = []
  for (const segment of heard.segments ?? [])
    segments.push({ ...segment, text: await translated(segment.text) })
  const text = whole ?? segments.map((segment) => segment.text).join(' ')
  const spoken = whole === undefined ? { segments, words: undefined } : {}
  return { transcript: { ...heard, text, ...spoken }, providers, grades, licences, doubts }
}
