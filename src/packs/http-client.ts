import type { Readable } from 'node:stream'
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import { AppError } from '#shared/errors.ts'
import type { ProxySettings } from './pack-settings.ts'
import { isLoopbackHttp, isPackUrl } from './pack-url.ts'

/** An answer whose body is still to be read. */
export interface PackResponse {
  readonly status: number
  /** A response header; several of the same name are joined with commas. */
  header(name: string): string | undefined
  readonly body: Readable
  /** Where the answer came from, after redirects. */
  readonly url: string
}

/** Gets files of packs over HTTP. */
export interface PackHttp {
  /**
   * Asks for a file, following redirects to https, or to the same server of this computer. Throws AppError('pack/download')
   * for an address that is not followed, `LostConnection` where another attempt may succeed, and the reason of `signal`.
   */
  get(
    url: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<PackResponse>
  close(): Promise<void>
}

export interface PackHttpOptions {
  readonly proxies?: ProxySettings | undefined
  /** Certificates to trust, in PEM; left out: those that Node comes with. */
  readonly authorities?: readonly string[]
  /** How long a server may be silent, in milliseconds. */
  readonly idleTimeoutMs?: number
}

/** The connection was lost, or never made: another attempt may succeed. The message is a sentence. */
export class LostConnection extends Error {
  override readonly name = 'LostConnection'
}

const IDLE_TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** A client that uses the proxies of the settings; this computer is asked without one. */
export function openPackHttp({
  proxies = {},
  authorities,
  idleTimeoutMs = IDLE_TIMEOUT_MS,
}: PackHttpOptions = {}): PackHttp {
  const trust = authorities ? { ca: [...authorities] } : {}
  const timeouts = { headersTimeout: idleTimeoutMs, bodyTimeout: idleTimeoutMs }
  const connect = { ...trust, timeout: idleTimeoutMs }
  const direct = new Agent({ ...timeouts, connect })
  const environment = openProxies(proxies, { ...timeouts, connect, requestTls: connect })
  const ask = async (
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> => {
    const dispatcher = isLoopbackHttp(url) ? direct : environment
    try {
      return await request(url, { dispatcher, headers, signal, method: 'GET' })
    } catch (error) {
      signal.throwIfAborted()
      throw describeFailure(error, url)
    }
  }
  return {
    async get(address, headers, signal) {
      let url = new URL(address)
      const first = url
      for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
        const { statusCode, headers: got, body } = await ask(url, headers, signal)
        // Whoever reads it is told; one that is let go of in the middle fails, too, and nobody cares.
        body.on('error', () => undefined)
        const header = (name: string): string | undefined => {
          const value = got[name]
          return Array.isArray(value) ? value.join(', ') : value
        }
        const location = header('location')
        if (!REDIRECTS.has(statusCode) || location === undefined)
          return { status: statusCode, header, body, url: url.href }
        await body.dump({ limit: 65_536, signal }).catch(() => undefined)
        url = redirected(url, location, first)
      }
      throw refused(`${first.origin} redirects more than ${MAX_REDIRECTS} times.`)
    },
    async close() {
      await Promise.all([direct.destroy(), environment.destroy()])
    },
  }
}

/** Empty settings are said, too: the package would read the environment by itself. */
function openProxies(
  { http = '', https = '', none = '' }: ProxySettings,
  options: ConstructorParameters<typeof EnvHttpProxyAgent>[0],
): EnvHttpProxyAgent {
  try {
    return new EnvHttpProxyAgent({ ...options, httpProxy: http, httpsProxy: https, noProxy: none })
  } catch (error) {
    throw new AppError(
      'settings/invalid',
      'HTTPS_PROXY or HTTP_PROXY is not the address of a proxy. Give one such as http://proxy.example:3128, or none.',
      error,
    )
  }
}

function redirected(from: URL, location: string, first: URL): URL {
  const to = URL.parse(location, from.href)
  const isSameLoopback = to !== null && isLoopbackHttp(to) && to.origin === first.origin
  if (to && isPackUrl(to.href) && (to.protocol === 'https:' || isSameLoopback)) return to
  throw refused(
    `${from.origin} redirects to ${clip(location)}, which is not followed: only https addresses without a password are.`,
  )
}

function refused(words: string): AppError {
  return new AppError('pack/download', `${words} Try a mirror, or import the files from a folder.`)
}

const clip = (text: string): string => JSON.stringify(text.slice(0, 100))

/** Failures by code: what happened. Those of certificates are not tried again. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'is not known; is this computer online?',
  EAI_AGAIN: 'cannot be looked up; is this computer online?',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'does not answer',
  UND_ERR_BODY_TIMEOUT: 'has stopped sending',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent less than it announced',
}
const CERTIFICATE = /CERT|SIGNATURE|ERR_TLS|SELF_SIGNED|UNABLE_TO/

/** What went wrong on the way to a server: AppError where another attempt does not help, else LostConnection. */
export function describeFailure(error: unknown, url: URL): AppError | LostConnection {
  const code = codeOf(error)
  if (CERTIFICATE.test(code))
    return refused(
      `${url.host} shows a certificate that is not trusted (${code}). If your network needs one of its own, name it in NODE_EXTRA_CA_CERTS.`,
    )
  const reason = REASONS[code] ?? `could not be asked (${code || String(error)})`
  return new LostConnection(`${url.host} ${reason}.`, { cause: error })
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const own = 'code' in error ? String(error.code) : ''
  return own === '' && error.cause !== undefined ? codeOf(error.cause) : own
}
