import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import { readBack } from '#app/read-back/read-back.ts'
import {
  type Transcript,
  type TranscriptionRequest,
  timesOf,
} from '#app/services/transcribe/transcriber.ts'
import {
  MAX_SOUND_BYTES,
  TOO_LARGE_ADVICE,
  type TranscriptionJob,
} from '#app/services/transcription-service.ts'
import { InvalidRequest, readInput } from '#server/http/errors.ts'
import { isPresent, readForm } from '#server/http/multipart.ts'
import { type Api, callerOf } from '#server/http/operation.ts'
import { disconnectSignal } from '#server/http/stream.ts'
import { AppError } from '#shared/errors.ts'
import { Reading, ReadingFinding } from '#shared/reading.ts'
import { FIELD_LIMITS, TRANSCRIPTION_FORM, TranscriptionFields } from './transcription-form.ts'
import { uuidIn } from './uuid.ts'

const FILE_LINK_SECONDS = 60
const NO_CONTENT =
  'content is missing: send a sound file, an https URL of one, or the UUID of an uploaded file.'

const Segment = z.object({
  text: z.string(),
  start: z.number().meta({ description: 'In seconds.' }),
  end: z.number().meta({ description: 'In seconds.' }),
})
const Segments = z.array(Segment).nullable()
const Finding = ReadingFinding.omit({ isSure: true })
  .extend({
    sure: z.boolean().meta({
      description:
        'Whether the sound itself speaks against the text; false: only the words that were heard do, which may be wrong.',
    }),
  })
  .meta({
    description:
      'A place where the reading differs: as it is `written` (from `from` to `to`, in UTF-16 units), as it should be said, as it was heard, and when.',
  })
const ReadingAnswer = Reading.omit({ findings: true })
  .extend({ findings: z.array(Finding) })
  .meta({ id: 'Reading' })
const Transcription = z
  .object({
    request_id: z.uuid(),
    text: z.string(),
    segments: Segments.meta({
      description: 'Sentences or words, as `timestamp` says; null for none.',
    }),
    timestamps: Segments.meta({ description: 'The same list under its former name.' }),
    detected_language: z.string().nullable().meta({ description: 'ISO 639 code, where known.' }),
    notices: z.array(z.string()).optional().meta({
      description: 'Packs that failed and for which another one or the service stood in, in words.',
    }),
    reading: ReadingAnswer.optional().meta({
      description:
        'With `expected_text`: how the recording differs from it. `basis` is `sound` where doubtful words were compared with the sound, and `words` where only the words could be.',
    }),
  })
  .meta({ id: 'Transcription' })

/** POST /v1/transcriptions: recorded speech in, its words out. */
export function addTranscriptions({ add }: Api, app: App): void {
  add(
    {
      method: 'POST',
      path: '/v1/transcriptions',
      id: 'transcribe',
      tag: 'speech',
      summary: 'Transcribe recorded speech',
      description:
        'The recording is a file, a link to one, or one of your uploaded files, of at most 25 MB; its format is detected from its bytes. A link is fetched over https alone, and never from an address that is not public. A guest token may send files and links, and has no uploaded files.',
      scope: 'text',
      guests: true,
      form: TRANSCRIPTION_FORM,
      responses: {
        200: {
          description: 'The transcript.',
          headers: {
            'X-Transcription-Provider': 'Who has written it down: `pack ID` or `endpoint`.',
          },
          content: { 'application/json': Transcription },
        },
        404: { description: 'The uploaded file is unknown, or of another account.' },
        409: { description: 'The file is still being uploaded.' },
        413: {
          description: `The recording is larger than ${MAX_SOUND_BYTES.toLocaleString('en')} bytes, or the form has too many parts.`,
        },
        429: {
          description:
            'Too many recordings are being transcribed, in all, for your account or with your token; or there were too many requests or connections with it, or wrong tokens from this address.',
          headers: { 'Retry-After': 'Seconds to wait before the next attempt: 1 to 60.' },
        },
        503: {
          description:
            'No pack that transcribes is installed and no transcription service is configured, or it does not answer, or too many links are being fetched, or Griot is starting or shutting down; `detail` says what to do.',
          headers: { 'x-should-retry': '"false" where another attempt does not help.' },
        },
      },
    },
    async ({ request, reply }) => {
      const disconnected = disconnectSignal(reply)
      const job = await app.transcripts.open(callerOf(request))
      try {
        const { texts, files, options, expectedText } = await readRequest(request, job)
        const [text] = texts
        if (files + texts.length !== 1) throw wrongContent(files + texts.length)
        if (text !== undefined) await takeFrom(text, job, app, callerOf(request), disconnected)
        const { transcript, reading } = await written(job, app, options, expectedText, disconnected)
        const { text: words, segments, language, provider, notices } = transcript
        if (provider) reply.header('x-transcription-provider', provider)
        const list = segments ? timesOf(segments) : null
        const answer: z.infer<typeof Transcription> = {
          request_id: request.id,
          text: words,
          segments: list,
          timestamps: list,
          detected_language: language ?? (await app.languages.identify(words)) ?? null,
          ...(notices && { notices: [...notices] }),
          ...(reading && { reading: readingAnswer(reading) }),
        }
        return reply.header('cache-control', 'no-store').send(answer)
      } finally {
        await job.close()
      }
    },
  )
}

/** The transcript; where a text is expected, compared with it. */
async function written(
  job: TranscriptionJob,
  app: App,
  options: TranscriptionRequest,
  expectedText: string | undefined,
  disconnected: AbortSignal,
): Promise<{ readonly transcript: Transcript; readonly reading?: Reading }> {
  if (expectedText === undefined) return { transcript: await job.transcribe(options, disconnected) }
  const order = { ...options, text: expectedText }
  return readBack(job.transcribe, order, app.languages.identify, disconnected)
}

function readingAnswer({ findings, ...reading }: Reading): z.infer<typeof ReadingAnswer> {
  return { ...reading, findings: findings.map(({ isSure: sure, ...rest }) => ({ ...rest, sure })) }
}

interface TranscriptionFormData {
  /** Texts among the parts `content`, without empty ones; `files` counts those that are files. */
  readonly texts: readonly string[]
  readonly files: number
  readonly options: TranscriptionRequest
  readonly expectedText: string | undefined
}

async function readRequest(
  request: FastifyRequest,
  job: TranscriptionJob,
): Promise<TranscriptionFormData> {
  let files = 0
  const named: string[] = []
  const spec = {
    fields: FIELD_LIMITS,
    files: { content: MAX_SOUND_BYTES },
    advice: TOO_LARGE_ADVICE,
  }
  const {
    content = [],
    url = [],
    ...others
  } = await readForm(request, spec, async (_name, { bytes }) => {
    // One too many is not even written down: a form may have a hundred.
    if (files > 0) return refuseSound(bytes)
    const found = await readReference(bytes)
    if (typeof found === 'string') named.push(found)
    else if ((await job.take(found)) > 0) files++
  })
  const given = Object.entries(others).map(([name, values]) => [name, values.find(isPresent)])
  const fields = readInput(TranscriptionFields, Object.fromEntries(given), 'body')
  const texts = [...content.map((text) => text.trim()), ...named].filter(isPresent)
  // The former name counts where nothing is sent under the present one.
  const former = files === 0 && texts.length === 0 ? url.filter(isPresent).slice(0, 1) : []
  return {
    texts: [...texts, ...former],
    files,
    options: {
      language: fields.language,
      specialWords: fields.special_words,
      timestamp: fields.timestamp,
    },
    expectedText: fields.expected_text,
  }
}

/**
 * A file that holds nothing but a link or the id of a file is that text: the published Python client has no other way to send
 * one. Any other file is sound.
 */
async function readReference(
  bytes: AsyncIterable<Uint8Array>,
): Promise<string | AsyncIterable<Uint8Array>> {
  const source = bytes[Symbol.asyncIterator]()
  const read: Uint8Array[] = []
  let size = 0
  let isWhole = false
  while (!isWhole && size <= FIELD_LIMITS.content) {
    const next = await source.next()
    if (next.done) isWhole = true
    else {
      read.push(next.value)
      size += next.value.length
    }
  }
  const text = isWhole ? Buffer.concat(read).toString().trim() : ''
  if (uuidIn(text) !== undefined || /^https:\/\/\S+$/.test(text)) return text
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield* read
      if (isWhole) return
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
    } finally {
      await source.return?.()
    }
  }
  return whole()
}

/** Throws at the first byte: an empty part does not count. */
async function refuseSound(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const { length } of bytes) if (length > 0) throw wrongContent(2)
}

/** A link, or the id of one of the caller's files. */
async function takeFrom(
  text: string,
  job: TranscriptionJob,
  app: App,
  caller: Caller,
  disconnected: AbortSignal,
): Promise<void> {
  const id = uuidIn(text)
  if (id === undefined) return job.fetch(text, disconnected)
  if (caller.kind === 'guest')
    throw new AppError(
      'access/forbidden',
      'A guest token has no uploaded files: send the recording itself, or use an API key.',
    )
  const link = await app.files.link(caller.account, id, FILE_LINK_SECONDS)
  const { local } = await app.files.follow(link)
  return job.use(await local(disconnected))
}

function wrongContent(count: number): InvalidRequest {
  const msg =
    count === 0 ? NO_CONTENT : 'content was sent more than once: send one recording at a time.'
  return new InvalidRequest([
    { loc: ['body', 'content'], msg, type: count === 0 ? 'missing' : 'custom' },
  ])
}
