import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import { clip, invalidField, refuse } from '#server/http/errors.ts'
import { readForm } from '#server/http/multipart.ts'
import { type Api, callerOf, type Json, type Operation } from '#server/http/operation.ts'
import { disconnectSignal } from '#server/http/stream.ts'
import { unixSeconds } from '#server/http/unix-seconds.ts'
import { uuidIn } from '#server/v1/uuid.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import type { ConsentRecording } from '#storage/db/consent-recordings.ts'
import { OPENAI, OPENAI_FAILURES } from './failure.ts'
import { missing, requiredField } from './form-fields.ts'

const { bytes: MAX_BYTES, name: MAX_NAME } = CUSTOM_VOICE_LIMITS
const MAX_LANGUAGE = 35
const PREFIX = 'cons_'

const VoiceConsent = z
  .object({
    id: z.string().meta({ examples: ['cons_182bd5e56e1a4fe4a799aa6d9a6ab26e'] }),
    object: z.literal('audio.voice_consent'),
    name: z.string(),
    language: z.string().describe('BCP 47 tag of what is said, as it was given.'),
    created_at: z.int().describe('In seconds since 1970.'),
  })
  .meta({ id: 'VoiceConsent' })
const VoiceConsentList = z
  .object({
    object: z.literal('list'),
    data: z.array(VoiceConsent),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  })
  .meta({ id: 'VoiceConsentList' })
const VoiceConsentDeleted = z
  .object({ id: z.string(), object: z.literal('audio.voice_consent'), deleted: z.literal(true) })
  .meta({ id: 'VoiceConsentDeleted' })

const FORM: Json = {
  type: 'object',
  required: ['recording', 'name', 'language'],
  properties: {
    recording: {
      type: 'string',
      format: 'binary',
      description: `The person who is to be heard, who agrees. At most ${MAX_BYTES.toLocaleString('en')} bytes; it is kept as a file of yours.`,
    },
    name: { type: 'string', minLength: 1, maxLength: MAX_NAME },
    language: { type: 'string', minLength: 2, maxLength: MAX_LANGUAGE, examples: ['en-NG'] },
  },
}
const Rename = z
  .object({ name: z.string().trim().min(1).max(MAX_NAME) })
  .meta({ id: 'VoiceConsentUpdate' })
const Page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z.string().optional().describe('The `last_id` of the page before.'),
})

const SHARED = {
  tag: 'voices',
  scope: 'voices',
  invalidStatus: 400,
  dialect: OPENAI,
} as const satisfies Partial<Operation>
const PARAMS = { consent_id: 'From the list.' }
const UNKNOWN = { description: 'There is no such consent, or it belongs to another account.' }
const ONE = { description: 'The consent.', content: { 'application/json': VoiceConsent } }

/** /v1/audio/voice_consents: recordings in which people agree to a voice, as OpenAI's API has them. */
export function addVoiceConsents({ add }: Api, app: App): void {
  const { consentRecordings, files, retryWhileBusy } = app
  const found = async (request: FastifyRequest, id: string | undefined) => {
    const uuid = consentIdIn(id ?? '')
    return uuid && (await consentRecordings.find(callerOf(request).account, uuid))
  }
  add(
    {
      ...{ ...SHARED, method: 'POST', path: '/v1/audio/voice_consents', id: 'createVoiceConsent' },
      summary: 'Keep the recording of a consent, as OpenAI does',
      description:
        'For `POST /v1/audio/voices`. The recording is kept as it is: nobody listens to what is said in it, so make sure that it is the consent.',
      form: FORM,
      responses: {
        ...OPENAI_FAILURES,
        200: ONE,
        413: { description: 'The recording is too large, or your files have no room for it.' },
      },
    },
    async ({ request, reply }) => {
      const { account, tokenName: uploadedBy } = callerOf(request)
      const id = randomUUID()
      let isKept = false
      const spec = {
        fields: { name: MAX_NAME, language: MAX_LANGUAGE },
        files: { recording: MAX_BYTES },
      }
      try {
        const form = await readForm(request, spec, async (_name, { fileName, bytes }) => {
          if (isKept) throw invalidField('recording', 'Send one recording.')
          const originalName = fileName ?? 'consent'
          const upload = { id, originalName, uploadedBy, bytes: notEmpty(bytes) }
          await files.add(account, upload, disconnectSignal(reply))
          isKept = true
        })
        const name = requiredField(form, 'name')
        const language = requiredField(form, 'language')
        if (!isKept) throw missing('recording')
        const recording = { id, name, language, createdAt: new Date().toISOString() }
        await retryWhileBusy(async () => consentRecordings.add(account, recording))
        return shown(recording)
      } catch (error) {
        if (isKept) await files.remove(account, id).catch(() => undefined)
        throw error
      }
    },
  )
  add(
    {
      ...{ ...SHARED, method: 'GET', path: '/v1/audio/voice_consents', id: 'listVoiceConsents' },
      summary: 'List the recordings of consents, as OpenAI does',
      query: Page,
      responses: {
        ...OPENAI_FAILURES,
        200: {
          description: 'The newest first.',
          content: { 'application/json': VoiceConsentList },
        },
      },
    },
    async ({ query: { limit, after }, request }) => {
      const page = { limit: limit + 1, after: after && (consentIdIn(after) ?? after) }
      const all = await consentRecordings.list(callerOf(request).account, page)
      const data = all.slice(0, limit).map(shown)
      return {
        ...{ object: 'list', data, has_more: all.length > limit },
        ...{ first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null },
      }
    },
  )
  add(
    {
      ...{ ...SHARED, method: 'GET', path: '/v1/audio/voice_consents/{consent_id}' },
      ...{ id: 'getVoiceConsent', summary: 'Get a consent, as OpenAI does', params: PARAMS },
      responses: { ...OPENAI_FAILURES, 200: ONE, 404: UNKNOWN },
    },
    async ({ params, request, reply }) => {
      const consent = await found(request, params['consent_id'])
      return consent ? shown(consent) : refuse(reply, 404, unknown(params['consent_id']))
    },
  )
  add(
    {
      ...{ ...SHARED, method: 'POST', path: '/v1/audio/voice_consents/{consent_id}' },
      ...{ id: 'updateVoiceConsent', summary: 'Rename a consent, as OpenAI does', params: PARAMS },
      body: Rename,
      responses: { ...OPENAI_FAILURES, 200: ONE, 404: UNKNOWN },
    },
    async ({ params, body: { name }, request, reply }) => {
      const consent = await found(request, params['consent_id'])
      if (!consent) return refuse(reply, 404, unknown(params['consent_id']))
      const { account } = callerOf(request)
      await retryWhileBusy(async () => consentRecordings.rename(account, consent.id, name))
      return shown({ ...consent, name })
    },
  )
  add(
    {
      ...{ ...SHARED, method: 'DELETE', path: '/v1/audio/voice_consents/{consent_id}' },
      ...{ id: 'deleteVoiceConsent', summary: 'Delete a consent, as OpenAI does' },
      description: 'Voices that were made with it stay.',
      params: PARAMS,
      responses: {
        ...OPENAI_FAILURES,
        200: { description: 'It is gone.', content: { 'application/json': VoiceConsentDeleted } },
        404: UNKNOWN,
      },
    },
    async ({ params, request, reply }) => {
      const consent = await found(request, params['consent_id'])
      if (!consent) return refuse(reply, 404, unknown(params['consent_id']))
      const { account } = callerOf(request)
      await files.remove(account, consent.id).catch(unlessGone)
      await retryWhileBusy(async () => consentRecordings.remove(account, consent.id))
      return { id: shown(consent).id, object: 'audio.voice_consent', deleted: true }
    },
  )
}

/** The id under which a consent is stored; undefined where it is none. */
export function consentIdIn(id: string): string | undefined {
  return id.startsWith(PREFIX) ? uuidIn(id.slice(PREFIX.length)) : undefined
}

function shown({ id, name, language, createdAt }: ConsentRecording): z.infer<typeof VoiceConsent> {
  return {
    ...{ id: `${PREFIX}${id.replaceAll('-', '')}`, object: 'audio.voice_consent', name, language },
    created_at: unixSeconds(createdAt),
  }
}

function unknown(id = ''): string {
  return `There is no consent ${clip(id)} in this account. GET /v1/audio/voice_consents lists what there is.`
}

function unlessGone(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'file/not-found') throw error
}

async function* notEmpty(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    yield piece
  }
  if (size === 0) throw invalidField('recording', "Invalid 'recording': the file is empty.")
}
