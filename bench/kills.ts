import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BENCH_KEY, type BenchServer, startServer } from './server.ts'
import { report } from './statistics.ts'

const KILLS = 40
const WRITERS = 4
/** From the first healthy answer to the kill, in milliseconds. */
const LIFE_MS = { least: 20, most: 1_200 }
const MOST_BYTES = 200_000
/** Number of the last writes that are looked for after each kill; after the last kill all are. */
const NEWEST = 40
const AUTHORIZATION = { authorization: `Bearer ${BENCH_KEY}` }

/** Writes that the server has acknowledged, by the ids of the files. A request without an answer may have happened or not. */
interface Acknowledged {
  readonly stored: Map<string, string>
  readonly deleted: Set<string>
}

/** A server that is killed again and again while it is written to: is everything there that it has acknowledged? */
export async function benchKills(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'griot-kills-'))
  const known: Acknowledged = { stored: new Map(), deleted: new Set() }
  const problems: string[] = []
  try {
    for (let n = 0; n < KILLS; n++) {
      const server = await startServer(home)
      problems.push(...(await missing(server, known, NEWEST)))
      const writers = Array.from({ length: WRITERS }, () => write(server, known))
      await new Promise((resolve) => setTimeout(resolve, randomInt(LIFE_MS.least, LIFE_MS.most)))
      await server.kill()
      await Promise.all(writers)
    }
    const server = await startServer(home)
    problems.push(...(await missing(server, known, Number.POSITIVE_INFINITY)))
    await server.close()
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  const writes = known.stored.size + 2 * known.deleted.size
  report(`${KILLS} kills, ${writes} acknowledged writes: lost`, String(problems.length), '0')
  for (const problem of new Set(problems)) console.log(`  ${problem}`)
}

/** Uploads and deletes one file after the other until the server is gone. */
async function write(server: BenchServer, known: Acknowledged): Promise<void> {
  for (;;) {
    try {
      const [id] = known.stored.keys()
      if (id !== undefined && randomInt(4) === 0) await remove(server, id, known)
      else await upload(server, known)
    } catch {
      // The server is dead: what was asked last is neither acknowledged nor refused.
      return
    }
  }
}

async function upload({ url }: BenchServer, { stored }: Acknowledged): Promise<void> {
  const bytes = randomBytes(randomInt(MOST_BYTES))
  const body = new FormData()
  body.append('file', new Blob([bytes]), 'ọ̀rọ̀.bin')
  const answer = await fetch(`${url}/v1/files`, { method: 'POST', headers: AUTHORIZATION, body })
  const { file_id: id } = Object(await answer.json())
  if (answer.ok) stored.set(String(id), digestOf(bytes))
}

async function remove({ url }: BenchServer, id: string, known: Acknowledged): Promise<void> {
  // Nobody else deletes it meanwhile, and until the answer is here nobody knows whether it is there.
  known.stored.delete(id)
  const answer = await fetch(`${url}/v1/files/${id}`, { method: 'DELETE', headers: AUTHORIZATION })
  if (!answer.ok) return
  await answer.arrayBuffer()
  known.deleted.add(id)
}

async function missing(
  { url }: BenchServer,
  known: Acknowledged,
  newest: number,
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const [id, digest] of [...known.stored].slice(-newest)) {
    const answer = await fetch(`${url}/v1/files/${id}/url`, { headers: AUTHORIZATION })
    const link = Object(await answer.json())
    const found = answer.ok ? await fetch(String(link.url)) : answer
    const bytes = new Uint8Array(await found.arrayBuffer())
    if (!found.ok || digestOf(bytes) !== digest)
      problems.push('a stored file is not there as it was')
  }
  for (const id of [...known.deleted].slice(-newest)) {
    const answer = await fetch(`${url}/v1/files/${id}`, { headers: AUTHORIZATION })
    await answer.arrayBuffer()
    if (answer.status !== 404) problems.push('a deleted file is there again')
  }
  return problems
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
