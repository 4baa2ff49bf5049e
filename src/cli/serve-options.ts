import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { type JwtSettings, jwtSettingsOf } from '#app/access/jwt-settings.ts'
import type { StoreAddress } from '#app/byte-stores.ts'
import { type ProviderSettings, providerSettingsOf } from '#app/services/providers.ts'
import type { SigningKeySettings } from '#provenance/c2pa/key-settings.ts'
import { LOG_LEVELS, type LogLevel } from '#server/http/request-log.ts'
import { SETTINGS } from '#shared/settings-list.ts'
import type { SettingValues } from '#storage/settings-file.ts'
import type { Environment } from './environment.ts'
import { bytesOf } from './size.ts'
import { UsageError } from './usage-error.ts'

/** Options of `griot serve` about JWTs. */
interface JwtOptions {
  readonly jwtAlgorithm?: string
  readonly jwtKeyFile?: string
  readonly jwtIssuer?: string
  readonly jwtAudience?: string
  readonly jwtMaxAge?: string
}

/** Settings for JWTs; an option goes before the environment variable of the same meaning. */
export function jwtSettingsFor(
  given: JwtOptions,
  { variables }: Pick<Environment, 'variables'>,
): JwtSettings {
  const jwt = jwtSettingsOf(variables)
  return {
    algorithm: given.jwtAlgorithm ?? jwt.algorithm,
    keyFile: given.jwtKeyFile ?? jwt.keyFile,
    issuer: given.jwtIssuer ?? jwt.issuer,
    audience: given.jwtAudience ?? jwt.audience,
    maxAge: given.jwtMaxAge ?? jwt.maxAge,
  }
}

/** Options of `griot serve` that name an operator's own signing key. */
interface SigningKeyOptions {
  readonly signingKeyFile?: string
  readonly signingChainFile?: string
}

/** Settings for the signing key; an option goes before the environment variable of the same meaning. */
export function signingKeyFor(
  given: SigningKeyOptions,
  { signingKey }: Pick<Environment, 'signingKey'>,
): SigningKeySettings {
  return {
    keyFile: given.signingKeyFile ?? signingKey.keyFile,
    chainFile: given.signingChainFile ?? signingKey.chainFile,
  }
}

/** Options that name translators, and servers to work with. Their keys come from the environment alone. */
interface ProviderOptions {
  readonly translateUrl?: string
  readonly translateKind?: string
  readonly translateModel?: string
  readonly translateOrder?: string
  readonly transcribeUrl?: string
  readonly transcribeModel?: string
}

/** Settings for other servers; an option goes before the environment variable of the same meaning. */
export function providersFor(
  given: ProviderOptions,
  { variables }: Pick<Environment, 'variables'>,
): ProviderSettings {
  const providers = providerSettingsOf(variables)
  return {
    ...providers,
    translateUrl: given.translateUrl ?? providers.translateUrl,
    translateKind: given.translateKind ?? providers.translateKind,
    translateModel: given.translateModel ?? providers.translateModel,
    translateOrder: given.translateOrder ?? providers.translateOrder,
    transcribeUrl: given.transcribeUrl ?? providers.transcribeUrl,
    transcribeModel: given.transcribeModel ?? providers.transcribeModel,
  }
}

/** Requests a minute for each token; undefined: no limit. Throws UsageError. */
export function rateLimitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageError(
    `--rate-limit is the number of requests a minute for each token, at least 1, not "${text}". Leave it out for no limit.`,
  )
}

/** Characters that fit into a request in any script. */
const LONGEST_TEXT = 200_000

/** Characters in one text; undefined: the server's default. Throws UsageError. */
export function textLimitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= LONGEST_TEXT) return Number(text)
  throw new UsageError(`--text-limit is a number of characters from 1 to 200,000, not "${text}".`)
}

/** Free space to keep on the disk, in bytes; undefined: the server's default. Throws UsageError. */
export function keepFreeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : bytesOf('keep-free', text)
}

/** Store of a server's bytes; undefined: the data folder. Throws UsageError. */
export function blobsOf(
  text: string | undefined,
  { blobs, given }: Pick<Environment, 'blobs' | 'given'>,
): StoreAddress | undefined {
  if (text?.trim() === '')
    throw new UsageError(
      '--blobs is a folder or an address such as s3://BUCKET?endpoint=URL. Leave it out to keep everything in the data folder.',
    )
  const address = text ?? blobs
  return address === undefined ? undefined : { address, env: given }
}

/** Level of the request log. Throws UsageError. */
export function logLevelOf(
  text: string | undefined,
  { logLevel }: Pick<Environment, 'logLevel'>,
): LogLevel {
  const wanted = text ?? logLevel ?? 'info'
  const level = LOG_LEVELS.find((name) => name === wanted.toLowerCase())
  if (level) return level
  throw new UsageError(
    `The log level (--log-level or GRIOT_LOG_LEVEL) is one of ${LOG_LEVELS.join(', ')}, not "${wanted}".`,
  )
}

/** Where the request log goes: the file of the data folder, or standard output. Throws UsageError. */
export function logPlaceOf(
  text: string | undefined,
  { home, variables }: Pick<Environment, 'home' | 'variables'>,
): { readonly folder: string } | { readonly stream: Writable } {
  const wanted = text ?? (variables['GRIOT_LOG_TO'] || 'file')
  if (wanted === 'file') return { folder: join(home, 'logs') }
  if (wanted === 'stdout') return { stream: process.stdout }
  throw new UsageError(
    `The place of the request log (--log-to or GRIOT_LOG_TO) is file or stdout, not "${wanted}".`,
  )
}

/** Milliseconds for answers in progress when the server is told to stop; undefined: the server's default. Throws UsageError. */
export function stopWithinOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text) * 1_000
  throw new UsageError(`--stop-within is a number of seconds from 1 to 99,999, not "${text}".`)
}

/** Throws UsageError where GRIOT_OPEN_DISCOVERY says something else than on or off. */
export function checkOpenDiscovery({ given }: Pick<Environment, 'given'>): void {
  const text = given['GRIOT_OPEN_DISCOVERY']
  if (text && text !== 'on' && text !== 'off')
    throw new UsageError(`GRIOT_OPEN_DISCOVERY is on or off, not "${text}".`)
}

/** The settings that options of the command line give, which go before all others. */
export function settingsIn(options: object): SettingValues {
  const texts = new Map<string, unknown>(Object.entries(options))
  const given = SETTINGS.flatMap(({ id, option }) => {
    const given = option === undefined ? undefined : texts.get(keyOf(option))
    // An option that takes no value turns its setting on.
    const text = given === true ? 'on' : given
    return typeof text === 'string' ? [[id, text]] : []
  })
  return Object.fromEntries(given)
}

/** Options, with stored settings in the place of those that were not given and that no environment variable may give. */
export function withStoredOptions<T extends object>(options: T, stored: SettingValues): T {
  const filled = SETTINGS.flatMap(({ id, option, environment }) => {
    const isFree = option !== undefined && environment === undefined
    return isFree && stored[id] ? [[keyOf(option), stored[id]]] : []
  })
  return { ...Object.fromEntries(filled), ...options }
}

/** An option as commander names it: `hlsQuota` of `--hls-quota`. */
function keyOf(option: string): string {
  return option.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
