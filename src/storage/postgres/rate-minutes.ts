import { z } from 'zod'
import { all, run, type Steps } from '#storage/db/steps.ts'
import { CLOCK_MS } from './clock.ts'
import type { PostgresDatabase } from './database.ts'

const MINUTE_MS = 60_000

const Counted = z.array(z.object({ requests: z.number() }))
const Left = z.array(z.object({ left_ms: z.number() }))

/**
 * Counts the requests of tokens at all nodes of a service, in minutes that begin with a first one, by the clock of the
 * database. The answer is undefined, or the milliseconds until the minute ends where it is used up: what is refused is not
 * counted. Throws AppError('storage/busy').
 */
export function createRateMinutes(
  database: PostgresDatabase,
): (token: string, perMinute: number) => Promise<number | undefined> {
  let cleanedAt = performance.now()
  return async (token, perMinute) => {
    const left = await database.perform(() => count(token, perMinute))
    if (performance.now() - cleanedAt > MINUTE_MS) {
      cleanedAt = performance.now()
      await database.perform(removeEnded)
    }
    return left
  }
}

function* count(token: string, perMinute: number): Steps<number | undefined> {
  const counted = yield* all(
    `INSERT INTO rate_minutes AS r (token, ends_at, requests) VALUES (?, ${CLOCK_MS} + ${MINUTE_MS}, 1)
     ON CONFLICT (token) DO UPDATE
     SET ends_at = CASE WHEN r.ends_at <= ${CLOCK_MS} THEN excluded.ends_at ELSE r.ends_at END,
       requests = CASE WHEN r.ends_at <= ${CLOCK_MS} THEN 1 ELSE r.requests + 1 END
     WHERE r.ends_at <= ${CLOCK_MS} OR r.requests < ?
     RETURNING r.requests`,
    ...[token, perMinute],
  )
  if (Counted.parse(counted).length > 0) return undefined
  const [minute] = Left.parse(
    yield* all(`SELECT ends_at - ${CLOCK_MS} AS left_ms FROM rate_minutes WHERE token = ?`, token),
  )
  return Math.max(1, minute?.left_ms ?? 1)
}

function* removeEnded(): Steps<void> {
  yield* run(`DELETE FROM rate_minutes WHERE ends_at <= ${CLOCK_MS}`)
}
