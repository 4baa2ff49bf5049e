import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kills, removeFolder } from './kill-results.ts'
import { BENCH_KEY, type BenchServer, startServer } from './server.ts'
import { twelveWords } from './texts.ts'

const KILLS = 100
/** From the first healthy answer to the kill, in milliseconds; every fourth life is long enough for a voice to be made. */
const LIFE_MS = { least: 20, most: 1_500, mostOfLong: 10_000 }
const MOST_BYTES = 200_000
/** Number of the last writes of each kind that are looked for after each kill; after the last kill all are. */
const NEWEST = 12
const AUTHORIZATION = { authorization: `Bearer ${BENCH_KEY}` }
const READ =
  'The old man walked slowly down to the river and sat on a stone by the water, where nobody had come for years.'

/** What the server has acknowledged. A request without an answer may have been done or not. */
interface Acknowledged {
  /** Files by their ids, with the SHA-256 of their bytes. */
  readonly stored: Map<string, string>
  readonly deleted: Set<string>
  readonly voices: Set<string>
  /** Requests with an Idempotency-Key that were answered, with the SHA-256 of the answer. */
  readonly answered: Map<string, { readonly order: Keyed; readonly digest: string }>
  /** The same that were not: to be asked again. */
  readonly unanswered: Map<string, Keyed>
  recording: Blob | undefined
}

/** A request with an Idempotency-Key: a text to be spoken as mp3, or bytes to be stored. */
type Keyed =
  | { readonly kind: 'speech'; readonly text: string }
  | { readonly kind: 'file'; readonly bytes: Uint8Array<ArrayBuffer> }

/** A server that is killed while it stores files, makes voices, speaks and remembers its answers. */
export async function killServer(): Promise<Kills> {
  const home = mkdtempSync(join(tmpdir(), 'griot-kills-'))
  const known: Acknowledged = {
    ...{ stored: new Map(), deleted: new Set(), voices: new Set() },
    ...{ answered: new Map(), unanswered: new Map(), recording: undefined },
  }
  const problems: string[] = []
  let retried = 0
  try {
    for (let n = 0; n < KILLS; n++) {
      const server = await startServer(home)
      known.recording ??= await readAloud(server)
      problems.push(...(await missing(server, known, NEWEST)))
      retried += await askAgain(server, known, problems)
      const work = [store, store, remove, makeVoice, keyedSpeech, keyedFile]
      const writers = work.map((write) => untilGone(() => write(server, known)))
      const most = n % 4 === 0 ? LIFE_MS.mostOfLong : LIFE_MS.most
      await new Promise((resolve) => setTimeout(resolve, randomInt(LIFE_MS.least, most)))
      await server.kill()
      await Promise.all(writers)
    }
    const server = await startServer(home)
    problems.push(...(await missing(server, known, Number.POSITIVE_INFINITY)))
    await server.close()
  } finally {
    removeFolder(home)
  }
  return {
    kills: KILLS,
    acknowledged: {
      'files stored': known.stored.size,
      'files deleted': known.deleted.size,
      'voices made': known.voices.size,
      'answers with a key': known.answered.size,
    },
    notes: { 'requests with a key that were cut off and then asked again': retried },
    problems,
  }
}

/** Repeats `write` until the server is gone: what was asked last is neither acknowledged nor refused. */
async function untilGone(write: () => Promise<void>): Promise<void> {
  try {
    for (;;) await write()
  } catch {
    // The server is dead.
  }
}

async function readAloud(server: BenchServer): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const order = { text: READ, voice: 'lucy', format: 'mp3' }
  await server.speak(order, (piece) => pieces.push(Uint8Array.from(piece)))
  return new Blob(pieces)
}

async function store(server: BenchServer, { stored }: Acknowledged): Promise<void> {
  const bytes = randomBytes(randomInt(1, MOST_BYTES))
  const answer = await upload(server, bytes)
  const { file_id: id } = Object(await answer.json())
  if (answer.ok) stored.set(String(id), digestOf(bytes))
}

function upload(
  { url }: BenchServer,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = new FormData()
  body.append('file', new Blob([bytes]), 'ọ̀rọ̀.bin')
  return fetch(`${url}/v1/files`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, ...headers },
    body,
  })
}

async function remove(server: BenchServer, known: Acknowledged): Promise<void> {
  const { url } = server
  await new Promise((resolve) => setTimeout(resolve, randomInt(300)))
  const [id] = known.stored.keys()
  // Every write has to notice that the server is gone.
  if (id === undefined) return store(server, known)
  // Nobody else deletes it meanwhile, and until the answer is here nobody knows whether it is there.
  known.stored.delete(id)
  const answer = await fetch(`${url}/v1/files/${id}`, { method: 'DELETE', headers: AUTHORIZATION })
  await answer.arrayBuffer()
  if (answer.ok) known.deleted.add(id)
}

async function makeVoice({ url }: BenchServer, known: Acknowledged): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ transcript: READ, name: 'Mine', consent: 'true' }))
    form.append(name, value)
  form.append('audio', known.recording ?? new Blob(), 'recording.mp3')
  const answer = await fetch(`${url}/v1/voices`, {
    method: 'POST',
    headers: AUTHORIZATION,
    body: form,
  })
  const { voice_id: id } = Object(await answer.json())
  if (answer.ok) known.voices.add(String(id))
}

async function keyedSpeech(server: BenchServer, known: Acknowledged): Promise<void> {
  await keyed(server, known, { kind: 'speech', text: twelveWords(randomInt(10_000)) })
}

async function keyedFile(server: BenchServer, known: Acknowledged): Promise<void> {
  await keyed(server, known, { kind: 'file', bytes: randomBytes(randomInt(1, MOST_BYTES)) })
}

async function keyed(server: BenchServer, known: Acknowledged, order: Keyed): Promise<void> {
  const key = randomUUID()
  known.unanswered.set(key, order)
  const answer = await ask(server, key, order)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (answer.ok) known.answered.set(key, { order, digest: digestOf(bytes) })
  known.unanswered.delete(key)
}

function ask(server: BenchServer, key: string, order: Keyed): Promise<Response> {
  const headers = { 'idempotency-key': key }
  if (order.kind === 'file') return upload(server, order.bytes, headers)
  return fetch(`${server.url}/v1/speech`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ text: order.text, voice: 'lina', format: 'mp3' }),
  })
}

/** Asks again what was cut off: nothing of the dead program may be in the way. Returns how much there was. */
async function askAgain(
  server: BenchServer,
  known: Acknowledged,
  problems: string[],
): Promise<number> {
  const cutOff = [...known.unanswered]
  for (const [key, order] of cutOff) {
    const answer = await ask(server, key, order)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (answer.ok) known.answered.set(key, { order, digest: digestOf(bytes) })
    else problems.push(`a request with a key that was cut off is refused: ${answer.status}`)
    known.unanswered.delete(key)
  }
  return cutOff.length
}

async function missing(
  server: BenchServer,
  known: Acknowledged,
  newest: number,
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const [id, digest] of [...known.stored].slice(-newest))
    if (!(await isStored(server, id, digest))) problems.push('a stored file is not there as it was')
  for (const id of [...known.deleted].slice(-newest))
    if ((await statusOf(server, `/v1/files/${id}`)) !== 404)
      problems.push('a deleted file is there again')
  for (const id of [...known.voices].slice(-newest))
    if ((await statusOf(server, `/v1/voices/${id}`)) !== 200) problems.push('a voice is gone')
  problems.push(...(await unheard(server, [...known.voices].at(-1))))
  for (const [key, answered] of [...known.answered].slice(-newest))
    problems.push(...(await notRemembered(server, key, answered)))
  return problems
}

async function unheard(server: BenchServer, voice: string | undefined): Promise<readonly string[]> {
  if (voice === undefined) return []
  const { bytes } = await server.speak({ text: 'Good morning.', voice, format: 'wav' })
  return bytes < 1_000 ? ['a voice says nothing'] : []
}

async function notRemembered(
  server: BenchServer,
  key: string,
  { order, digest }: { readonly order: Keyed; readonly digest: string },
): Promise<readonly string[]> {
  const answer = await ask(server, key, order)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (answer.headers.get('idempotent-replayed') !== 'true')
    return [`an answer with a key is not remembered: ${order.kind}, ${answer.status}`]
  return digestOf(bytes) === digest ? [] : ['an answer with a key differs']
}

async function isStored({ url }: BenchServer, id: string, digest: string): Promise<boolean> {
  const answer = await fetch(`${url}/v1/files/${id}/url`, { headers: AUTHORIZATION })
  const link = Object(await answer.json())
  if (!answer.ok) return false
  const found = await fetch(String(link.url))
  return found.ok && digestOf(new Uint8Array(await found.arrayBuffer())) === digest
}

async function statusOf({ url }: BenchServer, path: string): Promise<number> {
  const answer = await fetch(`${url}${path}`, { headers: AUTHORIZATION })
  await answer.arrayBuffer()
  return answer.status
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
