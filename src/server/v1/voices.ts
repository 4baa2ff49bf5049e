import { z } from 'zod'
import type { App } from '#app/app.ts'
import { clip, refuse } from '#server/http/errors.ts'
import { type Api, callerOf } from '#server/http/operation.ts'
import { AppError } from '#shared/errors.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { addVoiceCreation } from './create-voice.ts'
import { customRecord, systemRecord, VoiceResource } from './voice-record.ts'

const VoiceList = z
  .object({
    items: z.array(VoiceResource),
    next_cursor: z.null().describe('Always null: there is one page.'),
  })
  .meta({ id: 'VoiceList' })
const PARAMS = {
  voice_id: 'The name of a system voice in any letter case, or the id of a custom voice of yours.',
}
const ONE = { description: 'The voice.', content: { 'application/json': VoiceResource } }
const UNKNOWN = { description: 'There is no such voice, or it belongs to another account.' }

/** /v1/voices: the system voices and the caller's own; making and deleting custom ones. */
export function addVoices(api: Api, app: App): void {
  addVoiceCreation(api, app)
  addReading(api, app)
  addDeletion(api, app)
}

function addReading({ add }: Api, app: App): void {
  add(
    {
      method: 'GET',
      path: '/v1/voices',
      id: 'listVoices',
      tag: 'voices',
      summary: 'List the voices you can speak with',
      description:
        'The system voices, then your own custom voices, the newest first; callers without a token see the system voices.',
      scope: 'voices',
      discovery: true,
      responses: {
        200: { description: 'All voices.', content: { 'application/json': VoiceList } },
      },
    },
    async ({ request }) => {
      const { caller } = request
      const own = caller ? await app.customVoices.list(caller.account) : []
      return {
        items: [...app.voices().map(systemRecord), ...own.map(customRecord)],
        next_cursor: null,
      }
    },
  )
  add(
    {
      method: 'GET',
      path: '/v1/voices/{voice_id}',
      id: 'getVoice',
      tag: 'voices',
      summary: 'Get one voice',
      scope: 'voices',
      params: PARAMS,
      responses: { 200: ONE, 404: UNKNOWN },
    },
    async ({ params, request, reply }) => {
      const id = String(params['voice_id']).toLowerCase()
      const system = app.voices().find((voice) => voice.id === id)
      if (system) return systemRecord(system)
      const own = await app.customVoices.find(callerOf(request).account, id)
      return own ? customRecord(own) : refuse(reply, 404, unknownVoice(id))
    },
  )
}

function addDeletion({ add }: Api, app: App): void {
  add(
    {
      method: 'DELETE',
      path: '/v1/voices/{voice_id}',
      id: 'deleteVoice',
      tag: 'voices',
      summary: 'Delete a custom voice',
      description:
        'Its recording is removed from disk, and speech in progress with it ends with an error. The record of consent is kept, without any sound.',
      scope: 'voices',
      params: PARAMS,
      responses: {
        200: { ...ONE, description: 'The voice as it was, with status "deleted".' },
        403: { description: 'A system voice cannot be deleted.' },
        404: UNKNOWN,
      },
    },
    async ({ params, request, reply }) => {
      const id = String(params['voice_id']).toLowerCase()
      const system = app.voices().find((voice) => voice.id === id)
      if (system) throw permanent(system)
      const { account } = callerOf(request)
      if (!(await app.customVoices.find(account, id))) return refuse(reply, 404, unknownVoice(id))
      return { ...customRecord(await app.customVoices.delete(account, id)), status: 'deleted' }
    },
  )
}

function permanent({ name, pack }: VoiceInfo): AppError {
  const why = pack
    ? `${name} belongs to the pack ${pack.id}: remove that. Only custom voices can be deleted by themselves.`
    : `${name} is a system voice and cannot be deleted. Only custom voices can.`
  return new AppError('voice/permanent', why)
}

function unknownVoice(id: string): string {
  return `There is no voice ${clip(id)} in this account. GET /v1/voices lists what there is.`
}
