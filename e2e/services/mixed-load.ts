import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { unpackTar } from 'modern-tar'
import { wavHeader } from '#media/wav.ts'
import { pcmOf } from '#server/transcriber.test-support.ts'
import type { NodePart } from './mixed-service.ts'

/** What was acknowledged, by its SHA-256, and must be there at any later time. */
interface Acknowledged {
  /** The sounds of all texts, as they were before anything was wrong. */
  readonly sounds: ReadonlyMap<string, string>
  /** By their ids. */
  readonly files: Map<string, string>
  /** Answers to requests with an Idempotency-Key, by that. */
  readonly answers: Map<string, { readonly order: RequestInit; readonly sha256: string }>
  /** Batches by their ids, each with its texts. */
  readonly batches: Map<string, readonly string[]>
}

/** What came of the requests of all kinds. */
interface Counts {
  /** Requests that were answered as a whole. */
  readonly done: Map<string, number>
  /** Requests that failed so that the caller saw it, by kind and words. */
  readonly refused: Map<string, number>
  /** Answers that were cut off so that the caller saw it. */
  readonly broken: Map<string, number>
}

export interface MixedLoad {
  readonly acknowledged: Acknowledged
  readonly counts: Counts
  /** What no caller may ever see; empty where all is well. */
  readonly wrong: readonly string[]
  /** Sends nothing more, and waits for what was sent. */
  stop(): Promise<void>
}

const TEXTS = [
  'Good morning.',
  'The rain has stopped. We can go out now.',
  'The rain has stopped. We can go out now. Bring your bicycle. Then we sing. It is late. '.repeat(
    3,
  ),
] as const
const LINES = 48
const STREAMS = 3
const LARGE = 5_500_000
/** A request that takes longer counts as one that hangs. */
const LATEST_MS = 600_000

/** A recording of two languages, one after the other, so many times over, and what is said there. */
function recordingOf(times: number): {
  readonly wav: Uint8Array<ArrayBuffer>
  readonly text: string
} {
  const pcm = Buffer.concat(Array.from({ length: times }, () => [pcmOf('yo'), pcmOf('ha')]).flat())
  const text = Array.from({ length: times }, () => 'omi ilé ìwé ruwa gida yaro').join(' ')
  return { wav: Uint8Array.from([...wavHeader(pcm.length, 0, 16_000), ...pcm]), text }
}
/** The longer one has many pieces, so that a worker often dies between two of them. */
const RECORDINGS = [1, 20].map(recordingOf)

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const json = (body: object, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const speech = (text: string): object => ({ text, voice: 'john', format: 'pcm_s16le' })
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

/** Fetches a stored file at a node. Throws where it is not there as a whole. */
async function readFile(node: NodePart, id: string): Promise<Buffer> {
  const given = await node.fetch(`/v1/files/${id}/url`)
  if (!given.ok) throw new Error(`${given.status} ${await given.text()}`)
  const { url } = (await given.json()) as { readonly url: string }
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return bytesOf(answer)
}

/**
 * Asks for speech, has recordings written down, uploads, repeats requests and has batches spoken at both nodes, in an order that follows from `random`, until it
 * is stopped. Every answer is compared with what the service said before anything was wrong.
 */
export async function startMixedLoad(
  nodes: readonly NodePart[],
  random: () => number,
): Promise<MixedLoad> {
  const any = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const expected = new Map<string, string>()
  for (const text of TEXTS) {
    const [node] = nodes
    const answer = await node?.fetch('/v1/speech', json(speech(text)))
    if (!answer?.ok) throw new Error(`The service speaks nothing: ${await answer?.text()}`)
    expected.set(text, hashOf(await bytesOf(answer)))
  }
  const acknowledged: Acknowledged = {
    ...{ sounds: expected, files: new Map(), answers: new Map(), batches: new Map() },
  }
  const counts: Counts = { done: new Map(), refused: new Map(), broken: new Map() }
  const wrong: string[] = []
  const stopped = new AbortController()
  const add = (map: Map<string, number>, name: string): void => {
    map.set(name, (map.get(name) ?? 0) + 1)
  }
  /** Sends a request to a node and reads its answer; undefined for a failure that the caller sees. */
  const ask = async (
    kind: string,
    path: string,
    init: RequestInit,
  ): Promise<{ readonly bytes: Buffer; readonly replayed: boolean } | undefined> => {
    const signal = AbortSignal.timeout(LATEST_MS)
    let answer: Response
    try {
      answer = await any(nodes).fetch(path, { ...init, signal })
    } catch {
      if (signal.aborted) wrong.push(`${kind}: no answer within ${LATEST_MS / 1_000} s`)
      add(counts.broken, `${kind}, before its answer`)
      await wait(100)
      return undefined
    }
    try {
      const bytes = await bytesOf(answer)
      if (answer.ok) {
        add(counts.done, kind)
        return { bytes, replayed: answer.headers.get('idempotent-replayed') === 'true' }
      }
      const words = String(bytes).replaceAll(/"request_id":"[^"]*"|\b\d+(?:\.\d+)?\b/g, '…')
      add(counts.refused, `${kind}: ${answer.status} ${words}`)
      if (![409, 429, 500, 503, 507].includes(answer.status) || /Something went wrong/.test(words))
        wrong.push(`${kind}: ${answer.status} ${words}`)
    } catch {
      if (signal.aborted) wrong.push(`${kind}: no end within ${LATEST_MS / 1_000} s`)
      add(counts.broken, `${kind}, in its answer`)
    }
    await wait(100)
    return undefined
  }
  /** Asks until there is an answer, as a program does that must have one; undefined once the load is stopped. */
  const insist = async (kind: string, path: string, init: RequestInit) => {
    while (!stopped.signal.aborted) {
      const answer = await ask(kind, path, init)
      if (answer) return answer
    }
    return undefined
  }
  const again = async (work: () => Promise<void>): Promise<void> => {
    while (!stopped.signal.aborted) {
      await work()
      await wait(random() * 500)
    }
  }
  const stream = async (): Promise<void> => {
    const text = any(TEXTS)
    const answer = await ask('stream', '/v1/speech', json(speech(text)))
    if (answer && hashOf(answer.bytes) !== expected.get(text))
      wrong.push(`stream: ${answer.bytes.length} bytes that are not those of "${text}"`)
  }
  const transcribe = async (): Promise<void> => {
    const { wav, text } = any(RECORDINGS)
    const form = new FormData()
    form.set('language', 'yo')
    form.set('content', new Blob([wav]), 'ìròyìn.wav')
    const order = { method: 'POST', body: form }
    const answer = await ask('transcription', '/v1/transcriptions', order)
    if (!answer) return
    const { text: written } = JSON.parse(String(answer.bytes)) as { readonly text: string }
    if (written !== text.normalize('NFC')) wrong.push(`transcription: "${written}", not "${text}"`)
  }
  const repeat = async (): Promise<void> => {
    const known = [...acknowledged.answers.keys()]
    const isNew = known.length === 0 || random() < 0.5
    const key = isNew ? randomUUID() : any(known)
    const text = any(TEXTS)
    const order =
      acknowledged.answers.get(key)?.order ?? json(speech(text), { 'idempotency-key': key })
    const answer = await ask(isNew ? 'request with a key' : 'the same again', '/v1/speech', order)
    if (!answer) return
    const sha256 = hashOf(answer.bytes)
    if (answer.replayed) add(counts.done, 'answers replayed')
    const before = acknowledged.answers.get(key)?.sha256
    if (sha256 !== (before ?? expected.get(text)))
      wrong.push(`key ${key}: ${answer.bytes.length} bytes that are not those of before`)
    acknowledged.answers.set(key, { order, sha256 })
  }
  const upload = async (): Promise<void> => {
    const bytes = new Uint8Array(random() < 0.1 ? LARGE : Math.ceil(random() * 200_000))
    for (let at = 0; at < bytes.length; at += 997) bytes[at] = random() * 256
    const form = new FormData()
    form.append('file', new Blob([bytes]), 'ìròyìn.bin')
    const answer = await ask('upload', '/v1/files', { method: 'POST', body: form })
    if (!answer) return
    const { file_id: id } = JSON.parse(String(answer.bytes)) as { readonly file_id: string }
    if (acknowledged.files.has(id)) wrong.push(`file ${id} was given to two callers`)
    acknowledged.files.set(id, hashOf(bytes))
    // May fail in words; what is read must be right.
    const read = await readFile(any(nodes), id).catch(() => undefined)
    if (read) add(counts.done, 'files read back')
    if (read && hashOf(read) !== hashOf(bytes)) wrong.push(`file ${id} has other bytes`)
  }
  const batch = async (): Promise<void> => {
    const texts = Array.from({ length: LINES }, () => any(TEXTS.slice(0, 2)))
    const requests = texts.map((text, n) => ({
      ...{ custom_id: `line-${n}`, method: 'POST', url: '/v1/speech', body: speech(text) },
    }))
    const order = json({ endpoint: '/v1/speech', requests }, { 'idempotency-key': randomUUID() })
    const answer = await insist('batch', '/v1/batches', order)
    if (!answer) return
    const { id } = JSON.parse(String(answer.bytes)) as { readonly id: string }
    acknowledged.batches.set(id, texts)
    while (!stopped.signal.aborted) {
      await wait(500)
      const told = await ask('state of a batch', `/v1/batches/${id}`, {})
      if (told && /"status":"completed"/.test(String(told.bytes))) return
      // One that found no room waits for somebody who says that there is some now.
      if (told && /"status":"paused"/.test(String(told.bytes)))
        await ask('resumed batch', `/v1/batches/${id}/resume`, { method: 'POST' })
    }
  }
  const loops = [
    ...Array.from({ length: STREAMS }, () => again(stream)),
    ...[again(transcribe), again(repeat), again(upload), again(batch)],
  ]
  return {
    ...{ acknowledged, counts, wrong },
    async stop() {
      stopped.abort()
      await Promise.all(loops)
    },
  }
}

/** What of a file, an answer or a batch that was acknowledged is not as it was, at `node`; empty where all is. */
export async function missingAt(
  node: NodePart,
  { sounds, files, answers, batches }: Acknowledged,
): Promise<readonly string[]> {
  const missing: string[] = []
  const check = async (what: string, isThere: () => Promise<boolean>): Promise<void> => {
    const found = await isThere().catch((error: unknown) => String(error))
    if (found !== true) missing.push(`${what}: ${found || 'it has changed'}`)
  }
  for (const [id, sha256] of files)
    await check(`file ${id}`, async () => hashOf(await readFile(node, id)) === sha256)
  for (const [key, { order, sha256 }] of answers)
    await check(`answer ${key}`, async () => {
      const answer = await node.fetch('/v1/speech', order)
      return answer.ok && hashOf(await bytesOf(answer)) === sha256
    })
  for (const [id, texts] of batches)
    await check(`batch ${id}`, () =>
      isWhole(
        node,
        id,
        texts.map((text) => sounds.get(text)),
      ),
    )
  return missing
}

/** Whether every line of a batch is in its result exactly once, in order, each with its sound. Throws what is wrong. */
async function isWhole(
  node: NodePart,
  id: string,
  sounds: readonly (string | undefined)[],
): Promise<true> {
  const batch = (await (await node.fetch(`/v1/batches/${id}`)).json()) as Record<string, unknown>
  if (batch['status'] !== 'completed') throw new Error(JSON.stringify(batch))
  const lines = String(await readFile(node, String(batch['output_file_id'])))
    .trim()
    .split('\n')
  const told = lines.map((line) => {
    const { custom_id: name, response } = JSON.parse(line)
    return `${name} ${response.body.file}`
  })
  const archive = await unpackTar(
    new Uint8Array(await readFile(node, String(batch['audio_file_id']))),
  )
  const found = archive.map(({ header }, n) => `line-${n} ${header.name}`)
  if (found.length !== sounds.length || told.join('\n') !== found.join('\n'))
    throw new Error(`lines ${told.join(', ')} with sounds ${found.join(', ')}`)
  for (const [n, { header, data }] of archive.entries())
    if (hashOf(data ?? Buffer.of()) !== sounds[n]) throw new Error(`${header.name} has changed`)
  return true
}
