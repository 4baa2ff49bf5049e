import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { BITRATES, FORMAT_NAMES } from '#shared/formats.ts'

const { server, close } = await openToneServer({ textLimit: 1_234 })
afterAll(close)

const answer = await send(`${server.url}/openapi.json`)
const document = JSON.parse(answer.text)

interface Operation {
  readonly operationId: string
  readonly security: readonly unknown[]
  readonly responses: Readonly<Record<string, { readonly headers: object }>>
}
const operations: readonly Operation[] = Object.values<Record<string, Operation>>(
  document.paths,
).flatMap((methods) => Object.values(methods))

test('the description is public JSON of OpenAPI 3.1.0, API version 0.1.1, with a tag for each of its parts', () => {
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect([document.openapi, document.info.version]).toEqual(['3.1.0', '0.1.1'])
  expect(document.tags.map(({ name }: { name: string }) => name)).toEqual([
    'speech',
    'batches',
    'text',
    'voices',
    'files',
    'provenance',
    'packs',
    'service',
  ])
})

test('the description is valid OpenAPI', async () => {
  expect(await new Validator().validate(document)).toEqual({ valid: true })
})

test('every operation of the published service is described, and each has a name of its own', () => {
  const described = Object.entries<Record<string, Operation>>(document.paths).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described).toEqual(
    expect.arrayContaining([
      'POST /v1/speech',
      'POST /v1/transcriptions',
      'POST /v1/translate',
      'POST /v1/diacritics',
      'POST /v1/voices',
      'GET /v1/voices',
      'GET /v1/voices/{voice_id}',
      'DELETE /v1/voices/{voice_id}',
      'POST /v1/files',
      'GET /v1/files',
      'GET /v1/files/{file_id}',
      'DELETE /v1/files/{file_id}',
      'GET /v1/files/{file_id}/url',
      'GET /v1/files:usage',
    ]),
  )
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
})

test('every operation that needs a token says how it is refused without one', () => {
  for (const { operationId, security, responses } of operations) {
    const statuses = security.length > 0 ? ['401', '403', '429'] : []
    expect([operationId, Object.keys(responses)]).toEqual([
      operationId,
      expect.arrayContaining([...statuses, '500', '503']),
    ])
  }
})

test('what failures say in headers is described', () => {
  for (const { operationId, security, responses } of operations) {
    if (security.length === 0) continue
    const named = ['401', '429', '500'].map((status) =>
      Object.keys(responses[status]?.headers ?? {}),
    )
    expect([operationId, ...named]).toEqual([
      operationId,
      expect.arrayContaining(['WWW-Authenticate']),
      expect.arrayContaining(['Retry-After']),
      expect.arrayContaining(['x-should-retry']),
    ])
  }
})

test('no header is described twice: their letter case does not count', () => {
  for (const { operationId, responses } of operations)
    for (const [status, { headers }] of Object.entries(responses)) {
      const names = Object.keys(headers).map((name) => name.toLowerCase())
      expect([operationId, status, names]).toEqual([operationId, status, [...new Set(names)]])
    }
})

test('the body of /v1/speech is described as it is checked', () => {
  const { $ref } = document.paths['/v1/speech'].post.requestBody.content['application/json'].schema
  expect($ref).toBe('#/components/schemas/SpeechRequest')
  const body = document.components.schemas.SpeechRequest
  expect(body.required).toEqual(['text', 'voice'])
  expect(body.additionalProperties).toBeUndefined()
  const { text, format, bitrate, speed, sample_rate } = body.properties
  expect(text).toMatchObject({ type: 'string', minLength: 1, maxLength: 1_234 })
  expect(format).toMatchObject({
    default: 'mp3',
    anyOf: [{ enum: [...FORMAT_NAMES] }, { type: 'null' }],
  })
  expect(bitrate).toMatchObject({
    default: '128k',
    anyOf: [{ enum: [...BITRATES] }, { type: 'null' }],
  })
  expect(speed).toMatchObject({
    default: 1,
    anyOf: [{ type: 'number', minimum: 0.7, maximum: 1.2 }, { type: 'null' }],
  })
  expect(sample_rate).toMatchObject({
    default: 24_000,
    anyOf: [{ type: 'integer', enum: [24_000, 8_000] }, { type: 'null' }],
  })
})

test('every path that is described is there, and every answer of the main job is described', async () => {
  for (const path of Object.keys(document.paths)) {
    const there = await send(`${server.url}${path.replace(/\{\w+\}/g, 'x')}`, { method: 'PUT' })
    expect([path, there.status]).toEqual([path, 405])
  }
  const { responses } = document.paths['/v1/speech'].post
  expect(Object.keys(responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '408', '413', '429', '431', '500', '503']),
  )
  // A wrong field is 400 here; 422 is for an Idempotency-Key that was used for another request.
  expect(responses[422].description).toContain('Idempotency-Key')
  expect(Object.keys(responses[200].content)).toContain('application/vnd.apple.mpegurl')
})

test('every reference leads somewhere', () => {
  const references = answer.text.match(/"#\/[^"]+"/g) ?? []
  expect(references.length).toBeGreaterThan(5)
  for (const reference of references) {
    const keys: string[] = JSON.parse(reference).slice(2).split('/')
    expect([reference, keys.reduce((node, key) => node?.[key], document)]).toEqual([
      reference,
      expect.anything(),
    ])
  }
})

test('the page for people names every operation, field and answer, and runs nothing', async () => {
  const docs = await send(`${server.url}/docs`)
  expect(docs.status).toBe(200)
  expect(docs.headers['content-type']).toMatch(/^text\/html/)
  expect(docs.text).not.toContain('<script')
  expect(docs.text).not.toMatch(/undefined|\[object/)
  expect(docs.text).not.toMatch(/(?:src|href)="https?:/)
  for (const path of Object.keys(document.paths)) expect(docs.text).toContain(path)
  for (const { operationId } of operations) expect(docs.text).toContain(`id="${operationId}"`)
  for (const field of Object.keys(document.components.schemas.SpeechRequest.properties))
    expect(docs.text).toContain(`<td>${field}</td>`)
  expect(docs.text).toContain('0.7 to 1.2 (default 1)')
  expect(docs.text).toContain(`curl ${server.url}/v1/speech`)
})
