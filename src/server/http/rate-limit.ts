import type { App } from '#app/app.ts'
import { TooManyRequests } from '#shared/errors.ts'
import type { Awaitable } from '#storage/db/steps.ts'

/** Counts one request of a token. Throws TooManyRequests where its minute is used up. */
export type CountRequest = (tokenId: string) => Awaitable<void>

const MINUTE_MS = 60_000

/**
 * Lets each token make `perMinute` requests in a minute that begins with its first one. What is refused is not counted,
 * so that a client that keeps asking gets in when the minute ends. `nowMs`: a clock that never goes back.
 */
export function limitRequests(perMinute: number, nowMs: () => number): (tokenId: string) => void {
  const minutes = new Map<string, { readonly endsAt: number; requests: number }>()
  return (tokenId) => {
    const now = nowMs()
    let minute = minutes.get(tokenId)
    if (!minute || minute.endsAt <= now) {
      forgetEnded(minutes, now)
      minute = { endsAt: now + MINUTE_MS, requests: 0 }
      // Taken out first, so that the map stays in the order in which its minutes end.
      minutes.delete(tokenId)
      minutes.set(tokenId, minute)
    }
    if (minute.requests >= perMinute) throw tooMany(perMinute, minute.endsAt - now)
    minute.requests++
  }
}

/** As `limitRequests`, with the requests that a token makes at other nodes of a service. */
export function limitSharedRequests(
  perMinute: number,
  count: NonNullable<App['countRequest']>,
): CountRequest {
  return async (tokenId) => {
    const leftMs = await count(tokenId, perMinute)
    if (leftMs !== undefined) throw tooMany(perMinute, leftMs)
  }
}

function tooMany(perMinute: number, leftMs: number): TooManyRequests {
  return new TooManyRequests(
    `This token has made ${perMinute} requests within a minute, which is the limit. Try again after the time in Retry-After.`,
    Math.max(1, Math.ceil(leftMs / 1_000)),
  )
}

/** Takes out what has ended from a map that is in the order in which its entries end. */
export function forgetEnded(minutes: Map<string, { readonly endsAt: number }>, now: number): void {
  for (const [id, { endsAt }] of minutes) {
    if (endsAt > now) return
    minutes.delete(id)
  }
}
