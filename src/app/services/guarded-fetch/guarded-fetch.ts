import { type IncomingMessage, request } from 'node:http'
import { AppError } from '#shared/errors.ts'
import { checkUrl, hostOf, refused } from './check-url.ts'
import { connectPublic } from './connect.ts'
import type { Network } from './network.ts'

export interface GuardedFetchOptions {
  readonly network: Network
  readonly maxBytes: number
  /** Timeout of the whole fetch, name resolution and redirects included, in milliseconds. */
  readonly timeoutMs: number
}

const MAX_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The bytes behind a link that a stranger gave, as they arrive, no faster than they are taken. Only https, only from
 * addresses of the public internet, after name resolution and after each of at most five redirects; no cookies, no
 * proxy, nothing compressed. Throws AppError('transcribe/source') that say nothing of networks that are not
 * public, AppError('file/too-large'), and the signal's reason when it aborts.
 */
export async function* guardedFetch(
  link: string,
  options: GuardedFetchOptions,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { maxBytes, timeoutMs } = options
  const late = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, late])
  let url = checkUrl(link)
  let answer: IncomingMessage | undefined
  try {
    for (let redirects = 0; ; redirects++) {
      answer = await get(url, options.network, either)
      const next = redirectOf(url, answer)
      if (!next) break
      answer.destroy()
      if (redirects === MAX_REDIRECTS)
        throw refused(`The link is redirected more than ${MAX_REDIRECTS} times.`)
      url = next
    }
    checkAnswer(url, answer, maxBytes)
    let size = 0
    for await (const chunk of answer) {
      // A response without an encoding yields bytes.
      const bytes = chunk as Uint8Array
      size += bytes.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      yield bytes
    }
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted)
      throw refused(`The link could not be fetched within ${timeoutMs / 1000} s.`, error)
    if (error instanceof AppError) throw error
    throw refused(`Nothing could be fetched from ${hostOf(url)}.`, error)
  } finally {
    answer?.destroy()
  }
}

/** The head of the answer; its body is yet to be read. */
async function get(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  const socket = await connectPublic(url, network, signal)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = request(
    {
      createConnection: () => socket,
      setHost: false,
      headers: {
        host: url.host,
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': 'Griot',
        connection: 'close',
      },
      path: `${url.pathname}${url.search}`,
      signal,
    },
    resolve,
  )
  sent.on('error', reject)
  // The protocol is not changed, whatever the other end offers.
  sent.on('upgrade', (_answer, upgraded) => {
    upgraded.destroy()
    reject(new Error('The answer is another protocol.'))
  })
  sent.end()
  return promise
}

function redirectOf(from: URL, { statusCode, headers }: IncomingMessage): URL | undefined {
  if (!REDIRECTS.has(statusCode ?? 0) || headers.location === undefined) return undefined
  const next = URL.parse(headers.location, from.href)
  if (!next) throw refused('The link is redirected to an address that cannot be read.')
  return checkUrl(next.href)
}

function checkAnswer(url: URL, answer: IncomingMessage, maxBytes: number): void {
  const { statusCode, headers } = answer
  if (statusCode !== 200) throw refused(`${hostOf(url)} answered with status ${statusCode}.`)
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw refused(`${hostOf(url)} sends the file compressed.`)
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
}

function tooLarge(maxBytes: number): AppError {
  const most = maxBytes.toLocaleString('en')
  return new AppError(
    'file/too-large',
    `The file behind the link is larger than the ${most} bytes allowed here.`,
  )
}
