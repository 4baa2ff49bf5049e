import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { FORMATS } from '#shared/formats.ts'
import { addDocs } from './docs.ts'
import { Failure } from './errors.ts'
import { HealthAnswer } from './health.ts'

type Json = Readonly<Record<string, unknown>>

/** GET /openapi.json and /docs: the API as it is, made from the schemas that check the requests. */
export function addOpenApi(fastify: FastifyInstance, speechBody: z.ZodType): void {
  const document = openApi(speechBody)
  addDocs(fastify, document)
  fastify.get('/openapi.json', async (_request, reply) => reply.send(document))
}

function openApi(speechBody: z.ZodType): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Griot',
      version: '0.1.1',
      summary:
        'Speech for English, Amharic, Hausa, Igbo, Yoruba and Nigerian Pidgin, made on your own machine.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [
      { name: 'speech', description: 'Text to speech.' },
      { name: 'text', description: 'Translation and tone marks.' },
      { name: 'voices', description: 'System voices and your own.' },
      { name: 'files', description: 'What you uploaded and what was made for you.' },
    ],
    paths: {
      '/v1/speech': { post: speechOperation() },
      '/v1/hls/{id}/index.m3u8': { get: playlistOperation() },
      '/v1/hls/{id}/{segment}': { get: segmentOperation() },
      '/health': { get: healthOperation() },
    },
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key. The first one is shown at the first start.',
        },
      },
      schemas: {
        SpeechRequest: jsonSchema(speechBody, 'input'),
        Failure: jsonSchema(Failure, 'output'),
        Health: jsonSchema(HealthAnswer, 'output'),
      },
      headers: {
        RequestId: {
          description: 'Names this request.',
          schema: { type: 'string', format: 'uuid' },
        },
      },
    },
  }
}

function speechOperation(): Json {
  const mediaTypes = [...new Set(Object.values(FORMATS).map(({ mediaType }) => mediaType))]
  const audio = Object.fromEntries(
    mediaTypes.map((type) => [
      type,
      { schema: type === FORMATS.m3u8.mediaType ? { type: 'string' } : {} },
    ]),
  )
  return {
    operationId: 'generateSpeech',
    tags: ['speech'],
    summary: 'Speak a text',
    description:
      'The answer is sent while it is generated. A failure after the first byte closes the connection without the last chunk. Raw formats (pcm_s16le, mulaw, alaw) are 24 kHz mono without any header. An m3u8 answer is an HLS playlist that grows; its segments, and the address in Content-Location, need no key and expire.',
    parameters: [
      {
        name: 'X-Data-Retention',
        in: 'header',
        description:
          'Whether the audio of this request may be kept in your files: true or false in any letter case.',
        schema: { type: 'string', default: 'true' },
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/SpeechRequest' } } },
    },
    responses: {
      200: {
        description: 'Audio in the format asked for.',
        headers: {
          'x-request-id': { $ref: '#/components/headers/RequestId' },
          'Content-Disposition': {
            description: 'inline; filename="<request id>.<extension>"',
            schema: { type: 'string' },
          },
          'Content-Location': {
            description: 'With m3u8: where a player may fetch the same playlist, until it expires.',
            schema: { type: 'string', format: 'uri' },
          },
        },
        content: audio,
      },
      ...failures({
        400: 'A field is wrong, or the body is not JSON. `detail` says which and what to do.',
        401: 'No API key, or an unknown one.',
        ...FAR_FROM_HERE,
        408: 'The request did not arrive whole in time.',
        413: 'The body is larger than 1 MB.',
        500: 'The text could not be spoken, or something went wrong. `detail` says what.',
        503: 'Griot is shutting down.',
      }),
    },
  }
}

function playlistOperation(): Json {
  return {
    operationId: 'getPlaylist',
    tags: ['speech'],
    summary: 'A playlist as it stands',
    security: [],
    parameters: [pathParameter('id', 'From Content-Location.')],
    responses: {
      200: {
        description: 'An HLS media playlist, of type EVENT while it grows.',
        content: { [FORMATS.m3u8.mediaType]: { schema: { type: 'string' } } },
      },
      ...failures({ ...FAR_FROM_HERE, 404: 'Unknown or expired.' }),
    },
  }
}

function segmentOperation(): Json {
  return {
    operationId: 'getSegment',
    tags: ['speech'],
    summary: 'A segment of a playlist',
    security: [],
    parameters: [
      pathParameter('id', 'Of the playlist.'),
      pathParameter('segment', 'From the playlist.'),
    ],
    responses: {
      200: { description: 'The whole segment.', content: { 'audio/aac': {}, 'audio/mpeg': {} } },
      206: {
        description: 'The byte range asked for.',
        content: { 'audio/aac': {}, 'audio/mpeg': {} },
      },
      304: { description: 'Not changed since it was fetched.' },
      ...failures({
        ...FAR_FROM_HERE,
        404: 'Unknown or expired.',
        416: 'The range lies outside the segment.',
      }),
    },
  }
}

function healthOperation(): Json {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Health' } } }
  return {
    operationId: 'getHealth',
    summary: 'Whether a text can be spoken now',
    security: [],
    responses: {
      200: { description: 'Ready: a real word was synthesized.', content },
      503: { description: 'Not ready; `step` says what is being done.', content },
    },
  }
}

const FAR_FROM_HERE = { 403: 'A Host or Origin that this server does not answer to.' }

function failures(descriptions: Readonly<Record<number, string>>): Json {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
  const entries = Object.entries(descriptions)
  return Object.fromEntries(
    entries.map(([status, description]) => [status, { description, content }]),
  )
}

function pathParameter(name: string, description: string): Json {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } }
}

/** OpenAPI 3.1 speaks the JSON Schema that zod writes; only `$schema` has no place inside a document. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    // zod leaves out the defaults of fields that it transforms.
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema))
    },
  })
  return rest
}
