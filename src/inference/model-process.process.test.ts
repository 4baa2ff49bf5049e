import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { childrenOf } from '#testing/processes.test-support.ts'
import type { TranscriptionOptions, TranscriptPiece } from './messages.ts'
import type { ModelProcesses } from './model-process.ts'
import { openModels } from './models.test-support.ts'
import { clip, tinyPack } from './packs.test-support.ts'

const folder = folderForTests('griot packs ohùn ድምፅ')
const never = new AbortController().signal
const CTC = tinyPack('tiny-ctc')

async function* blocks(samples: Float32Array, size = 4_000): AsyncGenerator<Float32Array> {
  for (let at = 0; at < samples.length; at += size) yield samples.subarray(at, at + size)
}

async function transcribe(
  models: ModelProcesses,
  sound: AsyncIterable<Float32Array>,
  options: TranscriptionOptions = {},
  signal: AbortSignal = never,
): Promise<readonly TranscriptPiece[]> {
  const found = await Array.fromAsync(models.transcribe('tiny-ctc', sound, options, signal))
  return found.filter(({ kind }) => kind === 'piece').map(({ piece }) => piece)
}

const textOf = (pieces: readonly TranscriptPiece[]): string =>
  pieces.map(({ text }) => text).join(' ')

/** Sound that goes on until the signal aborts. */
async function* endless(signal: AbortSignal): AsyncGenerator<Float32Array> {
  while (!signal.aborted) yield clip('yo')
}

test('two recordings are written down at once', async () => {
  const models = openModels([CTC])
  const texts = await Promise.all(
    (['yo', 'ha', 'am', 'pcm', 'ig', 'en'] as const).map(async (language) =>
      textOf(await transcribe(models, blocks(clip(language)), { language })),
    ),
  )
  expect(texts[1]).toBe('ruwa gida yaro')
  expect(
    childrenOf(process.pid).filter(({ command }) => command.includes('inference')),
  ).toHaveLength(1)
})

test('a recording that waits hears its place, which moves up when others go, and then its turn', async () => {
  const models = openModels([CTC])
  const stops = Array.from({ length: 7 }, () => new AbortController())
  const places: number[][] = stops.map(() => [])
  const running = stops.map(({ signal }, at) => {
    const found = models.transcribe('tiny-ctc', endless(signal), {}, signal, (place) =>
      places[at]?.push(place),
    )
    return rest(found).catch((error: unknown) => error)
  })
  await expect.poll(() => places).toEqual([[], [], [], [], [1], [2], [3]])
  stops[5]?.abort(new Error('gone'))
  await expect.poll(() => places.slice(4)).toEqual([[1], [2], [3, 2]])
  stops[0]?.abort(new Error('gone'))
  await expect.poll(() => places.slice(4)).toEqual([[1, 0], [2], [3, 2, 1]])
  for (const stop of stops) stop.abort(new Error('gone'))
  await Promise.all(running)
})

test('a file whose hash differs is never opened', async () => {
  const pack = tinyPack('tiny-ctc', join(folder, 'hash'))
  const path = join(pack.folder, 'model.int8.onnx')
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  writeFileSync(path, bytes)
  await expect(transcribe(openModels([pack]), blocks(clip('yo')))).rejects.toMatchObject({
    code: 'model/failed',
    message: expect.stringMatching(
      /model\.int8\.onnx.*is damaged.*with "griot models install tiny-ctc"\.$/,
    ),
  })
})

test('a damaged model that passes for whole is told in words, is not tried in a loop, and other packs go on', async () => {
  const place = join(folder, 'damaged')
  const copy = tinyPack('tiny-ctc', place)
  writeFileSync(
    join(copy.folder, 'model.int8.onnx'),
    readFileSync(join(copy.folder, 'model.int8.onnx')).subarray(0, 90_000),
  )
  const files = copy.files.map((file) =>
    file.name.endsWith('.onnx') ? { ...file, sha256: hashOf(join(copy.folder, file.name)) } : file,
  )
  const models = openModels(
    [
      { ...copy, files },
      { ...CTC, id: 'whole' },
    ],
    { backOffMs: [60_000] },
  )
  await expect(transcribe(models, blocks(clip('yo')))).rejects.toMatchObject({
    code: 'model/failed',
  })
  await expect(transcribe(models, blocks(clip('yo')))).rejects.toMatchObject({
    code: 'model/failed',
    message: expect.stringContaining('started again in'),
  })
  const found = await Array.fromAsync(models.transcribe('whole', blocks(clip('ha')), {}, never))
  expect(found[0]?.piece.text).toBe('ruwa gida yaro')
})

test.skipIf(process.platform === 'win32')(
  'a process that dies in the middle is told in words, and the next job gets another one',
  async () => {
    const models = openModels([CTC], { backOffMs: [0] })
    const stop = new AbortController()
    const running = models.transcribe('tiny-ctc', endless(stop.signal), {}, stop.signal)
    await running.next()
    for (const { pid } of modelChildren()) process.kill(pid, 'SIGKILL')
    await expect(rest(running)).rejects.toMatchObject({
      code: 'model/failed',
      message: expect.stringMatching(
        /The model tiny-ctc stopped: its process ended \(signal SIGKILL\)/,
      ),
    })
    stop.abort()
    expect(textOf(await transcribe(models, blocks(clip('yo'))))).toContain('omi')
  },
)

test.skipIf(process.platform === 'win32')(
  'a process that hangs in cancelled work is ended',
  async () => {
    const models = openModels([CTC], { backOffMs: [0], graceMs: 200 })
    const stop = new AbortController()
    const running = models.transcribe('tiny-ctc', endless(stop.signal), {}, stop.signal)
    await running.next()
    const [child] = modelChildren()
    process.kill(child?.pid ?? 0, 'SIGSTOP')
    stop.abort(new Error('too long'))
    await expect(rest(running)).rejects.toThrow('too long')
    await expect.poll(() => modelChildren()).toEqual([])
  },
)

test.skipIf(process.platform === 'win32')(
  'a process that is silent for too long is ended and told in words',
  async () => {
    const models = openModels([CTC], { silenceMs: 5_000 })
    const running = models.transcribe('tiny-ctc', endless(never), {}, never)
    await running.next()
    process.kill(modelChildren()[0]?.pid ?? 0, 'SIGSTOP')
    await expect(rest(running)).rejects.toMatchObject({
      message: expect.stringContaining('it did not answer'),
    })
  },
)

test.skipIf(process.platform === 'win32')(
  'a process that needs too much memory is ended and told in words',
  async () => {
    const models = openModels([{ ...CTC, memoryMegabytes: 20 }])
    const running = models.transcribe('tiny-ctc', endless(never), {}, never)
    await expect(rest(running)).rejects.toMatchObject({
      code: 'model/failed',
      message: expect.stringMatching(/more than the 20 MB/),
    })
  },
)

test.skipIf(process.platform !== 'linux')(
  'a model calculates on as many threads as it may, two where nothing else is said',
  async () => {
    const threadsWith = async (threads: number | undefined): Promise<number> => {
      const models = openModels([CTC], { threads })
      await transcribe(models, blocks(clip('yo')))
      const [child] = modelChildren()
      const tasks = readdirSync(`/proc/${child?.pid}/task`).length
      models.close()
      await expect.poll(() => modelChildren()).toEqual([])
      return tasks
    }
    // The thread that orders a calculation takes part in it.
    const alone = await threadsWith(1)
    expect([await threadsWith(undefined), await threadsWith(4)]).toEqual([alone + 1, alone + 3])
  },
)

test('a process ends when it is not used, and the next job starts it again', async () => {
  const models = openModels([CTC], { idleMs: 50 })
  expect(textOf(await transcribe(models, blocks(clip('yo'))))).toContain('omi')
  await expect.poll(() => modelChildren()).toEqual([])
  expect(textOf(await transcribe(models, blocks(clip('yo'))))).toContain('omi')
})

test('a pack that is removed while it works says so', async () => {
  const models = openModels([CTC])
  const running = models.transcribe('tiny-ctc', endless(never), {}, never)
  await running.next()
  await models.store.remove('tiny-ctc')
  expect(modelChildren()).toEqual([])
  await expect(rest(running)).rejects.toMatchObject({
    message: expect.stringContaining('it was removed'),
  })
  await expect(transcribe(models, blocks(clip('yo')))).rejects.toThrow('not installed')
})

test('a language that a pack does not have is refused before a process is started', async () => {
  const models = openModels([{ ...CTC, languages: ['en'] }])
  await expect(transcribe(models, blocks(clip('yo')), { language: 'yo' })).rejects.toMatchObject({
    code: 'language/unsupported',
  })
  expect(modelChildren()).toEqual([])
})

function modelChildren() {
  return childrenOf(process.pid).filter(({ command }) => command.includes('inference/process'))
}

async function rest(running: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of running);
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
