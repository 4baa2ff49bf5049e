import fc from 'fast-check'
import type { TestRequest } from '#server/client.test-support.ts'
import type { Json } from '#server/http/operation.ts'
import type { DocumentedOperation } from '#server/openapi/docs-operation.ts'
import { allowedBy, anyJson, nearly } from './schema-values.test-support.ts'

/** A request to one operation, and where it goes. */
export interface FuzzRequest {
  readonly operation: DocumentedOperation
  readonly path: string
  readonly ask: TestRequest
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: Json
}

/** Valid and invalid requests to `operation`. `ids` are path parameters that lead somewhere; `token` is a good one. */
export function requestsTo(
  operation: DocumentedOperation,
  { ids, token }: { readonly ids: readonly string[]; readonly token: string },
): fc.Arbitrary<FuzzRequest> {
  const parameters = (operation.operation['parameters'] ?? []) as readonly Parameter[]
  return fc
    .record({
      path: pathOf(operation.path, parameters, ids),
      query: queryOf(parameters),
      body: bodyOf(operation),
      headers: headersOf(parameters),
      authorization: fc.oneof(
        { weight: 12, arbitrary: fc.constant(`Bearer ${token}`) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('', 'Basic YTpi', 'Bearer', 'Bearer x.y.z', token),
        },
      ),
    })
    .map(({ path, query, body, headers, authorization }) => ({
      operation,
      path: `${path}${query}`,
      ask: {
        method: operation.method,
        headers: { ...headers, ...body.headers, ...(authorization ? { authorization } : {}) },
        ...(body.bytes === undefined ? {} : { body: body.bytes }),
      },
    }))
}

function pathOf(
  path: string,
  parameters: readonly Parameter[],
  ids: readonly string[],
): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    { weight: 2, arbitrary: fc.uuid() },
    {
      weight: 1,
      arbitrary: fc.constantFrom('..', '../files', '%', 'x'.repeat(500), '\u0000', 'ẹ̀kọ́', '.', '0'),
    },
  )
  return fc
    .tuple(...names.map(() => value))
    .map((values) =>
      names.reduce(
        (made, name, i) => made.replace(`{${name}}`, encodeURIComponent(values[i] ?? '')),
        path,
      ),
    )
}

function queryOf(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const fields = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => [name, fc.oneof(allowedBy(schema), anyJson)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }).map((query) => {
    const pairs = Object.entries(query).map(
      ([name, value]) =>
        [
          name,
          (typeof value === 'string' ? value : JSON.stringify(value))
            .toWellFormed()
            .slice(0, 2_000),
        ] as [string, string],
    )
    return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
  })
}

function headersOf(parameters: readonly Parameter[]): fc.Arbitrary<Record<string, string>> {
  const value = fc.oneof(
    fc.constantFrom('true', 'FALSE', '', 'maybe', '0', 'x'.repeat(300)),
    fc.uuid(),
    // Header values are visible ASCII.
    fc.stringMatching(/^[!-~]{1,40}$/),
  )
  const fields = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => [name.toLowerCase(), value] as const)
  return fc.subarray(fields).chain((some) => fc.record(Object.fromEntries(some)))
}

interface Body {
  readonly headers: Readonly<Record<string, string>>
  readonly bytes?: string | Uint8Array
}

function bodyOf({ operation, follow }: DocumentedOperation): fc.Arbitrary<Body> {
  const { content } = (operation['requestBody'] ?? {}) as {
    content?: Readonly<Record<string, { schema: Json }>>
  }
  const json = content?.['application/json']
  const form = content?.['multipart/form-data']
  if (json) return jsonBody(follow(json.schema))
  if (form) return formBody(follow(form.schema))
  return fc.constantFrom<Body[]>(
    { headers: {} },
    { headers: { 'content-type': 'application/json' } },
  )
}

const JSON_TYPE = { 'content-type': 'application/json' }

function jsonBody(schema: Json): fc.Arbitrary<Body> {
  const written = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Body> =>
    value.map((body) => ({ headers: JSON_TYPE, bytes: JSON.stringify(body) ?? 'undefined' }))
  const unreadable = fc.constantFrom<Body[]>(
    { headers: JSON_TYPE, bytes: '{"text": "half' },
    { headers: JSON_TYPE, bytes: '' },
    { headers: JSON_TYPE, bytes: Buffer.from([0xff, 0xfe, 0x22]) },
    { headers: { 'content-type': 'text/plain' }, bytes: '{}' },
    { headers: { 'content-type': 'application/xml' }, bytes: '<a/>' },
    { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, bytes: '{}' },
    { headers: {} },
    { headers: JSON_TYPE, bytes: `${'['.repeat(5_000)}${']'.repeat(5_000)}` },
    { headers: JSON_TYPE, bytes: '{"__proto__": {"admin": true}, "text": "Hi.", "voice": "lina"}' },
  )
  return fc.oneof(
    { weight: 4, arbitrary: written(allowedBy(schema)) },
    { weight: 4, arbitrary: written(nearly(schema)) },
    { weight: 1, arbitrary: unreadable },
  )
}

const BOUNDARY = 'griot-boundary'

function formBody(schema: Json): fc.Arbitrary<Body> {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>)
  const part = fc.oneof(
    ...properties.map(([name, field]) => partOf(name, field)),
    partOf('unknown', { type: 'string' }),
  )
  const form = fc.array(part, { maxLength: 7 }).map((parts) => ({
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    bytes: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }))
  const unreadable = fc.constantFrom<Body[]>(
    { headers: { 'content-type': 'multipart/form-data' }, bytes: 'no boundary' },
    { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, bytes: '' },
    {
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      bytes: `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf`,
    },
    { headers: JSON_TYPE, bytes: '{}' },
    { headers: {} },
  )
  return fc.oneof({ weight: 6, arbitrary: form }, { weight: 1, arbitrary: unreadable })
}

function partOf(name: string, field: Json): fc.Arbitrary<Buffer> {
  const isFile = JSON.stringify(field).includes('binary')
  const fileName = fc.constantFrom('a.wav', '../../x', 'ọ̀rọ̀.mp3', 'a"b', '', 'x'.repeat(300))
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }).map((array) => Buffer.from(array)),
    allowedBy(field).map((value) => Buffer.from(String(value))),
    anyJson.map((value) => Buffer.from(String(JSON.stringify(value)))),
  )
  return fc.tuple(bytes, fc.option(fileName), fc.boolean()).map(([content, file, odd]) => {
    const asFile = isFile !== (odd && file !== null)
    const disposition = asFile ? `; filename="${file ?? 'clip.wav'}"` : ''
    return Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${disposition}\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ])
  })
}
