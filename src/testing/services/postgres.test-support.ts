import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findService, SERVICES } from './debian-services.test-support.ts'
import { freePort } from './server-process.test-support.ts'

/** PostgreSQL on this computer alone, as Debian has it. */
export interface PostgresServer {
  /** Address of its database, which is empty at first. */
  readonly url: string
  /** The same with another user, password, name or port. */
  addressOf(other: {
    readonly user?: string
    readonly password?: string
    readonly name?: string
    readonly port?: number
  }): string
  /** Answers of a statement, one row a line. */
  ask(sql: string): string
  /** Stops it as `pg_ctl stop -m` does, and does not start it again. */
  halt(mode: 'fast' | 'immediate'): void
  /** Starts it again after `halt`. */
  start(): void
  /** Ends it and removes its folder. */
  stop(): void
}

const USER = 'griot'
const PASSWORD = 'only on this computer'
/** Debian's own user, where the tests run as root: PostgreSQL refuses that. */
const SYSTEM_USER = 'postgres'

/** Starts PostgreSQL in a folder of its own for temporary files. */
export async function startPostgres(): Promise<PostgresServer> {
  const program = findService(SERVICES.postgresql)
  if (program === undefined) throw new Error('PostgreSQL is not installed.')
  const bin = dirname(program)
  const folder = mkdtempSync(join(tmpdir(), 'griot-postgres-'))
  const data = join(folder, 'data')
  const identity = process.getuid?.() === 0 ? systemUser() : {}
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid ?? -1)
  const run = (name: string, args: readonly string[]): string => {
    // Its own log goes to a file: a pipe would stay open for as long as the server runs.
    const ended = spawnSync(join(bin, name), args, {
      ...identity,
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], PGPASSWORD: PASSWORD, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', name === 'psql' ? 'pipe' : 'ignore', 'pipe'],
    })
    if (ended.status === 0) return ended.stdout ?? ''
    throw new Error(`${name} ended with ${ended.status}: ${ended.stderr}`)
  }
  const port = await freePort()
  const log = join(folder, 'log')
  const start = (): void => {
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
    // Its data need to outlive its processes, not this computer: the disk need not have them before it goes on.
    run('pg_ctl', ['start', '-w', '-D', data, '-l', log, '-o', `${options} -c fsync=off`])
  }
  const halt = (mode: 'fast' | 'immediate'): void => {
    run('pg_ctl', ['stop', '-w', '-D', data, '-m', mode])
  }
  const where = ['-h', folder, '-p', String(port), '-U', USER]
  try {
    run('initdb', ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'])
    start()
    run('psql', [...where, '-d', 'postgres', '-c', `ALTER USER ${USER} PASSWORD '${PASSWORD}'`])
    run('psql', [...where, '-d', 'postgres', '-c', 'CREATE DATABASE griot'])
    const rules = 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n'
    execFileSync('tee', [join(data, 'pg_hba.conf')], { input: rules })
    run('pg_ctl', ['reload', '-D', data])
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const addressOf: PostgresServer['addressOf'] = (other) => {
    const { user = USER, password = PASSWORD, name = 'griot', port: at = port } = other
    return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${at}/${name}`
  }
  return {
    ...{ url: addressOf({}), addressOf, halt, start },
    ask: (sql) => run('psql', [...where, '-d', 'griot', '-At', '-c', sql]).trim(),
    stop() {
      try {
        halt('immediate')
      } catch {
        // It was stopped before.
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function systemUser(): { readonly uid?: number; readonly gid?: number } {
  const idOf = (option: string): number =>
    Number(execFileSync('id', [option, SYSTEM_USER], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
