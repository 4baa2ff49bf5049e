import { afterAll, expect, onTestFinished, test } from 'vitest'
import { forever, SECRET, speechForTests, workerForTests } from '#cluster/cluster.test-support.ts'
import { createWorkerPool } from '#cluster/worker-pool.ts'
import type {
  Evidence,
  TranscribedPiece,
  TranscriptionOptions,
  TranscriptPiece,
} from '#inference/messages.ts'
import { openModelProcesses } from '#inference/model-process.ts'
import { NO_TRANSCRIPTION, type PackTranscription } from '#inference/pack-transcription.ts'
import { clip, packsForTests, startModelProcess, tinyPack } from '#inference/packs.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import { createClusterTranscription } from './cluster-transcription.ts'

const { speech } = speechForTests()
const PACK = 'tiny-ctc'

/** Real model processes with this pack, until the tests end. */
function ownTranscription(id: 'tiny-ctc' | 'tiny-whisper' = PACK): PackTranscription {
  const store = packsForTests([tinyPack(id), tinyPack('tiny-nllb')])
  const models = openModelProcesses({ start: startModelProcess, store })
  afterAll(() => models.close())
  return { models, store }
}
const here = ownTranscription()
const workerWithPack = (transcription = here) => workerForTests(speech, { transcription })

/** The transcription of a node with these workers, until the end of the test. */
function nodeForTests(urls: readonly string[], own = NO_TRANSCRIPTION, waitMs = 10_000) {
  const directory = { list: async () => urls.map((url) => ({ url, secret: SECRET })) }
  const pool = createWorkerPool({ directory, lookMs: 50, waitMs })
  onTestFinished(pool.close)
  const node = createClusterTranscription(pool, own)
  return { ...node, knowsPack: () => expect.poll(() => idsOf(node)).toContain(PACK) }
}
const idsOf = async ({ store }: PackTranscription): Promise<string[]> =>
  (await store.installed()).map(({ id }) => id)

async function* blocks(...clips: readonly string[]): AsyncGenerator<Float32Array> {
  for (const name of clips) {
    const samples = clip(name)
    for (let at = 0; at < samples.length; at += 4_000) yield samples.subarray(at, at + 4_000)
  }
}

/** Sound of one clip after the other that goes on until the signal aborts. */
async function* endless(signal: AbortSignal): AsyncGenerator<Float32Array> {
  while (!signal.aborted) yield* blocks('yo')
}

/** Begins a transcription that goes on until what this answers is called. */
async function begin({ models }: PackTranscription): Promise<() => Promise<unknown>> {
  const stop = new AbortController()
  const found = models.transcribe(PACK, endless(stop.signal), {}, stop.signal)
  await found.next()
  return () => {
    stop.abort()
    return found.return(undefined)
  }
}

async function written(
  { models }: PackTranscription,
  sound: AsyncIterable<Float32Array>,
  options: TranscriptionOptions = {},
): Promise<{ readonly pieces: readonly TranscriptPiece[]; readonly evidence?: Evidence }> {
  const found = models.transcribe(PACK, sound, options, forever)
  const pieces: TranscriptPiece[] = []
  for (;;) {
    const next = await found.next()
    if (next.done) return { pieces, ...(next.value && { evidence: next.value }) }
    if (next.value.kind === 'piece') pieces.push(next.value.piece)
  }
}
const textOf = (pieces: readonly { readonly text: string }[]): string =>
  pieces.map(({ text }) => text).join(' ')

test('a worker writes down what this computer would, with the same times, certainty and evidence', async () => {
  const { url } = await workerWithPack()
  const node = nodeForTests([url])
  await node.knowsPack()
  for (const language of ['yo', 'am', 'pcm'] as const) {
    const options = { language, expected: ['omi', 'ilé'], specialWords: ['ìwé'] }
    expect(await written(node, blocks(language), options)).toEqual(
      await written(here, blocks(language), options),
    )
  }
})

test('speech is written down while it is said: unfinished pieces come before the sound has ended', async () => {
  const { url } = await workerWithPack()
  const node = nodeForTests([url])
  await node.knowsPack()
  let isEnded = false
  async function* live(): AsyncGenerator<Float32Array> {
    yield* blocks('ha')
    const next = await Array.fromAsync(blocks('yo'))
    const half = Math.ceil(next.length / 2)
    yield* next.slice(0, half)
    await expect.poll(() => early.map(({ kind }) => kind)).toContain('partial')
    yield* next.slice(half)
    isEnded = true
  }
  const early: TranscribedPiece[] = []
  const pieces: TranscriptPiece[] = []
  for await (const found of node.models.transcribe(PACK, live(), { isLive: true }, forever)) {
    if (!isEnded) early.push(found)
    if (found.kind === 'piece') pieces.push(found.piece)
  }
  expect(early.map(({ kind }) => kind)).toContain('partial')
  expect(textOf(pieces)).toBe('ruwa gida yaro omi ilé ìwé'.normalize('NFC'))
})

test('a recording whose worker dies goes on at another one: no word is lost or written twice', async () => {
  const workers = [await workerWithPack(ownTranscription()), await workerWithPack()]
  const node = nodeForTests(workers.map(({ url }) => url))
  await node.knowsPack()
  const clips = ['yo', 'ha', 'en', 'ig', 'yo', 'ha']
  const whole = await written(here, blocks(...clips))
  const pieces: TranscriptPiece[] = []
  let killed = 0
  for await (const { piece } of node.models.transcribe(PACK, blocks(...clips), {}, forever)) {
    pieces.push(piece)
    if (killed++ === 0) await workers.find(({ transcriptions }) => transcriptions > 0)?.close(0)
  }
  expect(textOf(pieces)).toBe(textOf(whole.pieces))
  const starts = pieces.map(({ start }) => start)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  for (const [at, { start, end }] of pieces.entries()) {
    expect(start).toBeCloseTo(whole.pieces[at]?.start ?? 0, 1)
    expect(end).toBeCloseTo(whole.pieces[at]?.end ?? 0, 1)
  }
})

test.each([
  ['before anything was heard, the evidence is that of all the sound', 0],
  ['after a silence that is longer than what is kept, the times are those of all the sound', 100],
])('where a worker dies %s', async (_, silence) => {
  const workers = [await workerWithPack(ownTranscription()), await workerWithPack()]
  const node = nodeForTests(workers.map(({ url }) => url))
  await node.knowsPack()
  async function* sound(isDeadly: boolean): AsyncGenerator<Float32Array> {
    for (let second = 0; second < silence; second++) yield new Float32Array(16_000)
    for await (const block of blocks('yo')) {
      yield block
      if (isDeadly) await workers.find(({ transcriptions }) => transcriptions > 0)?.close(0)
      isDeadly = false
    }
  }
  const options = { expected: ['omi', 'ilé'] }
  const whole = await written(here, sound(false), options)
  expect(whole.pieces[0]?.start).toBeGreaterThanOrEqual(silence)
  const { pieces, evidence } = await written(node, sound(true), options)
  expect(workers.filter(({ transcriptions }) => transcriptions > 0)).toEqual([])
  expect(evidence).toEqual(silence === 0 ? whole.evidence : undefined)
  expect(textOf(pieces)).toBe(textOf(whole.pieces))
  for (const [at, { start, end }] of whole.pieces.entries()) {
    expect(pieces[at]?.start).toBeCloseTo(start, 1)
    expect(pieces[at]?.end).toBeCloseTo(end, 1)
  }
})

test('of several workers the one with the fewest transcriptions takes the next; those without the pack take none', async () => {
  const without = await workerForTests(speech)
  const workers = [await workerWithPack(), await workerWithPack(ownTranscription())]
  const node = nodeForTests([without, ...workers].map(({ url }) => url))
  await node.knowsPack()
  const begun = [await begin(node), await begin(node)]
  expect(workers.map(({ transcriptions }) => transcriptions)).toEqual([1, 1])
  expect([without.transcriptions, without.jobs]).toEqual([0, 0])
  expect(workers.map(({ jobs }) => jobs)).toEqual([1, 1])
  for (const end of begun) await end()
  await expect.poll(() => workers.map(({ jobs }) => jobs)).toEqual([0, 0])
})

test('packs of this computer stand in where no worker has them, and both are known', async () => {
  const { url } = await workerWithPack(ownTranscription('tiny-whisper'))
  const node = nodeForTests([url], here)
  await expect.poll(() => idsOf(node)).toEqual(['tiny-whisper', PACK, 'tiny-nllb'])
  expect(textOf((await written(node, blocks('ig'))).pieces)).toBe(
    textOf((await written(here, blocks('ig'))).pieces),
  )
})

fullTest(
  'a worker that comes back within a moment is waited for; none at all is told in words',
  async () => {
    const first = await workerWithPack()
    const urls = [first.url]
    const node = nodeForTests(urls, NO_TRANSCRIPTION, 2_000)
    await node.knowsPack()
    await first.close(0)
    const waiting = written(node, blocks('yo'))
    const second = await workerWithPack()
    urls.push(second.url)
    expect(textOf((await waiting).pieces)).toBe('omi ilé ìwé'.normalize('NFC'))
    await second.close(0)
    expect(await idsOf(node)).toEqual([PACK])
    await expect(written(node, blocks('yo'))).rejects.toMatchObject({
      code: 'model/busy',
      message: expect.stringContaining(`No worker with the pack ${PACK} can be reached`),
    })
  },
)

test('a sound over which one worker after the other dies is given up', async () => {
  const workers = await Promise.all([1, 2, 3].map(() => workerWithPack()))
  const node = nodeForTests(workers.map(({ url }) => url))
  await node.knowsPack()
  async function* deadly(): AsyncGenerator<Float32Array> {
    while (true) {
      yield clip('yo')
      await workers.find(({ transcriptions }) => transcriptions > 0)?.close(0)
    }
  }
  await expect(written(node, deadly())).rejects.toMatchObject({
    code: 'model/failed',
    message: expect.stringContaining('3 workers with the pack tiny-ctc stopped'),
  })
})

test('what a worker refuses, and a sound that cannot be read, is told in its words; the worker goes on', async () => {
  const worker = await workerWithPack(ownTranscription('tiny-whisper'))
  const node = nodeForTests([worker.url])
  await expect.poll(() => idsOf(node)).toEqual(['tiny-whisper'])
  const refused = node.models.transcribe('tiny-whisper', blocks('ig'), { language: 'ig' }, forever)
  await expect(refused.next()).rejects.toMatchObject({ code: 'language/unsupported' })
  // biome-ignore lint/correctness/useYield: a sound that cannot be read yields nothing
  async function* broken(): AsyncGenerator<Float32Array> {
    throw new Error('The disk is gone.')
  }
  const unread = node.models.transcribe('tiny-whisper', broken(), {}, forever)
  await expect(unread.next()).rejects.toThrow('The disk is gone.')
  await expect.poll(() => worker.jobs).toBe(0)
})

test('transcriptions behind those that a process takes at once are told their place', async () => {
  const { url } = await workerWithPack()
  const node = nodeForTests([url])
  await node.knowsPack()
  const begun: (() => Promise<unknown>)[] = []
  for (let n = 0; n < 4; n++) begun.push(await begin(node))
  const places: number[] = []
  const last = node.models.transcribe(PACK, blocks('yo'), {}, forever, (at) => places.push(at))
  const heard = last.next()
  await expect.poll(() => places).toEqual([1])
  for (const end of begun) await end()
  await heard
  expect(places).toEqual([1, 0])
})

test('a node whose caller has gone, or that has gone itself, leaves nothing at work', async () => {
  const worker = await workerWithPack()
  const directory = { list: async () => [{ url: worker.url, secret: SECRET }] }
  const pool = createWorkerPool({ directory, lookMs: 50 })
  const node = createClusterTranscription(pool, NO_TRANSCRIPTION)
  await expect.poll(() => idsOf(node)).toEqual([PACK])
  const stop = new AbortController()
  const cancelled = node.models.transcribe(PACK, endless(stop.signal), {}, stop.signal)
  await cancelled.next()
  stop.abort(new Error('enough'))
  await expect(cancelled.next()).rejects.toThrow('enough')
  await expect.poll(() => worker.jobs).toBe(0)
  const left = node.models.transcribe(PACK, endless(forever), {}, forever)
  await left.next()
  expect(worker.jobs).toBe(1)
  pool.close()
  await expect.poll(() => worker.jobs).toBe(0)
})

test('a worker that is told to stop finishes the recording that it has begun', async () => {
  const worker = await workerWithPack()
  const node = nodeForTests([worker.url])
  await node.knowsPack()
  const found = node.models.transcribe(PACK, blocks('yo', 'ha', 'en'), {}, forever)
  const first = await found.next()
  const closed = worker.close(30_000)
  const rest = await Array.fromAsync(found)
  await closed
  const pieces = [first.value as TranscribedPiece, ...rest].map(({ piece }) => piece)
  expect(textOf(pieces)).toBe('omi ilé ìwé ruwa gida yaro one two three'.normalize('NFC'))
})
