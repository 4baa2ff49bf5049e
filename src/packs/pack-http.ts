import type { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'

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

/** The connection was lost, or never made: another attempt may succeed. The message is a sentence. */
export class LostConnection extends Error {
  override readonly name = 'LostConnection'
}

/** A refusal that another attempt does not change. */
export function refused(words: string): AppError {
  return new AppError('pack/download', `${words} Try a mirror, or import the files from a folder.`)
}

/** Failures by code: what happened. Those of certificates are not tried again. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'is not known (is this computer online?)',
  EAI_AGAIN: 'cannot be looked up (is this computer online?)',
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
  const proxyStatus = /^Proxy response \((\d+)\)/.exec(messageOf(error))?.[1]
  if (proxyStatus === '407')
    return refused(
      'The proxy wants a name and a password: put them into HTTPS_PROXY, as in http://name:password@proxy.example:3128.',
    )
  if (proxyStatus !== undefined)
    return refused(`The proxy does not lead to ${url.host}: it answered ${proxyStatus}.`)
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

/** The words of the failure at the bottom of others. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return error.cause instanceof Error ? messageOf(error.cause) : error.message
}
