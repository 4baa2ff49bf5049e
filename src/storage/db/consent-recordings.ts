import { z } from 'zod'
import { type Awaitable, all, type RowDatabase, run } from './steps.ts'

/** A recording in which somebody agrees that a voice is made of theirs. */
export interface ConsentRecording {
  /** UUID, also of the file of the account that has the sound. */
  readonly id: string
  readonly name: string
  /** BCP 47 tag, as it was given. */
  readonly language: string
  /** RFC 3339, UTC. */
  readonly createdAt: string
}

/** The recordings of consent of a library. Those of another account count as unknown. */
export interface ConsentRecordings {
  /** Newest first. `after`: the id of the last one of the page before. */
  list(
    account: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Awaitable<readonly ConsentRecording[]>
  find(account: string, id: string): Awaitable<ConsentRecording | undefined>
  add(account: string, recording: ConsentRecording): Awaitable<void>
  /** Does nothing where there is no such recording. */
  rename(account: string, id: string, name: string): Awaitable<void>
  remove(account: string, id: string): Awaitable<void>
}

const Rows = z.array(
  z
    .object({ id: z.string(), name: z.string(), language: z.string(), created_at: z.string() })
    .transform(({ created_at: createdAt, ...rest }): ConsentRecording => ({ ...rest, createdAt })),
)
const COLUMNS = 'id, name, language, created_at'

/** The table of recordings of consent. What comes in has been checked. */
export function createConsentRecordings(database: RowDatabase): ConsentRecordings {
  return {
    list: (account, { limit, after }) =>
      database.perform(function* () {
        const before = `AND number < (SELECT number FROM consent_recordings WHERE account = ? AND id = ?)`
        const sql = `SELECT ${COLUMNS} FROM consent_recordings WHERE account = ? ${after === undefined ? '' : before} ORDER BY number DESC LIMIT ?`
        const values = after === undefined ? [account, limit] : [account, account, after, limit]
        return Rows.parse(yield* all(sql, ...values))
      }),
    find: (account, id) =>
      database.perform(function* () {
        const sql = `SELECT ${COLUMNS} FROM consent_recordings WHERE account = ? AND id = ?`
        return Rows.parse(yield* all(sql, account, id))[0]
      }),
    add: (account, { id, name, language, createdAt }) =>
      database.perform(function* () {
        const sql = `INSERT INTO consent_recordings (id, account, name, language, created_at) VALUES (?, ?, ?, ?, ?)`
        yield* run(sql, id, account, name, language, createdAt)
      }),
    rename: (account, id, name) =>
      database.perform(function* () {
        const sql = 'UPDATE consent_recordings SET name = ? WHERE account = ? AND id = ?'
        yield* run(sql, name, account, id)
      }),
    remove: (account, id) =>
      database.perform(function* () {
        yield* run('DELETE FROM consent_recordings WHERE account = ? AND id = ?', account, id)
      }),
  }
}
