/** What the models of packs are given, heard in the tones of tiny ones: our texts, words, marks, pauses and pace. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saidIn } from '#inference/tones.test-support.ts'
import { SAMPLE_RATE, type Timing } from '#shared/audio.ts'
import { engineOfPack, registerEngine } from '#speech/engines/registry.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { frameLevels } from '#speech/recordings/levels.ts'
import type { LocalSpeaker, SpeakOrder } from '#speech/speaker.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import { openTinyModels, tinySpeechPack } from './tiny-speech.test-support.ts'

const IDS = [
  ...(['tiny-kokoro', 'tiny-piper', 'tiny-coqui'] as const),
  ...(['tiny-mms-yor', 'tiny-mms-hau', 'tiny-mms-amh', 'tiny-piper-untimed'] as const),
] as const
type Id = (typeof IDS)[number]
const never = new AbortController().signal
const models = openTinyModels(IDS)
const removals = IDS.map((id) => registerEngine(engineOfPack(tinySpeechPack(id), models)))
let speaker: LocalSpeaker
beforeAll(async () => {
  speaker = await openSpeaker(join(import.meta.dirname, '../../../resources'))
})
afterAll(() => {
  for (const remove of removals) remove()
  models.close()
})

interface Spoken {
  readonly samples: Float32Array
  readonly words: readonly Timing[]
}

async function speak(id: Id, text: string, order: Partial<SpeakOrder> = {}): Promise<Spoken> {
  const voice = id === 'tiny-kokoro' ? 'tiny-kokoro.af_heart' : id
  const chunks = await Array.fromAsync(speaker.speak({ text, voice, speed: 1, ...order }, never))
  return {
    samples: Float32Array.from(chunks.flatMap(({ samples }) => [...samples])),
    words: chunks.flatMap(({ timings }) => timings.words),
  }
}
const heard = async (id: Id, text: string, order: Partial<SpeakOrder> = {}): Promise<string> =>
  saidIn((await speak(id, text, order)).samples, SAMPLE_RATE, id)
const nfc = (text: string): string => text.normalize('NFC')

test('Yoruba without marks is marked before the model reads its letters', async () => {
  expect(await heard('tiny-mms-yor', 'Ile mi')).toBe(nfc('ilémi'))
  expect(await heard('tiny-coqui', 'Ile mi')).toBe(nfc('ilémi'))
})

test('figures are words before a model of letters reads them', async () => {
  expect(await heard('tiny-mms-hau', '2')).toBe('biyu')
})

test('Hausa keeps its hooked letters', async () => {
  expect(await heard('tiny-mms-hau', 'Ɗaki ɓera ƙofa')).toBe('ɗakiɓeraƙofa')
})

test('Amharic is written in Latin letters for the model', async () => {
  expect(await heard('tiny-mms-amh', 'ውሃ ቤት')).toBe('wehabete')
})

test('English inside Yoruba is spoken by the same voice, in the letters of Yoruba', async () => {
  expect(await heard('tiny-mms-yor', 'Mo rí [en]church[/en]')).toBe(nfc('moríṣọ́ṣ'))
})

test('a pronunciation that somebody has given is what a model of letters says', async () => {
  expect(await heard('tiny-mms-hau', '[ipa: ruwa] [say: gida]')).toBe('ruwagida')
  const pronunciations = [{ word: 'NNPC', saidAs: { kind: 'ipa', ipa: 'ɗaki' } }] as never
  expect(await heard('tiny-mms-hau', 'NNPC', { pronunciations })).toBe('ɗaki')
})

test('Yoruba words inside English are said by a model of English sounds', async () => {
  expect(await heard('tiny-kokoro', 'My [yo]ọmọ[/yo]')).toBe('mIɔmɔn')
})

test('words have their times where their tones are, with durations and without', async () => {
  for (const id of ['tiny-kokoro', 'tiny-piper', 'tiny-mms-hau'] as const) {
    const text = id === 'tiny-mms-hau' ? 'ruwa gida yaro' : 'Four pubs shut.'
    const { samples, words } = await speak(id, text)
    expect(words).toHaveLength(3)
    for (const { text: word, start, end } of words) {
      const middle = samples.subarray(start * SAMPLE_RATE, end * SAMPLE_RATE)
      const whole = saidIn(samples, SAMPLE_RATE, id)
      const own = saidIn(middle, SAMPLE_RATE, id)
      expect([word, own.length > 1 && whole.includes(own)]).toEqual([word, true])
    }
  }
})

test('a pause that was asked for is as long as it should be, and begins after its word', async () => {
  for (const id of ['tiny-kokoro', 'tiny-piper-untimed'] as const) {
    const { samples, words } = await speak(id, 'Four [pause 800ms] pubs.')
    const [before, after] = words
    expect((after?.start ?? 0) - (before?.end ?? 0)).toBeGreaterThan(0.7)
    expect((after?.start ?? 0) - (before?.end ?? 0)).toBeLessThan(1.1)
    const at = Math.round(((before?.end ?? 0) + 0.4) * SAMPLE_RATE)
    expect(Math.max(...samples.subarray(at, at + 2_000).map(Math.abs))).toBeLessThan(0.01)
  }
})

test('the speed changes the pace of every model, and of one whose pace is fixed', async () => {
  for (const id of ['tiny-kokoro', 'tiny-piper', 'tiny-mms-hau'] as const) {
    const text = id === 'tiny-mms-hau' ? 'ruwa gida yaro' : 'Four pubs shut.'
    const [slow, fast] = [
      await speak(id, text, { speed: 0.8 }),
      await speak(id, text, { speed: 1.2 }),
    ]
    const share = (fast.words.at(-1)?.end ?? 0) / (slow.words.at(-1)?.end ?? 1)
    // The tiny models have few frames in a symbol, which are rounded.
    expect([id, share < 0.9, share > 0.5]).toEqual([id, true, true])
  }
})

test('a slower word inside a sentence is longer, and the others stay', async () => {
  const plain = await speak('tiny-piper', 'Four pubs shut.')
  const ssml = '<speak>Four <prosody rate="60%">pubs</prosody> shut.</speak>'
  const marked = await speak('tiny-piper', ssml)
  const lengths = ({ words }: Spoken) => words.map(({ start, end }) => end - start)
  const [, slow = 0] = lengths(marked)
  expect(slow / (lengths(plain)[1] ?? 1)).toBeGreaterThan(1.3)
  expect(lengths(marked)[0]).toBeCloseTo(lengths(plain)[0] ?? 0, 1)
})

test('voices of packs are as loud as the built-in ones, by the same measure', async () => {
  const levelOf = async (voice: string, text: string): Promise<number> => {
    const chunks = await Array.fromAsync(speaker.speak({ text, voice, speed: 1 }, never))
    const samples = Float32Array.from(chunks.flatMap((chunk) => [...chunk.samples]))
    return frameLevels(samples, SAMPLE_RATE / 100).speechDecibels
  }
  const text = 'The rain has stopped, at last. We can go out now. Bring your bicycle.'
  const john = await levelOf('john', text)
  for (const [voice, said] of [
    ['tiny-kokoro.af_heart', text],
    ['tiny-kokoro.bm_george', text],
    ['tiny-piper', text],
    ['tiny-mms-hau', 'ruwa gida yaro. Ɗaki ɓera ƙofa.'],
  ] as const)
    expect([voice, Math.abs((await levelOf(voice, said)) - john) < 1]).toEqual([voice, true])
})

test('a sentence of which the model can say nothing is a moment of silence', async () => {
  const { samples } = await speak('tiny-mms-hau', '[ipa: ʔʔ]. Ruwa.')
  expect(saidIn(samples, SAMPLE_RATE, 'tiny-mms-hau')).toBe('ruwa')
})

fullTest('a text of 4,000 characters in one sentence is spoken to its end', async () => {
  const text = Array.from({ length: 800 }, () => 'ruwa').join(' ')
  const { words } = await speak('tiny-mms-hau', text)
  expect(words).toHaveLength(800)
  const ends = words.map(({ end }) => end)
  expect(ends).toEqual(ends.toSorted((one, other) => one - other))
})
