import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import type { ReceivedRecording } from '#app/custom-voices/custom-voices.ts'
import type { TranscriptionJob } from '#app/services/transcription-service.ts'
import { clip, invalidField, refuse } from '#server/http/errors.ts'
import { readForm } from '#server/http/multipart.ts'
import { type Api, callerOf, type Json } from '#server/http/operation.ts'
import { disconnectSignal } from '#server/http/stream.ts'
import { unixSeconds } from '#server/http/unix-seconds.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import { languageOf } from '#shared/languages/languages.ts'
import type { StoredVoice } from '#storage/db/voices.ts'
import { OPENAI, OPENAI_FAILURES } from './failure.ts'
import { fieldOf, missing, requiredField } from './form-fields.ts'
import { consentIdIn } from './voice-consents.ts'

const { bytes: MAX_BYTES, name: MAX_NAME, transcript: MAX_TRANSCRIPT } = CUSTOM_VOICE_LIMITS
/** In place of words that nobody knows: a voice is then made of the sound alone. */
const NO_WORDS = '…'

const CreatedVoice = z
  .object({
    id: z.string(),
    object: z.literal('audio.voice'),
    type: z.literal('audio_sample'),
    name: z.string(),
    created_at: z.int().describe('In seconds since 1970.'),
  })
  .meta({ id: 'CreatedAudioVoice' })
const DeletedVoice = z
  .object({ id: z.string(), object: z.literal('audio.voice.deleted'), deleted: z.literal(true) })
  .meta({ id: 'DeletedAudioVoice' })

const FORM: Json = {
  type: 'object',
  required: ['audio_sample', 'consent', 'name'],
  properties: {
    audio_sample: {
      type: 'string',
      format: 'binary',
      description: `One speaker, clear speech, ${CUSTOM_VOICE_LIMITS.seconds.min} to ${CUSTOM_VOICE_LIMITS.seconds.max} s, at most ${MAX_BYTES.toLocaleString('en')} bytes.`,
    },
    consent: { type: 'string', description: 'Id from `POST /v1/audio/voice_consents`.' },
    name: { type: 'string', minLength: 1, maxLength: MAX_NAME },
    type: { type: 'string', enum: ['audio_sample'], default: 'audio_sample' },
    transcript: {
      type: 'string',
      maxLength: MAX_TRANSCRIPT,
      description:
        'Not of OpenAI: what is said in the sample, word for word. Left out: an installed pack that transcribes writes it down; without one, the voice is made of the sound alone.',
    },
  },
}
const SPEC = {
  fields: { consent: 80, name: MAX_NAME, type: 20, transcript: MAX_TRANSCRIPT },
  files: { audio_sample: MAX_BYTES },
} as const

/** POST and DELETE of /v1/audio/voices: voices of one's own, as OpenAI's API makes them. */
export function addAudioVoiceCreation({ add }: Api, app: App): void {
  const shared = { tag: 'voices', scope: 'voices', invalidStatus: 400, dialect: OPENAI } as const
  add(
    {
      ...{ ...shared, method: 'POST', path: '/v1/audio/voices', id: 'createAudioVoice' },
      summary: 'Make a voice from a sample and a consent, as OpenAI does',
      description:
        'The same as `POST /v1/voices`, with the recording of a consent in the place of a checked box: with it you state that the person who is heard in the sample agrees. Voices of a written description are not made.',
      form: FORM,
      responses: {
        ...OPENAI_FAILURES,
        200: { description: 'The voice.', content: { 'application/json': CreatedVoice } },
        403: { description: `The account has ${CUSTOM_VOICE_LIMITS.voices} voices already.` },
        404: { description: 'There is no such consent.' },
        413: { description: 'The sample is larger than 10 MB.' },
      },
    },
    async ({ request, reply }) => {
      const { account, tokenName } = callerOf(request)
      const disconnected = disconnectSignal(reply)
      const sample = await readSample(app, request)
      try {
        const { consent: consentId, name, transcript } = sample.fields
        const id = consentIdIn(consentId)
        const consent = id && (await app.consentRecordings.find(account, id))
        if (!consent) return refuse(reply, 404, unknownConsent(consentId))
        const language = languageOf(consent.language)
        const words = transcript ?? (await sample.words(language, disconnected)) ?? NO_WORDS
        const voice = await app.customVoices.create(
          { name, transcript: words, language, consent: true },
          sample.recording,
          { account, tokenName },
          disconnected,
        )
        return created(voice)
      } finally {
        await sample.close()
      }
    },
  )
  add(
    {
      ...{ ...shared, method: 'DELETE', path: '/v1/audio/voices/{voice_id}' },
      ...{ id: 'deleteAudioVoice', summary: 'Delete a voice of your own, as OpenAI does' },
      description: 'As `DELETE /v1/voices/{voice_id}`. The recording of the consent stays.',
      params: { voice_id: 'Id of a voice of yours.' },
      responses: {
        ...OPENAI_FAILURES,
        200: { description: 'It is gone.', content: { 'application/json': DeletedVoice } },
        404: { description: 'There is no such voice of yours.' },
      },
    },
    async ({ params, request, reply }) => {
      const { account } = callerOf(request)
      const id = String(params['voice_id']).toLowerCase()
      if (!(await app.customVoices.find(account, id)))
        return refuse(reply, 404, `There is no voice ${clip(id)} of your own.`)
      await app.customVoices.delete(account, id)
      return { id, object: 'audio.voice.deleted', deleted: true }
    },
  )
}

interface Sample {
  readonly fields: {
    readonly name: string
    readonly consent: string
    readonly transcript: string | undefined
  }
  readonly recording: ReceivedRecording
  /** What is said in it; undefined where nothing here writes it down. */
  words(language: string | undefined, signal: AbortSignal): Promise<string | undefined>
  close(): Promise<void>
}

/** Reads the form. Its sample goes to the voices, and to whoever writes down speech, if anybody does. */
async function readSample(app: App, request: FastifyRequest): Promise<Sample> {
  const job = await openJob(app, request)
  const recordings: ReceivedRecording[] = []
  const close = async (): Promise<void> => {
    for (const recording of recordings) await recording.discard()
    await job?.close()
  }
  try {
    const form = await readForm(request, SPEC, async (_name, { bytes }) => {
      if (recordings.length > 0) throw invalidField('audio_sample', 'Send one audio_sample.')
      const copies: Uint8Array[] = []
      recordings.push(await app.customVoices.receive(copied(bytes, copies)))
      await job?.take(Readable.from(copies))
    })
    if (fieldOf(form, 'type') === 'prompt')
      throw invalidField(
        'type',
        'Voices are made of recordings here: send an audio_sample and a consent.',
      )
    const fields = {
      name: requiredField(form, 'name'),
      consent: requiredField(form, 'consent'),
      transcript: fieldOf(form, 'transcript'),
    }
    const [recording] = recordings
    if (!recording) throw missing('audio_sample')
    const words: Sample['words'] = async (tag, signal) => {
      const language = tag === undefined ? undefined : languageOf(tag)
      const options = { language, specialWords: [], timestamp: 'none' } as const
      const said = await job?.transcribe(options, signal).catch((error: unknown) => {
        signal.throwIfAborted()
        // A voice can be made without: what is wrong with the sample is told by whoever makes it.
        if (error instanceof AppError) return undefined
        throw error
      })
      return said?.text.trim().slice(0, MAX_TRANSCRIPT) || undefined
    }
    return { fields, recording, words, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A place for the sample where somebody here writes down speech; undefined where nobody does. */
function openJob(app: App, request: FastifyRequest): Promise<TranscriptionJob | undefined> {
  return app.transcripts.open(callerOf(request)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'transcribe/unavailable') return undefined
    throw error
  })
}

async function* copied(
  bytes: AsyncIterable<Uint8Array>,
  copies: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    copies.push(piece)
    yield piece
  }
}

function created({ id, name, createdAt }: StoredVoice): z.infer<typeof CreatedVoice> {
  return {
    ...{ id, object: 'audio.voice', type: 'audio_sample', name },
    created_at: unixSeconds(createdAt),
  }
}

function unknownConsent(id: string): string {
  return `There is no consent ${clip(id)} in this account: send its recording to POST /v1/audio/voice_consents first.`
}
