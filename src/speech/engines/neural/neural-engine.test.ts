import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { joined } from '#speech/dsp/join.ts'
import type { Engine, Session } from '#speech/engines/engine.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { Phone, Sentence, Utterance } from '#speech/utterance.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openAcousticModel, phoneBounds } from './acoustic-model.ts'
import { checkNeuralEngine, createNeuralEngine } from './neural-engine.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const RESOURCES = join(ROOT, 'resources')
const forever = new AbortController().signal
let engine: Engine
let session: Session
beforeAll(async () => {
  engine = createNeuralEngine(RESOURCES)
  session = await engine.open({ kind: 'system', id: 'segun' }, forever)
})

/** One word of the phones, each as long as is said, at a level pitch. */
function utterance(
  phones: readonly Phone[],
  { seconds = 0.1, semitones = 0, language = 'yo' as LanguageCode } = {},
): Utterance {
  const sentence: Sentence = {
    words: [{ text: 'a', language, syllables: [{ phones, stress: 0 }], breakAfter: false }],
    ...{ end: 'statement', endsParagraph: false },
  }
  const plan = {
    ...{ durations: phones.map(() => seconds), stretches: [1], pauses: [0] },
    ...{
      targets: [{ syllable: 0, part: 0.5, semitones }],
      shifts: [],
      ranges: [],
      finalLiftSemitones: 0,
      pauseSeconds: 0,
    },
  }
  return { sentence, plan, text: 'a', language }
}
async function soundOf(order: Utterance, voice = session): Promise<Float32Array> {
  const { blocks } = await voice.render(order, forever)
  const parts = await Array.fromAsync(blocks)
  return Float32Array.from(parts.flatMap((part) => [...part]))
}
const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length)
const phonesOf = (...ipa: string[]): Phone[] => ipa.map((sign) => ({ ipa: sign }))

test('a single phone sounds, a vowel louder than a voiceless fricative', async () => {
  const vowel = await soundOf(utterance(phonesOf('a'), { seconds: 0.2 }))
  const fricative = await soundOf(utterance(phonesOf('f'), { seconds: 0.2 }))
  expect(rms(vowel)).toBeGreaterThan(0.02)
  expect(rms(fricative)).toBeGreaterThan(0.0005)
  expect(rms(vowel)).toBeGreaterThan(2 * rms(fricative))
})

test('a piece that another one follows where nothing is written ends in less silence than a pause', async () => {
  const whole = utterance(phonesOf('a'))
  const joint = { ...whole, sentence: { ...whole.sentence, end: 'joint' as const } }
  const [long, short] = [await soundOf(whole), await soundOf(joint)]
  expect((long.length - short.length) / session.sampleRate).toBeCloseTo(0.07, 2)
})

test('a word of 400 phones is one sound without a hole', async () => {
  const phones = Array.from({ length: 200 }, () => phonesOf('b', 'a')).flat()
  const sound = await soundOf(utterance(phones, { seconds: 0.08 }))
  expect(sound.length / session.sampleRate).toBeCloseTo(32, 0)
  const quarter = session.sampleRate / 4
  for (let at = quarter; at + quarter < sound.length; at += quarter)
    expect(rms(sound.subarray(at, at + quarter))).toBeGreaterThan(0.005)
})

test('a weak vowel does not fall silent before the consonant that closes it', async () => {
  const speaker = await speakerForTests('griot-neural')
  const order = { text: 'Abdulmalik kelere.', language: 'ig', voice: 'obinna', speed: 1 } as const
  const chunks = await Array.fromAsync(speaker.speak(order, forever))
  const sound = joined(chunks.map(({ samples }) => samples))
  const phones = chunks.flatMap(({ timings }) => timings.phones)
  const closing = phones.findIndex(({ text }) => text === 'k')
  const vowel = phones[closing - 1]!
  expect(vowel.text).toBe('i')
  const levelBefore = (seconds: number): number =>
    rms(
      sound.subarray(
        (vowel.end - seconds) * SAMPLE_RATE,
        (vowel.end - seconds + 0.01) * SAMPLE_RATE,
      ),
    )
  // -50 dB of full scale; it was below that for 30 ms.
  for (const seconds of [0.03, 0.02, 0.01])
    expect(levelBefore(seconds)).toBeGreaterThan(10 ** (-50 / 20))
})

test('no pause is heard where the last consonant of a word meets the closed one of the next', async () => {
  const speaker = await speakerForTests('griot-neural')
  for (const text of [
    'Mgbe ahụ, Joseph kwuru na ọ ga-abịa echi.',
    'Rappatek kwuru na ha kwenyere.',
  ]) {
    const order = { text, language: 'ig', voice: 'obinna', speed: 1 } as const
    const chunks = await Array.fromAsync(speaker.speak(order, forever))
    const sound = joined(chunks.map(({ samples }) => samples))
    const words = chunks.flatMap(({ timings }) => timings.words)
    const { start } = words.find((word) => word.text === 'kwuru')!
    let run = 0
    let longest = 0
    for (let at = start - 0.2; at < start + 0.2; at += 0.01) {
      const frame = sound.subarray(at * SAMPLE_RATE, (at + 0.01) * SAMPLE_RATE)
      run = rms(frame) < 10 ** (-50 / 20) ? run + 0.01 : 0
      longest = Math.max(longest, run)
    }
    // It was 0.11 and 0.14 s; from 0.1 s on a listener hears a pause.
    expect(longest).toBeLessThan(0.095)
  }
})

test('frames of a block are those of the whole sentence: the decoder sees enough on both sides', async () => {
  const model = await openAcousticModel(join(ROOT, 'models'))
  const { sentence, plan } = utterance(Array.from({ length: 30 }, () => phonesOf('k', 'u')).flat())
  const phones = model.encoder.encode(sentence, plan.pauses)
  const bounds = phoneBounds(phones, sentence, plan, 4, 9)
  const count = bounds.at(-1)!
  const octaves = Float32Array.from({ length: count }, (_, frame) => Math.sin(frame / 9) / 4)
  const frames = { phones: model.encoder.tensorOf(phones), bounds, octaves }
  const embedding = model.embeddingOf([['yo', 1]])
  const [start, end, width] = [200, 360, 19]
  const whole = await model.decode(frames, embedding, 0, count)
  const block = await model.decode(frames, embedding, start, end)
  const differences = block.map((value, i) => Math.abs(value - whole[start * width + i]!))
  expect(Math.max(...differences)).toBeLessThan(1e-4)
})

test('no step between blocks is greater than those within them', async () => {
  const order = utterance(Array.from({ length: 40 }, () => phonesOf('k', 'u', 'l', 'e')).flat())
  const { blocks } = await session.render(order, forever)
  let last = 0
  let largest = 0
  for await (const block of blocks) {
    largest = Math.max(largest, Math.abs(block[0]! - last))
    last = block.at(-1)!
  }
  const sound = await soundOf(order)
  const steps = sound.slice(1).map((x, i) => Math.abs(x - sound[i]!))
  expect(largest).toBeLessThanOrEqual(steps.reduce((one, other) => Math.max(one, other)))
})

test('phones that no recorded speaker has said are said, not left out', async () => {
  const tone = await soundOf(utterance(phonesOf('a', 'ʘ', 'a')))
  expect(tone.length).toBeGreaterThan(0.3 * session.sampleRate)
  for (const ipa of ['ɬ', 'ʛ', 'y', 'ø', 'q͡χ']) {
    const sound = await soundOf(utterance(phonesOf('a', ipa, 'a')))
    expect(sound.every(Number.isFinite)).toBe(true)
    const middle = sound.subarray(sound.length * 0.4, sound.length * 0.55)
    expect(rms(middle), ipa).toBeGreaterThan(0)
  }
})

test.each([-24, -12, 12, 24])(
  'a pitch %d semitones away is spoken within full scale',
  async (semitones) => {
    const sound = await soundOf(utterance(phonesOf('a', 'l', 'a'), { seconds: 0.25, semitones }))
    expect(sound.every((x) => Math.abs(x) <= 0.95)).toBe(true)
    expect(rms(sound)).toBeGreaterThan(0.005)
  },
)

test('a plan whose phones are not those of the sentence is refused', async () => {
  const order = utterance(phonesOf('a', 'l', 'a'))
  const plan = { ...order.plan, durations: [0.1, 0.1] }
  await expect(session.render({ ...order, plan }, forever)).rejects.toThrow(/times 2 phones/)
})

test('one voice for every language, each phone heard', async () => {
  const speaker = await speakerForTests('griot-neural')
  const texts = {
    en: 'Good morning.',
    am: 'ሰላም ነው።',
    ha: 'Ina kwana?',
    ig: 'Kedu ka ị mere?',
    yo: 'Ẹ káàárọ̀.',
    pcm: 'How you dey?',
  }
  for (const [language, text] of Object.entries(texts)) {
    const chunks = await Array.fromAsync(
      speaker.speak({ text, language, voice: 'sade', speed: 1 }, forever),
    )
    const samples = chunks.reduce((sum, chunk) => sum + chunk.samples.length, 0)
    expect(samples / SAMPLE_RATE, language).toBeGreaterThan(0.4)
  }
})

test('speed 0.5 takes twice as long as 1, and 2 half as long, pauses at the end aside', async () => {
  const lengthAt = async (seconds: number): Promise<number> =>
    (await soundOf(utterance(phonesOf('a', 'l', 'a', 'k', 'o'), { seconds }))).length
  const [slow, plain, fast] = await Promise.all([lengthAt(0.2), lengthAt(0.1), lengthAt(0.05)])
  expect((slow! - plain!) / session.sampleRate).toBeCloseTo(0.5, 2)
  expect((plain! - fast!) / session.sampleRate).toBeCloseTo(0.25, 2)
})

test('models that are missing, cut short or of another version are told by name, and speech is refused', async () => {
  const folder = folderForTests('griot ohùn')
  const models = join(folder, 'models')
  const copy = join(folder, 'resources')
  mkdirSync(copy)
  cpSync(join(ROOT, 'models/catalog.json'), join(models, 'catalog.json'))
  const open = () => createNeuralEngine(copy).open({ kind: 'system', id: 'segun' }, forever)
  await expect(checkNeuralEngine(copy)).rejects.toThrow(/native-speech.*cannot be read: install/)
  await expect(open()).rejects.toMatchObject({ code: 'speech/failed' })
  cpSync(join(ROOT, 'models/native-speech'), join(models, 'native-speech'), { recursive: true })
  await checkNeuralEngine(copy)
  const path = join(models, 'native-speech/decode.onnx')
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.subarray(0, bytes.length >> 1))
  await expect(checkNeuralEngine(copy)).rejects.toThrow(/decode\.onnx is damaged/)
  await expect(open()).rejects.toThrow(/decode\.onnx is damaged: install Griot again/)
  writeFileSync(path, bytes)
  await open()
  rmSync(join(models, 'native-speech/voices.json'))
  await expect(open()).rejects.toThrow(/voices\.json cannot be read/)
})
