import type { AppOptions } from '#app/open.ts'
import type { ServerOptions } from '#server/server.ts'
import { UsageError } from './help.ts'
import { bytesOf } from './size.ts'

/** The options of `griot serve` that say how much one caller may take of what all share. */
export const LIMIT_OPTIONS = {
  connections: { type: 'string' },
  'connections-per-address': { type: 'string' },
  streams: { type: 'string' },
  'streams-per-account': { type: 'string' },
  'streams-per-token': { type: 'string' },
  'streams-per-guest': { type: 'string' },
  'hls-quota': { type: 'string' },
  'files-per-account': { type: 'string' },
} as const

type Name = keyof typeof LIMIT_OPTIONS
type Given = { readonly [name in Name]?: string | undefined }

/** What was given, for the engine and for its server; what was not, stays as the product has it. Throws UsageError. */
export function limitsGiven(given: Given): {
  readonly engine: Pick<AppOptions, 'hlsQuotaBytes' | 'mostFiles'>
  readonly server: Required<Pick<ServerOptions, 'limits' | 'speaking'>>
} {
  const count = (name: Name, least = 1): number | undefined => countGiven(name, given[name], least)
  const hlsQuota = given['hls-quota']
  return {
    engine: {
      hlsQuotaBytes: hlsQuota === undefined ? undefined : bytesOf('hls-quota', hlsQuota),
      mostFiles: count('files-per-account'),
    },
    server: {
      limits: whatIsThere({
        connections: count('connections', LEAST_CONNECTIONS),
        connectionsPerAddress: count('connections-per-address'),
      }),
      speaking: whatIsThere({
        inAll: count('streams'),
        ofAccount: count('streams-per-account'),
        ofToken: count('streams-per-token'),
        ofGuest: count('streams-per-guest'),
      }),
    },
  }
}

/** Of fewer nothing could be kept for the owner. */
const LEAST_CONNECTIONS = 32

function countGiven(name: Name, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,6}$/.test(text) && Number(text) >= least) return Number(text)
  throw new UsageError(
    `--${name} is a whole number from ${least} to 9,999,999, not "${text}". Leave it out for what "griot help" says.`,
  )
}

function whatIsThere<K extends string>(
  values: Readonly<Record<K, number | undefined>>,
): Partial<Record<K, number>> {
  const there = Object.entries(values).filter(([, value]) => value !== undefined)
  // The same names, without those that have no value.
  return Object.fromEntries(there) as Partial<Record<K, number>>
}
