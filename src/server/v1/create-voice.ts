import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import type { ReceivedRecording, VoiceRequest } from '#app/custom-voices/custom-voices.ts'
import { invalidField, readInput } from '#server/http/errors.ts'
import { isPresent, readForm } from '#server/http/multipart.ts'
import { type Api, callerOf, type Json } from '#server/http/operation.ts'
import { disconnectSignal } from '#server/http/stream.ts'
import { CONSENT_STATEMENT, CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { optionalLanguageField } from './text-fields.ts'
import { customRecord, VoiceResource } from './voice-record.ts'

const { seconds, bytes, transcript, name } = CUSTOM_VOICE_LIMITS
/** How forms and programs say yes. */
const YES: ReadonlySet<string> = new Set(['true', 'on', 'yes', '1'])

const FORM: Json = {
  type: 'object',
  required: ['audio', 'transcript', 'name', 'consent'],
  properties: {
    audio: {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: `One speaker, clear speech, ${seconds.min} to ${seconds.max} s, at most 10 MB (${bytes.toLocaleString('en')} bytes): wav, mp3, m4a, ogg, webm, flac, aac, aiff, caf or wma, detected from its bytes. Of a video, the first sound track is used.`,
    },
    transcript: {
      type: 'string',
      minLength: 1,
      maxLength: transcript,
      description: 'What is said in the recording, word for word.',
    },
    name: { type: 'string', minLength: 1, maxLength: name },
    consent: {
      type: 'string',
      enum: [...YES],
      description: `Any of these, in any letter case, says: ${CONSENT_STATEMENT}`,
    },
    language: {
      type: 'string',
      description:
        'The language of the recording: an ISO 639-1 or 639-3 code, with or without a region.',
    },
  },
}
const SPEC = {
  fields: { transcript, name, consent: 10, language: 35 },
  files: { audio: bytes },
} as const

const Choices = z.object({
  language: optionalLanguageField('language', 'detected from the transcript, where possible.'),
})

/** POST /v1/voices: a recording in, a voice that speaks out. */
export function addVoiceCreation({ add }: Api, app: App): void {
  add(
    {
      method: 'POST',
      path: '/v1/voices',
      id: 'createVoice',
      tag: 'voices',
      summary: 'Make a voice from a recording',
      description:
        'The answer comes when the voice can speak, in every language. A recording that cannot be used is refused with 422 and the measured figure. The recording is kept, readable by its owner alone, until the voice is deleted.',
      scope: 'voices',
      idempotent: true,
      form: FORM,
      responses: {
        201: { description: 'The voice.', content: { 'application/json': VoiceResource } },
        403: {
          description: `The account has ${CUSTOM_VOICE_LIMITS.voices} custom voices, which is the most it may have.`,
        },
        413: { description: 'The recording is larger than 10 MB.' },
      },
    },
    async ({ request, reply }) => {
      const { account, tokenName } = callerOf(request)
      const { voiceRequest, recording } = await readVoiceRequest(app, request)
      const creator = { account, tokenName }
      const disconnected = disconnectSignal(reply)
      const voice = await app.customVoices.create(voiceRequest, recording, creator, disconnected)
      return reply.code(201).send(customRecord(voice))
    },
  )
}

interface Received {
  readonly voiceRequest: VoiceRequest
  readonly recording: ReceivedRecording
}

async function readVoiceRequest(app: App, request: FastifyRequest): Promise<Received> {
  const recordings: ReceivedRecording[] = []
  try {
    const fields = await readForm(request, SPEC, async (_name, file) => {
      if (recordings.length > 0)
        throw invalidField('audio', 'audio was sent twice: send one recording.')
      recordings.push(await app.customVoices.receive(file.bytes))
    })
    const language = fields['language']?.find(isPresent)
    const voiceRequest = {
      name: only('name', fields['name']),
      transcript: only('transcript', fields['transcript']),
      language: readInput(Choices, { language }, 'body').language,
      consent: isAgreed(fields['consent']),
    }
    const [recording] = recordings
    if (recording) return { voiceRequest, recording }
    throw invalidField('audio', 'audio is missing: send the recording as a file.')
  } catch (error) {
    for (const recording of recordings) await recording.discard()
    throw error
  }
}

function only(field: string, [value, second]: readonly string[] = []): string {
  if (value === undefined) throw invalidField(field, `${field} is missing: it must be a text.`)
  if (second !== undefined) throw invalidField(field, `${field} was sent twice: send it once.`)
  return value
}

/** Consent must be given in every value that was sent. */
function isAgreed(values: readonly string[] = []): boolean {
  return values.length > 0 && values.every((value) => YES.has(value.trim().toLowerCase()))
}
