import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { z } from 'zod'
import { all, run, type Steps, transaction } from '#storage/db/steps.ts'
import { openPostgres, type PostgresDatabase } from '#storage/postgres/database.ts'
import { type PostgresServer, startPostgres } from '#testing/services/postgres.test-support.ts'

const Names = z.array(z.object({ name: z.string() }))

/**
 * Hands out one database of a real server to one test after the other, each time as a service finds it that starts on an empty one. Call
 * it where tests are defined. What a test leaves behind that goes on does not reach the next one: it fails.
 */
export function databasesForTests(): () => Promise<PostgresDatabase> {
  let server: PostgresServer
  let database: PostgresDatabase
  let names: readonly string[] = []
  beforeAll(async () => {
    server = await startPostgres()
    database = await openPostgres(server.url)
    names = await database.perform(keepFirstRows)
  })
  afterAll(async () => {
    await database?.close()
    server?.stop()
  })
  return async () => {
    await database.perform(() => transaction(() => putBack(names)))
    let isOver = false
    onTestFinished(() => {
      isOver = true
    })
    const whileItRuns =
      <A extends readonly unknown[], R>(work: (...given: A) => Promise<R>) =>
      async (...given: A): Promise<R> => {
        if (isOver) throw new Error('The test that this database was for is over.')
        return work(...given)
      }
    return {
      ...database,
      perform: whileItRuns(database.perform) as PostgresDatabase['perform'],
      attempt: whileItRuns(database.attempt) as PostgresDatabase['attempt'],
    }
  }
}

/** Copies what migrations have put into the tables to a place of its own. Answers the names of all tables. */
function* keepFirstRows(): Steps<readonly string[]> {
  const rows = yield* all(
    "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'",
  )
  yield* run('CREATE SCHEMA first_rows')
  const names = Names.parse(rows).map(({ name }) => name)
  for (const name of names) yield* run(`CREATE TABLE first_rows.${name} AS TABLE public.${name}`)
  return names
}

/** As one statement: thirty would take longer. */
function* putBack(names: readonly string[]): Steps<void> {
  yield* run(
    [
      `TRUNCATE ${names.join(', ')} RESTART IDENTITY`,
      ...names.map((name) => `INSERT INTO public.${name} TABLE first_rows.${name}`),
    ].join(';'),
  )
}
