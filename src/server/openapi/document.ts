import { setImmediate as others } from 'node:timers/promises'
import { z } from 'zod'
import type { Json, Operation } from '#server/http/operation.ts'
import { EXAMPLES } from './examples.ts'
import { createSchemas, type Schemas } from './json-schema.ts'
import { responsesOf } from './responses.ts'

/** Version of the API by Semantic Versioning, apart from the program's. CONTRIBUTING.md, "Cut a release", says when to raise it. */
const API_VERSION = '0.1.1'

/**
 * The API as it is, in OpenAPI 3.1.0: made from the operations themselves and the schemas that check their requests. It takes some
 * hundred milliseconds of processor time; other requests are answered in between.
 */
export async function openApiDocument(operations: readonly Operation[]): Promise<Json> {
  const schemas = createSchemas()
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    Object.assign(paths[operation.path] ?? {}, {
      [operation.method.toLowerCase()]: describe(operation, schemas),
    })
    await others()
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Griot',
      version: API_VERSION,
      summary:
        'Speech for English, Amharic, Hausa, Igbo, Yoruba and Nigerian Pidgin, made on your own machine.',
      description:
        'The dialects of two published services beside what is Griot’s own. Errors are JSON with a `detail` that says what to do, or as OpenAI’s clients read them under /v1/audio and /v1/models; every answer names its request in `x-request-id`.',
      contact: { name: 'Whoever runs this server' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'speech', description: 'Text to speech, and recorded speech to text.' },
      { name: 'batches', description: 'Many lines, spoken while nobody waits.' },
      { name: 'text', description: 'Translation and tone marks.' },
      { name: 'voices', description: 'System voices and your own.' },
      { name: 'files', description: 'Files that you uploaded, and speech that was kept for you.' },
      { name: 'provenance', description: 'Who made a file, when, and with which voice.' },
      { name: 'packs', description: 'Packs of models that can be installed.' },
      { name: 'service', description: 'Guest tokens, and the server itself.' },
    ],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, or a JWT of the configured issuer. The first API key is shown at the first start.',
        },
        guest: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A guest token of POST /v1/guest-tokens: it works for a short time, with system voices and texts only.',
        },
      },
      schemas: schemas.named,
      headers: {
        RequestId: {
          description: 'Id of this request.',
          schema: { type: 'string', format: 'uuid' },
        },
      },
    },
  }
}

function describe(operation: Operation, schemas: Schemas): Json {
  const { id, tag, summary, description, scope, guests = false, body, form } = operation
  const { discovery = false } = operation
  const needs = scope && `Needs the scope "${scope}"${guests ? '; a guest token will do' : ''}.`
  const open = discovery && 'With `griot serve --open-discovery`, no token is needed.'
  const content = body
    ? {
        'application/json': {
          schema: schemas.of(body, 'input'),
          ...(EXAMPLES[id] ? { examples: EXAMPLES[id] } : {}),
        },
      }
    : form && { 'multipart/form-data': { schema: form } }
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, needs, open].filter(Boolean).join(' '),
    security:
      scope === undefined
        ? []
        : [{ token: [] }, ...(guests ? [{ guest: [] }] : []), ...(discovery ? [{}] : [])],
    ...(scope === undefined ? {} : { 'x-scope': scope }),
    parameters: parametersOf(operation, schemas),
    ...(content ? { requestBody: { required: !body?.safeParse(undefined).success, content } } : {}),
    responses: responsesOf(operation, schemas),
  }
}

const IDEMPOTENCY: Readonly<Record<string, Json>> = {
  'Idempotency-Key': {
    description:
      'A name for this request, such as a UUID. The same request with the same key is not executed again: for 24 hours it gets the first answer, with the header Idempotent-Replayed. Failures, playlists and the answers of guest tokens are not remembered.',
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[ -~]+$',
  },
}

function parametersOf(
  { params = {}, query, headers = {}, idempotent = false }: Operation,
  schemas: Schemas,
): readonly Json[] {
  const fields = query instanceof z.ZodObject ? schemas.of(query, 'input') : {}
  const required = new Set((fields['required'] ?? []) as readonly string[])
  return [
    ...Object.entries(params).map(([name, description]) => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    ...Object.entries((fields['properties'] ?? {}) as Record<string, Json>).map(
      ([name, { description, ...schema }]) => ({
        name,
        in: 'query',
        required: required.has(name),
        ...(description ? { description } : {}),
        schema,
      }),
    ),
    ...Object.entries({ ...headers, ...(idempotent ? IDEMPOTENCY : {}) }).map(
      ([name, { description, ...schema }]) => ({
        name,
        in: 'header',
        description,
        schema,
      }),
    ),
  ]
}
