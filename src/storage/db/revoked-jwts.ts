import { z } from 'zod'
import { type Awaitable, all, type RowDatabase, run, transaction } from './steps.ts'

/** JWTs that are refused although their issuer has signed them, by their `jti`. Times in RFC 3339, UTC. */
export interface RevokedJwts {
  /** `endsAt`: when the token ends by itself; left out: unknown. Also forgets those that have ended. */
  add(
    jti: string,
    times: { readonly at: string; readonly endsAt: string | undefined },
  ): Awaitable<void>
  /** When a token was revoked; undefined where it was not. */
  find(jti: string): Awaitable<string | undefined>
}

const Rows = z.array(z.object({ revokedAt: z.string() }))

/** The revoked JWTs of a library. */
export function createRevokedJwts({ perform }: RowDatabase): RevokedJwts {
  return {
    add: (jti, { at, endsAt }) =>
      perform(() =>
        transaction(function* () {
          yield* run('DELETE FROM revoked_jwts WHERE ends_at < ?', at)
          yield* run(
            `INSERT INTO revoked_jwts (jti, revoked_at, ends_at) VALUES (?, ?, ?)
             ON CONFLICT DO NOTHING`,
            ...[jti, at, endsAt ?? null],
          )
        }),
      ),
    find: (jti) =>
      perform(function* () {
        const sql = 'SELECT revoked_at AS "revokedAt" FROM revoked_jwts WHERE jti = ?'
        return Rows.parse(yield* all(sql, jti))[0]?.revokedAt
      }),
  }
}
