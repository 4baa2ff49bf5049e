import type { AppOptions } from '#app/app-options.ts'
import type { ServerOptions } from '#server/server.ts'
import { bytesOf } from './size.ts'
import { UsageError } from './usage-error.ts'

/** Options of `griot serve` that say how much of a shared resource one caller may take. */
interface LimitOptions {
  readonly connections?: string
  readonly connectionsPerAddress?: string
  readonly streams?: string
  readonly streamsPerAccount?: string
  readonly streamsPerToken?: string
  readonly streamsPerGuest?: string
  readonly hlsQuota?: string
  readonly filesPerAccount?: string
  readonly batchesPerAccount?: string
}

/** Limits for the app and for its server; those that were not given keep their defaults. Throws UsageError. */
export function limitsFor(given: LimitOptions): {
  readonly app: Pick<AppOptions, 'hlsQuotaBytes' | 'maxFiles' | 'maxBatches'>
  readonly server: Required<Pick<ServerOptions, 'limits' | 'speaking'>>
} {
  const { hlsQuota } = given
  return {
    app: {
      hlsQuotaBytes: hlsQuota === undefined ? undefined : bytesOf('hls-quota', hlsQuota),
      maxFiles: countIn('files-per-account', given.filesPerAccount),
      maxBatches: countIn('batches-per-account', given.batchesPerAccount),
    },
    server: {
      limits: withoutUndefined({
        connections: countIn('connections', given.connections, LEAST_CONNECTIONS),
        connectionsPerAddress: countIn('connections-per-address', given.connectionsPerAddress),
      }),
      speaking: withoutUndefined({
        inAll: countIn('streams', given.streams),
        ofAccount: countIn('streams-per-account', given.streamsPerAccount),
        ofToken: countIn('streams-per-token', given.streamsPerToken),
        ofGuest: countIn('streams-per-guest', given.streamsPerGuest),
      }),
    },
  }
}

/** With fewer, none could be kept for the owner. */
const LEAST_CONNECTIONS = 32

/** A whole number of an option; undefined where it was not given. Throws UsageError. */
export function countIn(option: string, text: string | undefined, least = 1): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,6}$/.test(text) && Number(text) >= least) return Number(text)
  throw new UsageError(
    `--${option} is a whole number from ${least.toLocaleString('en')} to 9,999,999, not "${text}".`,
  )
}

function withoutUndefined<K extends string>(
  values: Readonly<Record<K, number | undefined>>,
): Partial<Record<K, number>> {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined)
  // The same names, without those that have no value.
  return Object.fromEntries(defined) as Partial<Record<K, number>>
}
