import { z } from 'zod'
import { Failure } from '#server/http/errors.ts'
import type { Json, Operation, ResponseDescription } from '#server/http/operation.ts'
import type { Schemas } from './json-schema.ts'

/** Every answer an operation can give: its own, and those that all operations of its kind share. */
export function responsesOf(operation: Operation, schemas: Schemas): Json {
  const own = Object.entries(operation.responses).map(
    ([status, described]) => [status, answerOf(operation, described, schemas)] as const,
  )
  const shared = Object.entries(sharedFailures(operation)).map(
    ([status, description]) =>
      [
        status,
        answerOf(operation, { description, headers: SHARED_HEADERS[status] ?? {} }, schemas),
      ] as const,
  )
  return Object.fromEntries([...shared, ...own])
}

/** Statuses that follow from how an operation is reached and read, before it does anything of its own. */
function sharedFailures(operation: Operation): Readonly<Record<number, string>> {
  const {
    scope,
    params,
    query,
    body,
    form,
    headers,
    invalidStatus: invalid = 422,
    idempotent,
  } = operation
  const reads = body !== undefined || form !== undefined
  const limit = (operation.bodyLimitBytes ?? 1024 * 1024).toLocaleString('en')
  return {
    400: 'The request cannot be read. `detail` says what to do.',
    ...(scope
      ? {
          401: 'No token, or one that is unknown, expired or revoked.',
          429: 'Too many requests or connections with this token, or wrong tokens from this address. Retry-After says how many seconds to wait, at most 60.',
        }
      : {}),
    403: scope
      ? 'The token may not do this, or this server does not answer to the Host or Origin.'
      : 'This server does not answer to the Host or Origin.',
    ...(params ? { 404: 'Unknown, or of another account.' } : {}),
    408: 'The request did not arrive completely in time.',
    ...(params ? { 414: 'A part of the path is longer than any id.' } : {}),
    ...(reads ? { 413: `The body is larger than ${limit} bytes.` } : {}),
    ...(reads ? { 415: 'The body is compressed. Send it uncompressed.' } : {}),
    ...(reads || query || headers
      ? {
          [invalid]:
            'A field is wrong, or the request cannot be read. `detail` says which and what to do.',
        }
      : {}),
    ...(idempotent
      ? {
          409: 'A request with this Idempotency-Key is still being answered.',
          422: `${invalid === 422 ? 'A field is wrong, or this' : 'This'} Idempotency-Key was used for another request.`,
        }
      : {}),
    431: 'The headers are larger than 16 kB.',
    500: 'Something went wrong. `detail` says what.',
    503: 'Griot is starting or shutting down, another program keeps its library locked, the file of the library was moved, deleted or replaced, or the bucket of its files is read-only or does not answer. `detail` says which.',
    ...(scope
      ? {
          507: 'The disk, or the bucket of its files, is full, so that nothing can be stored or signed. `detail` says what to do.',
        }
      : {}),
  }
}

const SHOULD_RETRY = { 'x-should-retry': '"false" where another attempt does not help.' } as const

/** Response headers of failures, by status. */
const SHARED_HEADERS: Readonly<Record<string, NonNullable<ResponseDescription['headers']>>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  429: { 'Retry-After': 'Seconds to wait before the next attempt: 1 to 60.' },
  500: SHOULD_RETRY,
  503: {
    'Retry-After':
      'Where the library is locked or the bucket does not answer: seconds to wait before the next attempt.',
  },
}

const REPLAYED = {
  'Idempotent-Replayed': 'true: this is the stored answer to an earlier, identical request.',
} as const

function answerOf(
  { dialect, idempotent = false }: Operation,
  { description, content, headers }: ResponseDescription,
  schemas: Schemas,
): Json {
  const failure = schemas.of(dialect?.failure ?? Failure, 'output')
  const bodies = content
    ? Object.entries(content).map(
        ([type, schema]) =>
          [
            type,
            { schema: schema instanceof z.ZodType ? schemas.of(schema, 'output') : schema },
          ] as const,
      )
    : [['application/json', { schema: failure }] as const]
  return {
    description,
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
      ...Object.fromEntries(
        Object.entries({ ...headers, ...(idempotent && content ? REPLAYED : {}) }).map(
          ([name, says]) => [name, { description: says, schema: { type: 'string' } }],
        ),
      ),
    },
    // A body that may not be there at all has no types: 204, 304.
    ...(bodies.length > 0 ? { content: Object.fromEntries(bodies) } : {}),
  }
}
