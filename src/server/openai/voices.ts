import { z } from 'zod'
import type { App } from '#app/app.ts'
import type { Api } from '#server/http/operation.ts'
import { OPENAI, OPENAI_FAILURES } from './failure.ts'

const AudioVoice = z
  .object({
    id: z
      .string()
      .describe('What to send as `voice`.')
      .meta({ examples: ['lina'] }),
    name: z.string(),
    object: z.literal('audio.voice'),
    kind: z.enum(['system', 'custom']),
    language: z.string().nullable().describe('The voice’s own language, if known.'),
    gender: z.enum(['female', 'male']).nullable().describe('Only for system voices.'),
  })
  .meta({ id: 'AudioVoice' })
type AudioVoice = z.infer<typeof AudioVoice>
const AudioVoices = z.object({ voices: z.array(AudioVoice) }).meta({ id: 'AudioVoices' })

/** GET /v1/audio/voices: the voices as local tools that speak OpenAI's dialect list them (`voices` of `id` and `name`). */
export function addAudioVoices({ add }: Api, app: App): void {
  add(
    {
      method: 'GET',
      path: '/v1/audio/voices',
      id: 'listAudioVoices',
      tag: 'voices',
      summary: 'List the voices, as local tools made for OpenAI’s API expect',
      description:
        'The system voices, then your own custom voices, the newest first; guests, and callers without a token, see the system voices. Also at `/audio/voices` and `/v1/audio/speech/voices`.',
      scope: 'speak',
      guests: true,
      discovery: true,
      dialect: OPENAI,
      responses: {
        ...OPENAI_FAILURES,
        200: { description: 'All voices.', content: { 'application/json': AudioVoices } },
      },
    },
    async ({ request }) => {
      const { caller } = request
      const own =
        !caller || caller.kind === 'guest' ? [] : await app.customVoices.list(caller.account)
      const voices: AudioVoice[] = [
        ...app.voices().map(({ id, name, language, gender }) => ({
          ...{ id, name, object: 'audio.voice' as const, kind: 'system' as const },
          ...{ language, gender },
        })),
        ...own.map(({ id, name, language = null }) => ({
          ...{ id, name, object: 'audio.voice' as const, kind: 'custom' as const },
          ...{ language, gender: null },
        })),
      ]
      return { voices }
    },
  )
}
