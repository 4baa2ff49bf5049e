import { AppError, type ErrorCode } from '#shared/errors.ts'

/** Another program that the person who runs this one has chosen, and trusts, to do a part of the work. */
export interface Service {
  /** Name of the service's work for messages: "translation". */
  readonly work: string
  readonly url: URL
  readonly key: string | undefined
  /** The setting the key came from, to be named where it is refused. */
  readonly keySetting: string
  readonly timeoutMs: number
  /** Asking again may help. */
  readonly failed: ErrorCode
  /** Asking again does not help. */
  readonly unavailable: ErrorCode
}

/** Maximum size of an answer in bytes: a book's worth of text. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
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
export async function callService(
  service: Service,
  body: string | FormData,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<unknown> {
  const { url, work, timeoutMs, failed } = service
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.any([signal, late]),
    })
    const text = await readBounded(answer)
    if (!answer.ok) throw refusal(service, answer.status, text)
    return JSON.parse(text)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError) throw error
    const why = late.aborted
      ? `did not answer within ${timeoutMs / 1000} s`
      : error instanceof SyntaxError
        ? 'did not answer with JSON'
        : 'cannot be reached'
    throw new AppError(
      failed,
      `The ${work} service ${why}. Check that it runs, and try again.`,
      error,
    )
  }
}

/** Error for an answer that is JSON of another shape than expected. */
export function unusable({ work, failed }: Service, cause?: unknown): AppError {
  return new AppError(
    failed,
    `The ${work} service answered with something that cannot be used. Check which program answers there.`,
    cause,
  )
}

async function readBounded(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) throw new SyntaxError('The answer does not end.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function refusal(
  { work, keySetting, failed, unavailable }: Service,
  status: number,
  text: string,
): AppError {
  if (status === 401 || status === 403)
    return new AppError(
      unavailable,
      `The ${work} service refuses the key it is given (status ${status}). Whoever runs Griot can set ${keySetting}.`,
    )
  const isPassing = status >= 500 || status === 408 || status === 429
  const said = reasonIn(text)
  return new AppError(
    isPassing ? failed : unavailable,
    `The ${work} service answered with status ${status}${said ? `: ${said}` : '.'}${isPassing ? ' Try again in a moment.' : ''}`,
  )
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
