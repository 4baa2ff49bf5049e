import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { afterFile } from '#testing/after-file.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import type { TranscriptionOptions, TranscriptPiece } from './messages.ts'
import { openModels } from './models.test-support.ts'
import { clip, tinyPack } from './packs.test-support.ts'

const never = new AbortController().signal
/** One process for all tests of this file. */
const models = openModels([tinyPack('tiny-ctc')], {}, afterFile)

async function* blocks(samples: Float32Array, size = 4_000): AsyncGenerator<Float32Array> {
  for (let at = 0; at < samples.length; at += size) yield samples.subarray(at, at + size)
}

async function transcribe(
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
  for (const [language, text] of SAID) {
    const named = await transcribe(blocks(clip(language)), { language })
    expect([language, textOf(named)]).toEqual([language, text.normalize('NFC')])
    expect(textOf(await transcribe(blocks(clip(language))))).toBe(text.normalize('NFC'))
  }
})

test('every word has its time within the sound, in order', async () => {
  const [piece] = await transcribe(blocks(clip('yo')), { language: 'yo' })
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
  const text = textOf(await transcribe(blocks(clip('en')), { language: 'am' }))
  expect(text).not.toMatch(/\p{Script=Latin}/u)
})

test('special words win over what sounds like them, and others stay', async () => {
  const plain = textOf(await transcribe(blocks(clip('pcm')), { language: 'pcm' }))
  expect(plain).toBe('pikin chop buk')
  const options = { language: 'pcm', specialWords: ['bukka', 'pikins', 'ọ̀tá'] } as const
  const biased = textOf(await transcribe(blocks(clip('pcm')), options))
  expect(biased).toMatch(/chop/)
  const names = { language: 'pcm', specialWords: ['chop', 'buk'] } as const
  expect(textOf(await transcribe(blocks(clip('pcm')), names))).toBe('pikin chop buk')
})

test('speech between long silences comes in pieces with times of the whole sound', async () => {
  const pause = new Float32Array(16_000 * 20)
  async function* sound() {
    for (const language of ['yo', 'ha'] as const) yield* [pause, clip(language)]
    yield pause
  }
  const pieces = await transcribe(sound())
  expect(pieces.map(({ text }) => text)).toEqual(
    ['omi ilé ìwé', 'ruwa gida yaro'].map((text) => text.normalize('NFC')),
  )
  expect(pieces[0]?.start).toBeGreaterThan(20)
  expect(pieces[0]?.start).toBeLessThan(21)
  expect(pieces[1]?.start).toBeGreaterThan(42)
})

fullTest('an hour of silence has no text', async () => {
  async function* silence() {
    for (let minute = 0; minute < 60; minute++) yield new Float32Array(16_000 * 60)
  }
  expect(await transcribe(silence())).toEqual([])
})

test('an empty sound has no text', async () => {
  expect(await transcribe(blocks(new Float32Array(0)))).toEqual([])
})

test('speech without a pause is cut into pieces that the model takes', async () => {
  const once = clip('ha').subarray(6_400, -6_400)
  async function* sound() {
    for (let n = 0; n < 40; n++) yield once
  }
  const pieces = await transcribe(sound(), { language: 'ha' })
  expect(pieces.length).toBeGreaterThan(1)
  for (const { start, end } of pieces) expect(end - start).toBeLessThanOrEqual(28.1)
  expect(textOf(pieces).match(/gida/g)?.length).toBeGreaterThan(30)
})

test('what was expected is weighed against what was heard: missing, extra and repeated words', async () => {
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

test('more recordings than a model keeps waiting are refused in words', async () => {
  const stop = new AbortController()
  const waiting = Array.from({ length: 21 }, () =>
    transcribe(endless(stop.signal), {}, stop.signal).catch((error: unknown) => error),
  )
  const refused = await Promise.race(waiting)
  expect(refused).toMatchObject({ code: 'model/busy', message: expect.stringContaining('20 jobs') })
  stop.abort(new Error('enough'))
  await Promise.all(waiting)
})

test('a cancelled transcription ends with the reason, and the process takes the next one', async () => {
  const stop = new AbortController()
  const running = models.transcribe('tiny-ctc', endless(stop.signal), {}, stop.signal)
  expect((await running.next()).done).toBe(false)
  stop.abort(new Error('I have changed my mind'))
  await expect(running.next()).rejects.toThrow('I have changed my mind')
  expect(textOf(await transcribe(blocks(clip('yo'))))).toContain('omi')
})

test('an error of the sound itself ends the transcription with that error', async () => {
  async function* broken(): AsyncGenerator<Float32Array> {
    yield clip('yo')
    throw new Error('the disk is gone')
  }
  await expect(transcribe(broken())).rejects.toThrow('the disk is gone')
})
