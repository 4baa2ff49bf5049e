import type { JwtSettings } from '#app/access/jwt-settings.ts'
import type { ProviderSettings } from '#app/services/providers.ts'
import type { SigningKeySettings } from '#provenance/c2pa/key-settings.ts'
import { LOG_LEVELS, type LogLevel } from '#server/http/request-log.ts'
import type { Environment } from './environment.ts'
import { UsageError } from './help.ts'
import { bytesOf } from './size.ts'

/**
 * The options of `griot serve` that say who may come in, how often, with how much, what is written down about it, and how
 * much of the disk stays free.
 */
export const ACCESS_OPTIONS = {
  'rate-limit': { type: 'string' },
  'text-limit': { type: 'string' },
  'log-level': { type: 'string' },
  'keep-free': { type: 'string' },
  'jwt-algorithm': { type: 'string' },
  'jwt-key-file': { type: 'string' },
  'jwt-issuer': { type: 'string' },
  'jwt-audience': { type: 'string' },
} as const

type Given = { readonly [name in keyof typeof ACCESS_OPTIONS]?: string | undefined }

/** An option counts before the environment variable that says the same. */
export function jwtGiven(given: Given, { jwt }: Pick<Environment, 'jwt'>): JwtSettings {
  return {
    algorithm: given['jwt-algorithm'] ?? jwt.algorithm,
    keyFile: given['jwt-key-file'] ?? jwt.keyFile,
    issuer: given['jwt-issuer'] ?? jwt.issuer,
    audience: given['jwt-audience'] ?? jwt.audience,
  }
}

/** The options of `griot serve` that name an operator's own signing key. */
export const SIGNING_OPTIONS = {
  'signing-key-file': { type: 'string' },
  'signing-chain-file': { type: 'string' },
} as const

/** An option counts before the environment variable that says the same. */
export function signingKeyGiven(
  given: { readonly [name in keyof typeof SIGNING_OPTIONS]?: string | undefined },
  { signingKey }: Pick<Environment, 'signingKey'>,
): SigningKeySettings {
  return {
    keyFile: given['signing-key-file'] ?? signingKey.keyFile,
    chainFile: given['signing-chain-file'] ?? signingKey.chainFile,
  }
}

/** The options of `griot serve` that name other programs to work with. Their keys come from the environment alone. */
export const PROVIDER_OPTIONS = {
  'translate-url': { type: 'string' },
  'transcribe-url': { type: 'string' },
  'transcribe-model': { type: 'string' },
} as const

/** An option counts before the environment variable that says the same. */
export function providersGiven(
  given: { readonly [name in keyof typeof PROVIDER_OPTIONS]?: string | undefined },
  { providers }: Pick<Environment, 'providers'>,
): ProviderSettings {
  return {
    ...providers,
    translateUrl: given['translate-url'] ?? providers.translateUrl,
    transcribeUrl: given['transcribe-url'] ?? providers.transcribeUrl,
    transcribeModel: given['transcribe-model'] ?? providers.transcribeModel,
  }
}

/** Requests a minute; undefined: no limit. Throws UsageError. */
export function rateGiven(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageError(
    `--rate-limit is how many requests a minute one token may make, not "${text}". Leave it out for no limit.`,
  )
}

/** What still fits into a request, written in any script. */
const LONGEST_TEXT = 200_000

/** Characters of one text; undefined: as many as a server takes by itself. Throws UsageError. */
export function textLimitGiven(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= LONGEST_TEXT) return Number(text)
  throw new UsageError(
    `--text-limit is how many characters one text may have, 1 to 200,000, not "${text}".`,
  )
}

/** How much of the disk is to be kept free, in bytes; undefined: as much as a server keeps by itself. Throws UsageError. */
export function keepFreeGiven(text: string | undefined): number | undefined {
  return text === undefined ? undefined : bytesOf('keep-free', text)
}

/** What the request log holds. Throws UsageError. */
export function logLevelGiven(
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
