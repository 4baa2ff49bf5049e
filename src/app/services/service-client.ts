import { AppError, type ErrorCode, TooManyRequests } from '#shared/errors.ts'

/** Another program that the person who runs this one has chosen, and trusts, to do a part of the work. */
export interface Service {
  /** Name of the service's work for messages: "translation". */
  readonly work: string
  readonly url: URL
  readonly key: string | undefined
  /** The setting the key came from, to be named where it is refused. */
  readonly keySetting: string
  /** Time for the whole answer. */
  readonly timeoutMs: number
  /** Time for its beginning, and between two parts of it; left out: no limit but that for the whole. */
  readonly idleMs?: number
  /** Asking again may help. */
  readonly failed: ErrorCode
  /** Asking again does not help. */
  readonly unavailable: ErrorCode
  /** What it was asked for is in a language that it does not know; left out: that is `unavailable`. */
  readonly unsupported?: ErrorCode
}

/** Maximum size of an answer in bytes: a book's worth of text. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
/** Maximum size of what is read to learn why a service refuses, in bytes, and the time for it, in milliseconds. */
const MAX_REASON_BYTES = 64 * 1024
const REASON_MS = 2_000
const MAX_REASON_CHARACTERS = 200

/**
 * The address of a service from a setting. Plain http only to this machine itself: a key and people's texts travel with
 * it. `path` is where the service usually answers, for an address that names only the start of it. Throws
 * AppError('settings/invalid').
 */
export function serviceUrl(setting: string, name: string, path: string): URL {
  const wrong = (why: string): AppError =>
    new AppError(
      'settings/invalid',
      `${name} ${why}. Set it to an address such as http://127.0.0.1:5000 or https://example.org.`,
    )
  const url = URL.parse(setting.trim())
  if (!url) throw wrong('is not an address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw wrong('begins neither with https:// nor with http://')
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    throw wrong('begins with http://, which is for programs on this machine alone')
  if (url.username !== '' || url.password !== '') throw wrong('contains a user name or a password')
  if (path.startsWith(`${url.pathname.replace(/\/$/, '')}/`)) url.pathname = path
  return url
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/** Asks a service and answers the JSON it answers. Throws AppError in words, and the signal's reason when it aborts. */
export function callService(
  service: Service,
  body: string | FormData,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<unknown> {
  return askService(service, body, { accept: 'application/json', ...headers }, signal, readJson)
}

/** An answer while it arrives. */
export interface ServiceAnswer {
  /** Without parameters, in small letters. */
  readonly mediaType: string
  /** At most 8 MB. It ends with an error where more comes, or nothing for `idleMs`. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Reads an answer as JSON in UTF-8. Throws SyntaxError. */
export async function readJson({ chunks }: Pick<ServiceAnswer, 'chunks'>): Promise<unknown> {
  return JSON.parse(Buffer.concat(await Array.fromAsync(chunks)).toString('utf8'))
}

/**
 * Asks a service and lets `read` read its answer as it arrives. Throws AppError in words, what `read` throws, and the
 * signal's reason when it aborts; a SyntaxError of `read` means that the answer has another form than expected.
 */
export async function askService<T>(
  service: Service,
  body: string | FormData,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  read: (answer: ServiceAnswer) => Promise<T>,
): Promise<T> {
  const { url, work, failed } = service
  const deadline = openDeadline(service)
  const ended = AbortSignal.any([signal, deadline.signal])
  let hasBegun = false
  try {
    const ask = (): Promise<Response> =>
      fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal: ended })
    const answer = await ask().catch((error: unknown) => {
      // The service may just have closed a connection that was kept open: such work may be asked for again.
      if (ended.aborted || !wasClosed(error)) throw error
      return ask()
    })
    deadline.heard()
    hasBegun = true
    if (!answer.ok) throw refusal(service, answer, await startOf(answer, ended))
    const chunks = boundedChunks(service, answer, deadline.heard)
    const mediaType = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    return await read({ mediaType, chunks })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError || (!ended.aborted && !isTransport(error))) throw error
    const brokenOff = hasBegun ? 'broke off its answer' : 'cannot be reached'
    const why =
      deadline.missed() ?? (error instanceof SyntaxError ? 'did not answer with JSON' : brokenOff)
    throw new AppError(
      failed,
      `The ${work} service ${why}. Check that it runs, and try again.`,
      error,
    )
  } finally {
    deadline.close()
  }
}

/** Whether a connection ended before an answer began. */
function wasClosed(error: unknown): boolean {
  const code = Object(Object(error).cause).code
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}

/** Time limits of one answer. `heard` is told of each part of it; `missed` says in words which limit has passed. */
function openDeadline({ timeoutMs, idleMs }: Pick<Service, 'timeoutMs' | 'idleMs'>) {
  const late = AbortSignal.timeout(timeoutMs)
  const silent = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const heard = (): void => {
    clearTimeout(timer)
    if (idleMs !== undefined) timer = setTimeout(() => silent.abort(), idleMs)
  }
  heard()
  return {
    signal: AbortSignal.any([late, silent.signal]),
    heard,
    missed(): string | undefined {
      if (late.aborted) return `did not answer within ${timeoutMs / 1000} s`
      return silent.signal.aborted ? `sent nothing for ${(idleMs ?? 0) / 1000} s` : undefined
    },
    close: () => clearTimeout(timer),
  }
}

/** Whether an error comes from the connection or from the form of an answer, and not from whoever reads it. */
function isTransport(error: unknown): boolean {
  return error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException
}

/** Error for an answer that is JSON of another shape than expected. */
export function unusable({ work, failed }: Service, cause?: unknown): AppError {
  return new AppError(
    failed,
    `The ${work} service answered with something that cannot be used. Check which program answers there.`,
    cause,
  )
}

async function* boundedChunks(
  { work, failed }: Service,
  answer: Response,
  heard: () => void,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of answer.body ?? []) {
    heard()
    size += chunk.length
    if (size > MAX_ANSWER_BYTES)
      throw new AppError(
        failed,
        `The ${work} service answered with more than ${MAX_ANSWER_BYTES.toLocaleString('en')} bytes. Check which program answers there.`,
      )
    yield chunk
  }
}

/** The beginning of an answer's body. The status says enough where it is long, comes slowly or breaks off: it never throws. */
async function startOf(answer: Response, ended: AbortSignal): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = answer.body?.getReader()
  const late = AbortSignal.any([ended, AbortSignal.timeout(REASON_MS)])
  const stop = (): void => {
    // It fails where the connection is broken already.
    reader?.cancel().catch(() => undefined)
  }
  late.addEventListener('abort', stop, { once: true })
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value)
      size += part.value.length
      if (size > MAX_REASON_BYTES) break
    }
  } catch {
    // What came before it broke off is what there is.
  } finally {
    late.removeEventListener('abort', stop)
    stop()
  }
  return Buffer.concat(parts).toString('utf8')
}

function refusal(
  { work, keySetting, failed, unavailable, unsupported = unavailable }: Service,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): AppError {
  if (status >= 300 && status < 400)
    return new AppError(
      unavailable,
      `The ${work} service redirects to another address (status ${status}). That is not followed, so that texts and keys go nowhere else. Whoever runs Griot can set the address that answers itself.`,
    )
  if (status === 401 || status === 403)
    return new AppError(
      unavailable,
      `The ${work} service refuses the key it is given (status ${status}). Whoever runs Griot can set ${keySetting}.`,
    )
  const isPassing = status >= 500 || status === 408 || status === 429
  const said = reasonIn(text).replace(/[.\s]*$/, '')
  const words = `The ${work} service answered with status ${status}${said ? `: ${said}` : ''}.${isPassing ? ' Try again in a moment.' : ''}`
  if (status === 429) return new TooManyRequests(words, retryAfterIn(headers))
  const isLanguage = status === 400 && /\b(?:not supported|unsupported)\b/i.test(said)
  return new AppError(isPassing ? failed : isLanguage ? unsupported : unavailable, words)
}

/** Longest wait that a service may ask for, in seconds: a day. */
const LONGEST_WAIT_S = 86_400

/** Whole seconds that `Retry-After` says, as a number or as a date (RFC 9110, section 10.2.3); 1 where it says nothing. */
function retryAfterIn(headers: Headers): number {
  const text = headers.get('retry-after')?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.min(LONGEST_WAIT_S, Math.max(1, Math.ceil(seconds))) : 1
}

/** `{"error": "…"}` of LibreTranslate, `{"error": {"message": "…"}}` of OpenAI; short, and on one line. */
function reasonIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    const said = (error as { message?: unknown } | null | undefined)?.message ?? error
    if (typeof said !== 'string') return ''
    return said
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MAX_REASON_CHARACTERS)
      .toWellFormed()
  } catch {
    // Whatever it is, it is no reason in words.
    return ''
  }
}
