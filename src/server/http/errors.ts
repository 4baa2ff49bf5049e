import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, type ErrorCode, TooManyRequests } from '#shared/errors.ts'
import { FASTIFY_ERRORS } from './framework-errors.ts'
import { unknownPath } from './unknown-path.ts'

/** Receives what no person can mend, and failures that came too late to be answered in words. */
export type OnBug = (error: unknown, requestId: string) => void

/** One thing that is wrong with a request: where, and what to do about it. */
export const FieldError = z.object({
  loc: z.array(z.union([z.string(), z.number()])).meta({ examples: [['body', 'speed']] }),
  msg: z.string(),
  type: z.string(),
})
export type FieldError = z.infer<typeof FieldError>

/** The body of every error: what went wrong and what to do, in words. */
export const Failure = z
  .object({
    detail: z.union([z.string(), z.array(FieldError)]),
    request_id: z
      .uuid()
      .optional()
      .meta({ description: 'With every 5xx: name it when you report.' }),
  })
  .meta({ id: 'Failure' })
type Failure = z.infer<typeof Failure>
export type FailureDetail = Failure['detail']

/** A request whose fields are wrong. 400 on /v1/speech, 422 elsewhere. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest'
  readonly problems: readonly FieldError[]
  constructor(problems: readonly FieldError[]) {
    super(problems.map(({ msg }) => msg).join(' '))
    this.problems = problems
  }
}

/** A field of a body that is wrong, in words. */
export function invalidField(field: string, msg: string, type = 'custom'): InvalidRequest {
  return new InvalidRequest([{ loc: ['body', field], msg, type }])
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
    read.error.issues.flatMap((issue) => {
      // A field too many is one problem each.
      const fields = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
      return fields.map((field) => ({
        // JSON has strings and numbers for keys; zod's type allows symbols too.
        loc: [part, ...issue.path.map(toKey), ...(field === undefined ? [] : [field])],
        msg: issue.message,
        type: kindOf(issue, input),
      }))
    }),
  )
}

const toKey = (key: PropertyKey): string | number => (typeof key === 'number' ? key : String(key))

/** Machine-readable type of a problem: zod's code, with "missing" for absent fields and the kind of value for limits. */
function kindOf(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === 'too_big' || issue.code === 'too_small') return `${issue.origin}_${issue.code}`
  // Whatever JSON holds may be asked for a key; what is not there is undefined.
  const given = issue.path.reduce<unknown>(
    (node, key) => (node as Readonly<Record<string, unknown>> | null)?.[toKey(key)],
    input,
  )
  return given === undefined && issue.path.length > 0 ? 'missing' : issue.code
}

/** Headers that were meant for the sound that does not come. */
const OF_THE_SOUND = [
  'content-disposition',
  'content-location',
  'link',
  'x-provenance',
  'x-audio-bitrate',
]

/** Every failure leaves as JSON with a `detail` in words; bugs go to `onBug` and leave with the request's id. */
export function answerFailures(fastify: FastifyInstance, onBug: OnBug): void {
  fastify.setErrorHandler((error, request, reply) => {
    // Nobody is there to read an answer; what the caller cancelled is not a bug either.
    if (reply.raw.destroyed) return reply.send()
    for (const name of OF_THE_SOUND) reply.removeHeader(name)
    const { status, detail, code } = failureOf(error, request)
    if (status === 500 && !(error instanceof AppError)) onBug(error, request.id)
    addHeaders(error, status, reply)
    return refuse(reply, status, detail, code)
  })
  fastify.setNotFoundHandler(async (request, reply) =>
    refuseUnknownPath(request, reply.removeHeader('content-disposition')),
  )
  // Before a body is read: what is wrong with it does not matter where there is nothing.
  fastify.addHook('onRequest', async (request, reply) =>
    request.is404 ? refuseUnknownPath(request, reply) : undefined,
  )
}

/** Adds the headers that belong to a status. */
function addHeaders(error: unknown, status: number, reply: FastifyReply): void {
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (error instanceof TooManyRequests) reply.header('retry-after', String(error.retryAfterS))
  const isBusy =
    error instanceof AppError && (error.code === 'storage/busy' || error.code === 'speech/busy')
  if ((status === 429 || isBusy) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', '1')
  // A range that is not there is told how much there is (RFC 9110, 14.4).
  const { headers } = error as { readonly headers?: Readonly<Record<string, string>> }
  if (status === 416) reply.header('content-range', headers?.['Content-Range'] ?? 'bytes */*')
  // The clients repeat every 5xx unless they are told that it will not help.
  if (status >= 500 && LASTING.has(error instanceof AppError ? error.code : ''))
    reply.header('x-should-retry', 'false')
}

function refuseUnknownPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return refuse(reply, 404, unknownPath(request, clip(request.url.split('?')[0] ?? '')))
}

/** Returns what Fastify refuses before any rule of ours runs, such as a path with a broken escape. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  bodyOf?: FailureBody,
): void {
  const { status, detail } = describe(error, request)
  reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
  refuse(reply, status, detail, undefined, bodyOf)
}

/** Ends a request with `detail`, in the one shape all errors have, or in the dialect of the operation. */
export function refuse(
  reply: FastifyReply,
  status: number,
  detail: FailureDetail,
  code?: ErrorCode,
  bodyOf: FailureBody | undefined = failureBodyOf(reply.request),
): FastifyReply {
  const body: Failure = status >= 500 ? { detail, request_id: reply.request.id } : { detail }
  return reply
    .code(status)
    .type('application/json')
    .send(bodyOf ? bodyOf(status, detail, code) : body)
}

/** Builds the error body of a dialect. */
type FailureBody = (status: number, detail: FailureDetail, code?: ErrorCode) => object

function failureBodyOf({ routeOptions: { config } }: FastifyRequest): FailureBody | undefined {
  return (config?.operation?.dialect ?? config?.dialect)?.failureBody
}

/** A caller's text, cut to 60 characters and quoted, to be repeated in a message. */
export function clip(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}

/** Status and detail of a failure for the maker of `request`; `code` where it is an AppError. */
export function failureOf(
  error: unknown,
  request: FastifyRequest,
): {
  readonly status: number
  readonly detail: FailureDetail
  readonly code: ErrorCode | undefined
} {
  return {
    ...describe(error, request),
    code: error instanceof AppError ? error.code : undefined,
  }
}

function describe(
  error: unknown,
  request: FastifyRequest,
): { readonly status: number; readonly detail: FailureDetail } {
  const invalid = request.routeOptions.config?.operation?.invalidStatus ?? 422
  if (error instanceof InvalidRequest) return { status: invalid, detail: [...error.problems] }
  if (error instanceof AppError) {
    const status = STATUS[error.code]
    // A missing thing that the body names is a wrong field; one that the path names is a 404.
    if (status === 'not found')
      return { status: request.body === undefined ? 404 : invalid, detail: error.message }
    return { status: status === 'invalid' ? invalid : status, detail: error.message }
  }
  const { code, statusCode, message } = error as Partial<FastifyError>
  const known = frameworkFailure(code ?? '', request)
  if (known) return known
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, detail: FILE_REFUSALS[statusCode] ?? String(message) }
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
  'diacritics/invalid': 'invalid',
  'diacritics/not-found': 'not found',
  'voice/not-found': 'not found',
  'language/unsupported': 'invalid',
  'speech/failed': 500,
  'speech/busy': 503,
  'speech/cancelled': 503,
  'speech/idle': 408,
  'encode/no-ffmpeg': 500,
  'encode/failed': 500,
  'decode/failed': 503,
  'play/no-player': 500,
  'play/failed': 500,
  'storage/failed': 500,
  'storage/busy': 503,
  'storage/full': 507,
  'storage/read-only': 503,
  'resource/damaged': 500,
  'storage/moved': 503,
  'sign/unsupported': 'invalid',
  'sign/key': 500,
  'sign/invalid': 'invalid',
  'provenance/not-found': 'not found',
  'provenance/certificate': 'invalid',
  'job/duplicate': 'invalid',
  'access/refused': 401,
  'access/forbidden': 403,
  'access/invalid': 'invalid',
  'access/not-found': 'not found',
  'rate/limited': 429,
  'file/not-found': 'not found',
  'take/not-found': 'not found',
  'take/damaged': 500,
  // Clients repeat a 409, and the upload may be done by then.
  'file/unfinished': 409,
  'file/quota': 413,
  'file/too-large': 413,
  'file/link': 403,
  'file/range': 416,
  'voice/limit': 403,
  'voice/permanent': 403,
  'voice/consent': 'invalid',
  'voice/recording': 'invalid',
  'voice/invalid': 'invalid',
  'translate/unavailable': 503,
  'translate/failed': 503,
  'translate/memory': 'invalid',
  'translate/not-found': 'not found',
  'transcribe/unavailable': 503,
  'transcribe/failed': 503,
  'transcribe/source': 'invalid',
  'model/failed': 503,
  'model/busy': 503,
  'pack/not-found': 'not found',
  'pack/not-installed': 503,
  'pack/damaged': 503,
  'pack/licence': 'invalid',
  'pack/no-source': 'invalid',
  'pack/download': 503,
  'pack/incomplete': 'invalid',
  // Clients repeat a 409, and the other program may be done by then.
  'pack/busy': 409,
  'pack/catalog': 500,
  'project/not-found': 'not found',
  'project/missing': 'not found',
  'project/newer': 500,
  'project/damaged': 500,
  'project/file': 'invalid',
  'request/unreadable': 400,
  'request/too-large': 413,
  'request/repeated': 422,
  'request/in-work': 409,
  'request/invalid': 'invalid',
  'batch/not-found': 'not found',
  // Clients repeat a 409, which would not help: what a batch is does not change back.
  'batch/state': 'invalid',
  'batch/limit': 429,
  'settings/invalid': 500,
  'server/port-busy': 500,
  'server/cannot-listen': 500,
}

/** Messages for refusals of @fastify/send, which has only two words for each. */
const FILE_REFUSALS: Readonly<Record<number, string>> = {
  412: 'The file does not match If-Match or If-Unmodified-Since. Fetch it again without them.',
  416: 'The range lies outside the file: Content-Range says how long it is.',
}

/** Errors that a repeated request does not cure. */
const LASTING: ReadonlySet<string> = new Set([
  'encode/no-ffmpeg',
  'sign/key',
  'resource/damaged',
  'storage/read-only',
  'storage/moved',
  'translate/unavailable',
  'transcribe/unavailable',
  'pack/not-installed',
  'pack/damaged',
  'pack/catalog',
])

function frameworkFailure(
  code: string,
  request: FastifyRequest,
): { readonly status: number; readonly detail: string } | undefined {
  const wantsForm = request.routeOptions.config?.operation?.form !== undefined
  if (wantsForm && code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return { status: 400, detail: SEND_A_FORM }
  return FASTIFY_ERRORS[code]
}

export const SEND_A_FORM =
  'Send the request as a form, with the header "Content-Type: multipart/form-data".'
