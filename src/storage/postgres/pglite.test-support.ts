import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { run } from '#storage/db/steps.ts'
import { openPostgres, type PostgresDatabase } from './database.ts'
import { listenInTurns } from './turns.test-support.ts'

/** A PostgreSQL server in this process (WebAssembly), on a port of its own, which works for one connection after the other. */
export interface EmbeddedServer {
  readonly url: string
  /** Closes the port and all connections. */
  goAway(): Promise<void>
  /** Opens the same port again, with all that is in the database. */
  comeBack(): Promise<void>
  stop(): Promise<void>
}

/** Of several programs, and those that have ended and are still there when the next ones come. */
const CONNECTIONS = 50

/** Starts a server with an empty database, in memory. */
export async function startEmbedded(): Promise<EmbeddedServer> {
  const db = await PGlite.create()
  const server = new PGLiteSocketServer({
    ...{ db, port: 0, host: '127.0.0.1', maxConnections: CONNECTIONS },
  })
  await server.start()
  const target = Number(server.getServerConn().split(':')[1])
  let turns = await listenInTurns(0, target)
  const { port } = turns
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    goAway: () => turns.close(),
    async comeBack() {
      turns = await listenInTurns(port, target)
    },
    async stop() {
      await turns.close()
      await server.stop()
      await db.close()
    },
  }
}

/** Opens empty tables of a service for one test after the other. */
interface OpenEmbedded {
  (): Promise<PostgresDatabase>
  /** Address of the database. */
  url(): string
}

/** All tests of a file share one embedded server. Call it where tests are defined. */
export function embeddedForTests(): OpenEmbedded {
  let server: EmbeddedServer | undefined
  beforeAll(async () => {
    server = await startEmbedded()
  })
  afterAll(() => server?.stop())
  const url = (): string => server?.url ?? ''
  const open = async (): Promise<PostgresDatabase> => {
    const before = await openPostgres(url(), { connections: 1 })
    await before.perform(function* () {
      yield* run('DROP SCHEMA public CASCADE')
      yield* run('CREATE SCHEMA public')
    })
    await before.close()
    const database = await openPostgres(url(), { connections: 1 })
    onTestFinished(() => database.close())
    return database
  }
  return Object.assign(open, { url })
}
