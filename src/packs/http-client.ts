import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import { AppError } from '#shared/errors.ts'
import { describeFailure, type PackHttp, refused } from './pack-http.ts'
import type { ProxySettings } from './pack-settings.ts'
import { isLoopbackHttp, isPackUrl } from './pack-url.ts'

export interface PackHttpOptions {
  readonly proxies?: ProxySettings | undefined
  /** Certificates to trust, in PEM; left out: those that Node comes with. */
  readonly authorities?: readonly string[]
  /** How long a server may be silent, in milliseconds. */
  readonly idleTimeoutMs?: number
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

const clip = (text: string): string => JSON.stringify(text.slice(0, 100))
