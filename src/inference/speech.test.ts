import { expect, test } from 'vitest'
import type { SynthesisedSpeech, SynthesisOrder } from '#speech/models/speech-model.ts'
import { afterFile } from '#testing/after-file.test-support.ts'
import { openModels } from './models.test-support.ts'
import type { InstalledPack } from './pack.ts'
import { tinyPack } from './packs.test-support.ts'
import { hertzOf, toneOf } from './tones.test-support.ts'

const never = new AbortController().signal
const KOKORO = tinyPack('tiny-kokoro')
const IDS = [
  'tiny-kokoro',
  'tiny-piper',
  'tiny-coqui',
  'tiny-mms-yor',
  'tiny-mms-hau',
  'tiny-piper-untimed',
] as const
/** One process for each pack, for all tests of this file. */
const models = openModels(
  IDS.map((id) => tinyPack(id)),
  {},
  afterFile,
)

function say(
  pack: InstalledPack,
  order: Partial<SynthesisOrder>,
  signal = never,
): Promise<SynthesisedSpeech> {
  return models.synthesise(pack.id, { symbols: [...'əbˈWt'], speed: 1, ...order }, signal)
}

test('Kokoro says each symbol where its durations say, though they are no output of its graph', async () => {
  const facts = await models.describe(KOKORO.id, never)
  expect(facts).toMatchObject({
    ...{ reads: 'phones', sampleRate: 24_000, tellsDurations: true, takesSpeed: true },
    mostSymbols: 510,
  })
  expect(facts.symbols).toContain('ʧ')
  expect(facts.symbols).not.toContain('$')
  const symbols = [...'əbˈWt']
  const { samples, bounds } = await say(KOKORO, { symbols })
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
  const level = async (length: number, voice?: string): Promise<number> => {
    const symbols = Array.from({ length }, () => 'ɑ')
    const { samples, bounds } = await say(KOKORO, { symbols, voice })
    const [start = 0, end = 0] = [bounds?.[0], bounds?.at(-1)]
    return samples.subarray(start, end).reduce((most, sample) => Math.max(most, sample))
  }
  expect(await level(1)).toBeCloseTo(0.301, 1)
  expect(await level(100)).toBeCloseTo(0.4, 1)
  const george = await say(KOKORO, { symbols: ['ɑ'], voice: 'bm_george' })
  const span = george.samples.subarray(george.bounds?.[0], george.bounds?.[1])
  const lower = hertzOf('tiny-kokoro', 'ɑ') / 2
  expect(Math.abs(toneOf(span, 24_000) - lower)).toBeLessThanOrEqual(10)
  await expect(say(KOKORO, { voice: 'nobody' })).rejects.toThrow('no voice "nobody"')
})

test.each(['tiny-piper', 'tiny-coqui', 'tiny-mms-yor'] as const)(
  '%s says each symbol in its place, with what its form puts between them',
  async (id) => {
    const pack = tinyPack(id)
    const { sampleRate, tellsDurations } = await models.describe(id, never)
    expect(tellsDurations).toBe(true)
    const symbols = [...'a bidu']
    const { samples, bounds } = await say(pack, { symbols })
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
    const symbols = [...'aaaaaaaaaa']
    const slow = await say(pack, { symbols, speed: 0.8 })
    const fast = await say(pack, { symbols, speed: 1.25 })
    expect(fast.samples.length / slow.samples.length).toBeLessThan(0.8)
  },
)

test('the pace of MMS is fixed, and says so', async () => {
  const pack = tinyPack('tiny-mms-hau')
  expect(await models.describe(pack.id, never)).toMatchObject({
    ...{ takesSpeed: false, reads: 'letters', sampleRate: 16_000 },
    symbols: expect.arrayContaining(['ɓ', 'ɗ', 'ƙ', 'ƴ']),
  })
})

test('a model whose durations nobody can tell speaks without them', async () => {
  const pack = tinyPack('tiny-piper-untimed')
  expect((await models.describe(pack.id, never)).tellsDurations).toBe(false)
  expect((await say(pack, { symbols: [...'abc'] })).bounds).toBeUndefined()
})

test('pieces that a model does not take are refused, and the next one is spoken', async () => {
  const refused: [Partial<SynthesisOrder>, string][] = [
    [{ symbols: [] }, '1 to 510'],
    [{ symbols: Array.from({ length: 511 }, () => 'a') }, '511 symbols'],
    [{ symbols: ['😀'] }, 'does not read the symbol "😀"'],
    [{ speed: Number.NaN }, 'speed'],
  ]
  for (const [order, why] of refused)
    await expect(say(KOKORO, order)).rejects.toMatchObject({
      code: 'model/failed',
      message: expect.stringContaining(why),
    })
  expect((await say(KOKORO, { speed: 100 })).samples.length).toBeGreaterThan(0)
})

test('a piece that is cancelled ends with the reason, and the next one is spoken', async () => {
  const stop = new AbortController()
  const pieces = Array.from({ length: 4 }, () => say(KOKORO, {}, stop.signal))
  stop.abort(new Error('I have changed my mind'))
  for (const piece of pieces) await expect(piece).rejects.toThrow('I have changed my mind')
  expect((await say(KOKORO, {})).samples.length).toBeGreaterThan(0)
})
