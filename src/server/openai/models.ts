import { z } from 'zod'
import { clip, type FailureDetail, refuse } from '#server/http/errors.ts'
import type { Api } from '#server/http/operation.ts'
import { OPENAI, OPENAI_FAILURES } from './failure.ts'

/** The model, and the names under which tools made for OpenAI's API ask for one that speaks. */
export const MODELS = [
  'griot-1',
  'tts-1',
  'tts-1-hd',
  'gpt-4o-mini-tts',
  'gpt-4o-mini-tts-2025-03-20',
  'gpt-4o-mini-tts-2025-12-15',
] as const

/** The names under which tools ask for one that writes down speech. */
const TRANSCRIPTION_MODELS = [
  'griot-1',
  'whisper-1',
  'gpt-transcribe',
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  'gpt-4o-mini-transcribe-2025-12-15',
] as const
const ALL: readonly string[] = [...new Set([...MODELS, ...TRANSCRIPTION_MODELS])]

/** Date of the first release of the system voices, in seconds since 1970. */
const CREATED = Date.UTC(2026, 0, 1) / 1_000

const Model = z
  .object({
    id: z.string().meta({ examples: ['griot-1'] }),
    object: z.literal('model'),
    created: z.int().describe('In seconds since 1970.'),
    owned_by: z.string(),
  })
  .meta({ id: 'Model' })
const ModelList = z
  .object({
    object: z.literal('list'),
    data: z.array(Model),
    models: z
      .array(z.object({ id: z.string() }))
      .describe('Not of OpenAI: those that speak, where Open WebUI looks for them.'),
  })
  .meta({ id: 'ModelList' })

/** GET /v1/models and /v1/models/{model}: one model under every name that is understood. */
export function addModels({ add }: Api): void {
  const shared = {
    method: 'GET',
    tag: 'speech',
    scope: 'speak',
    guests: true,
    discovery: true,
  } as const
  add(
    {
      ...{ ...shared, path: '/v1/models', id: 'listModels', dialect: OPENAI },
      summary: 'List the models, as OpenAI does',
      description: `There is one model, ${MODELS[0]}; the other names are OpenAI’s and mean the same. Also at \`/models\`, \`/audio/models\` and \`/v1/audio/models\`.`,
      responses: {
        ...OPENAI_FAILURES,
        200: { description: 'All models.', content: { 'application/json': ModelList } },
      },
    },
    async () => ({
      object: 'list',
      data: ALL.map(modelNamed),
      models: MODELS.map((id) => ({ id })),
    }),
  )
  add(
    {
      ...{ ...shared, path: '/v1/models/{model}', id: 'getModel', dialect: OPENAI },
      summary: 'Get one model, as OpenAI does',
      params: { model: `One of ${ALL.join(', ')}.` },
      responses: {
        ...OPENAI_FAILURES,
        200: { description: 'The model.', content: { 'application/json': Model } },
        404: { description: 'There is no such model.' },
      },
    },
    async ({ params, reply }) => {
      const id = String(params['model'])
      return ALL.includes(id) ? modelNamed(id) : refuse(reply, 404, notAmong(ALL, id))
    },
  )
}

/** Tells whether a name means what writes down speech here. */
export function isTranscriptionModel(name: string): boolean {
  return TRANSCRIPTION_MODELS.some((known) => known === name)
}

/** Detail of a 404 for a model that does not write down speech. */
export function unknownTranscriptionModel(name: string): FailureDetail {
  return notAmong(TRANSCRIPTION_MODELS, name)
}

/** Tells whether a name means our model. */
export function isModel(name: string): boolean {
  return MODELS.some((known) => known === name)
}

/** Detail of a 404 for a model that does not exist. */
export function unknownModel(name: string): FailureDetail {
  return notAmong(MODELS, name)
}

function notAmong(models: readonly string[], name: string): FailureDetail {
  const msg = `The model ${clip(name)} does not exist here. Use one of ${models.join(', ')}.`
  return [{ loc: ['body', 'model'], msg, type: 'model_not_found' }]
}

function modelNamed(id: string): z.infer<typeof Model> {
  return { id, object: 'model', created: CREATED, owned_by: 'griot' }
}
