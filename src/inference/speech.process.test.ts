import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SynthesisedSpeech, SynthesisOrder } from '#speech/models/speech-model.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { childrenOf } from '#testing/processes.test-support.ts'
import type { ModelProcesses } from './model-process.ts'
import { openModels } from './models.test-support.ts'
import type { InstalledPack } from './pack.ts'
import { tinyPack } from './packs.test-support.ts'
import { hertzOf, toneOf } from './tones.test-support.ts'

const folder = folderForTests('griot voices ohùn ድምፅ')
const never = new AbortController().signal
const KOKORO = tinyPack('tiny-kokoro')

function say(
  models: ModelProcesses,
  pack: InstalledPack,
  order: Partial<SynthesisOrder>,
  signal = never,
): Promise<SynthesisedSpeech> {
  return models.synthesise(pack.id, { symbols: [...'əbˈWt'], speed: 1, ...order }, signal)
}

const modelChildren = () =>
  childrenOf(process.pid).filter(({ command }) => command.includes('inference/process'))

test('Kokoro says each symbol where its durations say, though they are no output of its graph', async () => {
  const models = openModels([KOKORO])
  const facts = await models.describe(KOKORO.id, never)
  expect(facts).toMatchObject({
    ...{ reads: 'phones', sampleRate: 24_000, tellsDurations: true, takesSpeed: true },
    mostSymbols: 510,
  })
  expect(facts.symbols).toContain('ʧ')
  expect(facts.symbols).not.toContain('$')
  const symbols = [...'əbˈWt']
  const { samples, bounds } = await say(models, KOKORO, { symbols })
  // Three frames of 25 ms at each edge; vowels have four, consonants two, marks one.
  expect([...(bounds ?? [])].map((at) => at / 600)).toEqual([3, 7, 9, 10, 14, 16])
  expect(samples).toHaveLength(19 * 600)
  for (const [at, symbol] of symbols.entries()) {
    if (symbol === 'ˈ') continue
    const span = samples.subarray(bounds?.[at], bounds?.[at + 1])
    expect([symbol, toneOf(span, 24_000)]).toEqual([symbol, hertzOf('tiny-kokoro', symbol)])
  }
})

test('a voice of Kokoro has the style that belongs to the number of symbols', async () => {
  const models = openModels([KOKORO])
  const level = async (length: number, voice?: string): Promise<number> => {
    const symbols = Array.from({ length }, () => 'ɑ')
    const { samples, bounds } = await say(models, KOKORO, { symbols, voice })
    const [start = 0, end = 0] = [bounds?.[0], bounds?.at(-1)]
    return samples.subarray(start, end).reduce((most, sample) => Math.max(most, sample))
  }
  expect(await level(1)).toBeCloseTo(0.301, 1)
  expect(await level(100)).toBeCloseTo(0.4, 1)
  const george = await say(models, KOKORO, { symbols: ['ɑ'], voice: 'bm_george' })
  const span = george.samples.subarray(george.bounds?.[0], george.bounds?.[1])
  const lower = hertzOf('tiny-kokoro', 'ɑ') / 2
  expect(Math.abs(toneOf(span, 24_000) - lower)).toBeLessThanOrEqual(10)
  await expect(say(models, KOKORO, { voice: 'nobody' })).rejects.toThrow('no voice "nobody"')
})

test.each(['tiny-piper', 'tiny-coqui', 'tiny-mms-yor'] as const)(
  '%s says each symbol in its place, with what its form puts between them',
  async (id) => {
    const pack = tinyPack(id)
    const models = openModels([pack])
    const { sampleRate, tellsDurations } = await models.describe(id, never)
    expect(tellsDurations).toBe(true)
    const symbols = [...'a bidu']
    const { samples, bounds } = await say(models, pack, { symbols })
    expect(bounds).toHaveLength(symbols.length + 1)
    expect(bounds?.at(-1)).toBeLessThanOrEqual(samples.length)
    for (const [at, symbol] of symbols.entries()) {
      if (symbol === ' ') continue
      const [start = 0, end = 0] = [bounds?.[at], bounds?.[at + 1]]
      const middle = samples.subarray((2 * start + end) / 3, (start + 2 * end) / 3)
      expect([symbol, toneOf(middle, sampleRate)]).toEqual([symbol, hertzOf(id, symbol)])
    }
  },
)

test.each(['tiny-kokoro', 'tiny-piper', 'tiny-coqui'] as const)(
  '%s speaks faster when it is asked to',
  async (id) => {
    const pack = tinyPack(id)
    const models = openModels([pack])
    const symbols = [...'aaaaaaaaaa']
    const slow = await say(models, pack, { symbols, speed: 0.8 })
    const fast = await say(models, pack, { symbols, speed: 1.25 })
    expect(fast.samples.length / slow.samples.length).toBeLessThan(0.8)
  },
)

test('the pace of MMS is fixed, and says so', async () => {
  const pack = tinyPack('tiny-mms-hau')
  expect(await openModels([pack]).describe(pack.id, never)).toMatchObject({
    ...{ takesSpeed: false, reads: 'letters', sampleRate: 16_000 },
    symbols: expect.arrayContaining(['ɓ', 'ɗ', 'ƙ', 'ƴ']),
  })
})

test('a model whose durations nobody can tell speaks without them', async () => {
  const pack = tinyPack('tiny-piper-untimed')
  const models = openModels([pack])
  expect((await models.describe(pack.id, never)).tellsDurations).toBe(false)
  expect((await say(models, pack, { symbols: [...'abc'] })).bounds).toBeUndefined()
})

test('pieces that a model does not take are refused, and the next one is spoken', async () => {
  const models = openModels([KOKORO])
  const refused: [Partial<SynthesisOrder>, string][] = [
    [{ symbols: [] }, '1 to 510'],
    [{ symbols: Array.from({ length: 511 }, () => 'a') }, '511 symbols'],
    [{ symbols: ['😀'] }, 'does not read the symbol "😀"'],
    [{ speed: Number.NaN }, 'speed'],
  ]
  for (const [order, why] of refused)
    await expect(say(models, KOKORO, order)).rejects.toMatchObject({
      code: 'model/failed',
      message: expect.stringContaining(why),
    })
  expect((await say(models, KOKORO, { speed: 100 })).samples.length).toBeGreaterThan(0)
})

test('many pieces at once come back whole, each to who asked for it, from one process', async () => {
  const models = openModels([KOKORO])
  const lengths = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const { bounds } = await say(models, KOKORO, {
        symbols: Array.from({ length: n + 1 }, () => 'b'),
      })
      return bounds?.length
    }),
  )
  expect(lengths).toEqual(Array.from({ length: 12 }, (_, n) => n + 2))
  expect(modelChildren()).toHaveLength(1)
})

test('a piece that is cancelled ends with the reason, and the next one is spoken', async () => {
  const models = openModels([KOKORO])
  const stop = new AbortController()
  const pieces = Array.from({ length: 4 }, () => say(models, KOKORO, {}, stop.signal))
  stop.abort(new Error('I have changed my mind'))
  for (const piece of pieces) await expect(piece).rejects.toThrow('I have changed my mind')
  expect((await say(models, KOKORO, {})).samples.length).toBeGreaterThan(0)
})

test('files that are not what they should be are told in words', async () => {
  const damages: [string, (bytes: Buffer) => Buffer, RegExp][] = [
    ['tokenizer.json', () => Buffer.from('{"model":{}}'), /tokenizer\.json.*not as it should be/s],
    ['tokenizer.json', () => Buffer.from('<html>'), /tokenizer\.json.*not as it should be/s],
    ['voices/af_heart.bin', (bytes) => bytes.subarray(1), /af_heart\.bin.*not a voice of Kokoro/],
    ['onnx/model_q8f16.onnx', (bytes) => bytes.subarray(0, 900), /no ONNX model/],
    ['onnx/model_q8f16.onnx', () => Buffer.from([0x0a, 0x02, 8, 1]), /tiny-kokoro stopped/],
    ['onnx/model_q8f16.onnx', () => piperModel(), /no input "input_ids"/],
  ]
  for (const [index, [name, damage, words]] of damages.entries()) {
    const pack = tinyPack('tiny-kokoro', join(folder, String(index)))
    const path = join(pack.folder, name)
    writeFileSync(path, damage(readFileSync(path)))
    // As a store would hand it over that knows nothing better.
    const files = pack.files.map((file) =>
      file.name === name ? { ...file, sha256: of(path) } : file,
    )
    await expect(say(openModels([{ ...pack, files }]), pack, {})).rejects.toMatchObject({
      code: 'model/failed',
      message: expect.stringMatching(words),
    })
  }
})

test('a byte that has changed is found before the model is opened', async () => {
  const pack = tinyPack('tiny-mms-yor', join(folder, 'hash'))
  const path = join(pack.folder, 'onnx/model_quantized.onnx')
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500)
  writeFileSync(path, bytes)
  await expect(say(openModels([pack]), pack, {})).rejects.toThrow('is damaged')
})

test.skipIf(process.platform === 'win32')(
  'a process that dies over a piece is started again, and the piece is spoken',
  async () => {
    const models = openModels([KOKORO], { backOffMs: [0, 60_000] })
    await say(models, KOKORO, {})
    const [child] = modelChildren()
    process.kill(child?.pid ?? 0, 'SIGSTOP')
    const piece = say(models, KOKORO, {})
    await new Promise((resolve) => setTimeout(resolve, 100))
    process.kill(child?.pid ?? 0, 'SIGKILL')
    expect((await piece).samples.length).toBeGreaterThan(0)
    expect(modelChildren()[0]?.pid).not.toBe(child?.pid)
  },
)

test('a process that needs too much memory every time is told in words', async () => {
  const pack = { ...KOKORO, memoryMegabytes: 20 }
  const models = openModels([pack], { backOffMs: [0, 60_000] })
  const speakOn = async (): Promise<never> => {
    while (true) await say(models, pack, { symbols: Array.from({ length: 400 }, () => 'a') })
  }
  await expect(speakOn()).rejects.toMatchObject({
    code: 'model/failed',
    message: expect.stringContaining('more than the 20 MB'),
  })
})

test('a pack that is removed while it speaks says so', async () => {
  const models = openModels([KOKORO])
  await say(models, KOKORO, {})
  await models.store.remove(KOKORO.id)
  await expect(say(models, KOKORO, {})).rejects.toThrow('not installed')
})

test('a pack of another task does not speak', async () => {
  const pack = tinyPack('tiny-ctc')
  await expect(say(openModels([pack]), pack, {})).rejects.toThrow(
    'made for transcription, not for speech',
  )
})

function piperModel(): Buffer {
  return readFileSync(join(tinyPack('tiny-piper').folder, 'model.onnx'))
}

function of(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
