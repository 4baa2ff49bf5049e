import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
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

const SAID: readonly (readonly [LanguageCode, string])[] = [
  ['en', 'one two three'],
  ['yo', 'omi ilé ìwé'],
  ['ha', 'ruwa gida yaro'],
  ['ig', 'mmiri ụlọ nwa'],
  ['am', 'ውሃ ቤት ልጅ'],
  ['pcm', 'pikin chop buk'],
]

test('a pack writes down all six languages, whether the language is named or not', async () => {
  const models = openModels([CTC])
  for (const [language, text] of SAID) {
    const named = await transcribe(models, blocks(clip(language)), { language })
    expect([language, textOf(named)]).toEqual([language, text.normalize('NFC')])
    expect(textOf(await transcribe(models, blocks(clip(language))))).toBe(text.normalize('NFC'))
  }
})

test('every word has its time within the sound, in order', async () => {
  const [piece] = await transcribe(openModels([CTC]), blocks(clip('yo')), { language: 'yo' })
  const words = piece?.words ?? []
  expect(words.map(({ text }) => text)).toEqual(
    ['omi', 'ilé', 'ìwé'].map((word) => word.normalize('NFC')),
  )
  const times = words.flatMap(({ start, end }) => [start, end])
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  // There is 0.4 s of silence on either side.
  expect(times[0]).toBeGreaterThan(0.2)
  expect(times.at(-1)).toBeLessThan(clip('yo').length / 16_000 - 0.2)
})

test('an answer keeps to the script of the language that was named', async () => {
  const text = textOf(await transcribe(openModels([CTC]), blocks(clip('en')), { language: 'am' }))
  expect(text).not.toMatch(/\p{Script=Latin}/u)
})

test('special words win over what sounds like them, and others stay', async () => {
  const models = openModels([CTC])
  const plain = textOf(await transcribe(models, blocks(clip('pcm')), { language: 'pcm' }))
  expect(plain).toBe('pikin chop buk')
  const options = { language: 'pcm', specialWords: ['bukka', 'pikins', 'ọ̀tá'] } as const
  const biased = textOf(await transcribe(models, blocks(clip('pcm')), options))
  expect(biased).toMatch(/chop/)
  const names = { language: 'pcm', specialWords: ['chop', 'buk'] } as const
  expect(textOf(await transcribe(models, blocks(clip('pcm')), names))).toBe('pikin chop buk')
})

test('speech between long silences comes in pieces with times of the whole sound', async () => {
  const pause = new Float32Array(16_000 * 20)
  async function* sound() {
    for (const language of ['yo', 'ha'] as const) yield* [pause, clip(language)]
    yield pause
  }
  const pieces = await transcribe(openModels([CTC]), sound())
  expect(pieces.map(({ text }) => text)).toEqual(
    ['omi ilé ìwé', 'ruwa gida yaro'].map((text) => text.normalize('NFC')),
  )
  expect(pieces[0]?.start).toBeGreaterThan(20)
  expect(pieces[0]?.start).toBeLessThan(21)
  expect(pieces[1]?.start).toBeGreaterThan(42)
})

test('an hour of silence has no text', async () => {
  async function* silence() {
    for (let minute = 0; minute < 60; minute++) yield new Float32Array(16_000 * 60)
  }
  expect(await transcribe(openModels([CTC]), silence())).toEqual([])
})

test('an empty sound has no text', async () => {
  expect(await transcribe(openModels([CTC]), blocks(new Float32Array(0)))).toEqual([])
})

test('speech without a pause is cut into pieces that the model takes', async () => {
  const once = clip('ha').subarray(6_400, -6_400)
  async function* sound() {
    for (let n = 0; n < 40; n++) yield once
  }
  const pieces = await transcribe(openModels([CTC]), sound(), { language: 'ha' })
  expect(pieces.length).toBeGreaterThan(1)
  for (const { start, end } of pieces) expect(end - start).toBeLessThanOrEqual(28.1)
  expect(textOf(pieces).match(/gida/g)?.length).toBeGreaterThan(30)
})

test('what was expected is weighed against what was heard: missing, extra and repeated words', async () => {
  const models = openModels([CTC])
  const weigh = async (expected: string, sound = blocks(clip('yo'))) => {
    const words = expected.normalize('NFC').split(' ')
    const heard = models.transcribe('tiny-ctc', sound, { language: 'yo', expected: words }, never)
    for (;;) {
      const next = await heard.next()
      if (next.done) return next.value
    }
  }
  async function* twice() {
    yield* [clip('yo'), new Float32Array(16_000), clip('yo')]
  }
  expect(await weigh('omi ilé ìwé')).toEqual([])
  for (const [expected, sound] of [
    ['omi ọmọ ilé ìwé'],
    ['omi ìwé'],
    ['omi ilé ìwé', twice()],
    ['ọmọ omi ilé ìwé'],
    ['omi ilé ìwé omi ilé', twice()],
  ] as const) {
    const evidence = await weigh(expected, sound)
    expect([expected, evidence]).toEqual([expected, [expect.any(Number)]])
    expect(evidence?.[0]).toBeGreaterThan(15)
  }
  // Letters that no recogniser of Latin script writes.
  expect(await weigh('omi ቤት ilé ìwé')).toEqual([null])
})

test('a live transcription tells what is not finished yet', async () => {
  const models = openModels([CTC])
  const half = clip('yo').subarray(0, 24_000)
  async function* sound() {
    yield half
    await first.promise
    yield clip('yo').subarray(24_000)
    yield new Float32Array(16_000)
  }
  const first = Promise.withResolvers<void>()
  const kinds: string[] = []
  for await (const { kind, piece } of models.transcribe(
    'tiny-ctc',
    sound(),
    { isLive: true },
    never,
  )) {
    kinds.push(kind)
    if (kind === 'partial') expect(piece.text).toContain('omi')
    first.resolve()
  }
  expect(kinds[0]).toBe('partial')
  expect(kinds.at(-1)).toBe('piece')
})

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

test('more recordings than a model keeps waiting are refused in words', async () => {
  const models = openModels([CTC])
  const stop = new AbortController()
  const waiting = Array.from({ length: 21 }, () =>
    transcribe(models, endless(stop.signal), {}, stop.signal).catch((error: unknown) => error),
  )
  const refused = await Promise.race(waiting)
  expect(refused).toMatchObject({ code: 'model/busy', message: expect.stringContaining('20 jobs') })
  stop.abort(new Error('enough'))
  await Promise.all(waiting)
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

test('a cancelled transcription ends with the reason, and the process takes the next one', async () => {
  const models = openModels([CTC])
  const stop = new AbortController()
  const running = models.transcribe('tiny-ctc', endless(stop.signal), {}, stop.signal)
  expect((await running.next()).done).toBe(false)
  stop.abort(new Error('I have changed my mind'))
  await expect(running.next()).rejects.toThrow('I have changed my mind')
  expect(textOf(await transcribe(models, blocks(clip('yo'))))).toContain('omi')
})

test('an error of the sound itself ends the transcription with that error', async () => {
  async function* broken(): AsyncGenerator<Float32Array> {
    yield clip('yo')
    throw new Error('the disk is gone')
  }
  await expect(transcribe(openModels([CTC]), broken())).rejects.toThrow('the disk is gone')
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
