import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, type ErrorCode } from '#shared/errors.ts'

/** Hears what no person can mend, and failures that came too late to be answered in words. */
export type OnBug = (error: unknown, requestId: string) => void

/** One thing that is wrong with a request: where, and what to do about it. */
export const Problem = z.object({
  loc: z.array(z.union([z.string(), z.number()])).meta({ examples: [['body', 'speed']] }),
  msg: z.string(),
  type: z.string(),
})
export type Problem = z.infer<typeof Problem>

/** The body of every error: what went wrong and what to do, in words. */
export const Failure = z.object({
  detail: z.union([z.string(), z.array(Problem)]),
  request_id: z.uuid().optional().meta({ description: 'With every 5xx: name it when you report.' }),
})
type Failure = z.infer<typeof Failure>

/** A request whose fields are wrong. 400 on /v1/speech, 422 elsewhere. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest'
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(problems.map(({ msg }) => msg).join(' '))
    this.problems = problems
  }
}

/** A request that cannot even be read, such as broken JSON: 400 everywhere. */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest'
  readonly statusCode = 400
}

/** `input` as `schema` reads it. Throws InvalidRequest, which says where in `part` of the request it is wrong. */
export function readInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  part: 'body' | 'query' | 'header',
): z.output<S> {
  const read = schema.safeParse(input)
  if (read.success) return read.data
  throw new InvalidRequest(
    read.error.issues.map(({ path, message, code }) => ({
      // JSON has strings and numbers for keys; zod's type allows symbols too.
      loc: [part, ...path.map((key) => (typeof key === 'number' ? key : String(key)))],
      msg: message,
      type: code,
    })),
  )
}

/** Every failure leaves as JSON with a `detail` in words; bugs go to `onBug` and leave with the request's id. */
export function answerFailures(fastify: FastifyInstance, onBug: OnBug): void {
  fastify.setErrorHandler((error, request, reply) => {
    // Nobody is there to read an answer; what the caller cancelled is not a bug either.
    if (reply.raw.destroyed) return reply.send()
    // They were meant for the sound that does not come.
    reply.removeHeader('content-disposition').removeHeader('content-location')
    const { status, detail } = describe(error, request)
    if (status === 500 && !(error instanceof AppError)) onBug(error, request.id)
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    // The clients repeat every 5xx unless they are told that it will not help.
    if (status === 503 && LASTING.has(error instanceof AppError ? error.code : ''))
      reply.header('x-should-retry', 'false')
    return refuse(reply, status, detail)
  })
  fastify.setNotFoundHandler(async (request, reply) => refuseUnknownPath(request, reply))
  // Before a body is read: what is wrong with it does not matter where there is nothing.
  fastify.addHook('onRequest', async (request, reply) =>
    request.is404 ? refuseUnknownPath(request, reply) : undefined,
  )
}

function refuseUnknownPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = clip(request.url.split('?')[0] ?? '')
  return refuse(
    reply,
    404,
    `There is nothing at ${request.method} ${path}. See /openapi.json for what there is.`,
  )
}

/** What Fastify refuses before any rule of ours is asked, such as a path with a broken escape. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status, detail } = describe(error, request)
  refuse(reply.header('x-request-id', request.id), status, detail)
}

/** Ends a request with `detail`, in the one shape all errors have. */
export function refuse(
  reply: FastifyReply,
  status: number,
  detail: Failure['detail'],
): FastifyReply {
  const dialect = reply.request.routeOptions.config?.operation?.dialect
  const body: Failure = status >= 500 ? { detail, request_id: reply.request.id } : { detail }
  return reply
    .code(status)
    .type('application/json')
    .send(dialect ? dialect.failureBody(status, detail) : body)
}

/** What a caller wrote, short enough to be repeated in a message and quoted so that its edges are seen. */
export function clip(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}

function describe(
  error: unknown,
  request: FastifyRequest,
): { readonly status: number; readonly detail: Failure['detail'] } {
  const invalid = request.routeOptions.config?.operation?.invalid ?? 422
  if (error instanceof InvalidRequest) return { status: invalid, detail: [...error.problems] }
  if (error instanceof AppError) {
    const status = STATUS[error.code]
    // What a body names and is not there is a wrong field; what a path names is not found.
    if (status === 'not found')
      return { status: request.body === undefined ? 404 : invalid, detail: error.message }
    return { status: status === 'invalid' ? invalid : status, detail: error.message }
  }
  const { code, statusCode, message } = error as Partial<FastifyError>
  const known = FASTIFY_ERRORS[code ?? '']
  if (known) return known
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, detail: String(message) }
  return {
    status: 500,
    detail: 'Something went wrong in Griot. Its log has the details under this request_id.',
  }
}

/** `invalid` is 400 or 422, and `not found` 400 or 404, by the operation. Callers repeat 5xx and give up on 4xx. */
const STATUS: Record<ErrorCode, number | 'invalid' | 'not found'> = {
  'text/empty': 'invalid',
  'text/too-long': 'invalid',
  'text/unspeakable': 'invalid',
  'text/markup': 'invalid',
  'dictionary/invalid': 'invalid',
  'dictionary/duplicate': 'invalid',
  'dictionary/not-found': 'not found',
  'voice/not-found': 'not found',
  'language/unsupported': 'invalid',
  'speech/failed': 500,
  'speech/cancelled': 503,
  'encode/no-ffmpeg': 500,
  'encode/failed': 500,
  'storage/failed': 500,
  'sign/unsupported': 'invalid',
  'sign/key': 500,
  'sign/invalid': 'invalid',
  'job/duplicate': 'invalid',
  'access/refused': 401,
  'access/forbidden': 403,
  'access/invalid': 'invalid',
  'access/not-found': 'not found',
  'rate/limited': 429,
  'file/not-found': 'not found',
  // Clients repeat a 409, and the upload may be done by then.
  'file/unfinished': 409,
  'file/quota': 413,
  'file/too-large': 413,
  'voice/limit': 403,
  'voice/permanent': 403,
  'voice/consent': 'invalid',
  'voice/recording': 'invalid',
  'voice/invalid': 'invalid',
  'translate/unavailable': 503,
  'transcribe/unavailable': 503,
  'transcribe/source': 'invalid',
  'request/unreadable': 400,
  'request/too-large': 413,
  'request/repeated': 422,
  'request/in-work': 409,
  'request/invalid': 'invalid',
  'server/port-busy': 500,
  'server/cannot-listen': 500,
}

/** Not cured by asking again. */
const LASTING: ReadonlySet<string> = new Set(['translate/unavailable', 'transcribe/unavailable'])

/** Codes of https://fastify.dev/docs/latest/Reference/Errors/ in our words. */
const FASTIFY_ERRORS: Readonly<
  Record<string, { readonly status: number; readonly detail: string }>
> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    detail: 'The request body is larger than 1 MB (1,048,576 bytes).',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 400,
    detail: 'Send the request as JSON, with the header "Content-Type: application/json".',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    detail: 'The request body is shorter or longer than its Content-Length says.',
  },
  FST_ERR_BAD_URL: {
    status: 400,
    detail: 'The address cannot be read: it holds a broken % escape.',
  },
}
