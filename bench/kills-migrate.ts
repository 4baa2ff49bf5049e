import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#testing/services/postgres.test-support.ts'
import { lifeOf, runCommand } from './kill-command.ts'
import { type Kills, removeFolder } from './kill-results.ts'
import { BENCH_KEY, startServer } from './server.ts'

const KILLS = 50
const FILES = 150
const MOST_BYTES = 100_000
/** From the start of the command to the kill, in milliseconds. */
const LIFE_MS = { least: 300, most: 3_000 }

/** A library that is moved to PostgreSQL and back, killed on the way: it goes on where it was, both ends are the same, and the source stays as it is. */
export async function killMigrate(): Promise<Kills> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-kills-'))
  const home = join(folder, 'data')
  const postgres = await startPostgres()
  const problems: string[] = []
  const counts = { 'libraries moved': 0, 'files moved with them': 0 }
  let kills = 0
  try {
    await fill(home)
    const before = filesIn(home)
    for (let n = 0; kills < KILLS; n++) {
      postgres.ask(`CREATE DATABASE move_${n}`)
      const url = postgres.addressOf({ name: `move_${n}` })
      const blobs = join(folder, `blobs ${n}`)
      const back = join(folder, `back ${n}`)
      mkdirSync(back)
      const legs = [
        { to: home, args: ['migrate', '--to', url, '--blobs', blobs] },
        { to: back, args: ['migrate', '--from', url, '--blobs', blobs] },
      ]
      for (const { to, args } of legs) {
        const result = await moveWithKills(args, { GRIOT_HOME: to }, KILLS - kills)
        kills += result.kills
        if (result.problem !== undefined) problems.push(result.problem)
      }
      // What a killed program was writing is removed at the next start.
      await (await startServer(back)).close()
      counts['libraries moved'] += 2
      counts['files moved with them'] += 2 * before.size
      if (differ(before, filesIn(back)))
        problems.push('files are not the same after the way there and back')
      if (differ(before, filesIn(home))) problems.push('the source has changed')
      removeFolder(back)
      removeFolder(blobs)
    }
  } finally {
    postgres.stop()
    removeFolder(folder)
  }
  return { kills, acknowledged: counts, problems }
}

/** Runs the command until it has ended by itself, killed at most so many times before. */
async function moveWithKills(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  most: number,
): Promise<{ readonly kills: number; readonly problem?: string }> {
  for (let kills = 0; ; ) {
    const life = kills < most ? lifeOf(LIFE_MS, kills) : Number.POSITIVE_INFINITY
    const { wasKilled, code, err } = await runCommand(args, variables, life)
    if (wasKilled) kills++
    else if (code === 0 && err.includes('are the same')) return { kills }
    else return { kills, problem: `migrate fails after a kill: ${err.slice(-300)}` }
  }
}

/** A library with files, a voice and what was spoken. */
async function fill(home: string): Promise<void> {
  const server = await startServer(home)
  const headers = { authorization: `Bearer ${BENCH_KEY}` }
  for (let n = 0; n < FILES; n++) {
    const body = new FormData()
    body.append('file', new Blob([randomBytes(randomInt(1, MOST_BYTES))]), `${n}.bin`)
    const answer = await fetch(`${server.url}/v1/files`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  await server.speak({ text: 'Good morning.', voice: 'john', format: 'wav' })
  await server.close()
}

/** The files of a library by their paths, with the SHA-256 of their bytes. */
function filesIn(home: string): ReadonlyMap<string, string> {
  const root = join(home, 'files')
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  return new Map(
    entries
      // Whose the folder is differs from library to library.
      .filter((entry) => entry.isFile() && entry.name !== '.library.json')
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        const digest = createHash('sha256').update(readFileSync(path)).digest('hex')
        return [path.slice(root.length), digest]
      }),
  )
}

function differ(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size !== other.size || [...one].some(([path, digest]) => other.get(path) !== digest)
}
