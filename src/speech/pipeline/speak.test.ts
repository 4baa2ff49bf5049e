import { beforeAll, expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { openPitchTrack } from '#speech/dsp/pitch.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { LocalSpeaker, Resume, SpeakOrder } from '#speech/speaker.ts'
import { fullTest } from '#testing/tier.test-support.ts'

let speaker: LocalSpeaker
const forever = new AbortController().signal
beforeAll(async () => {
  speaker = await speakerForTests()
})

const say = (text: string, options: Partial<SpeakOrder> = {}) =>
  Array.fromAsync(speaker.speak({ text, voice: 'john', speed: 1, ...options }, forever))
const seconds = (chunks: Awaited<ReturnType<typeof say>>): number =>
  chunks.reduce((sum, { samples }) => sum + samples.length, 0) / SAMPLE_RATE

test('a text with figures and an abbreviation is spoken in words that can be followed', async () => {
  const chunks = await say('Dr. Okafor paid ₦1,850 on 3 May. Really?')
  const words = chunks.flatMap(({ timings }) => timings.words.map(({ text }) => text)).join(' ')
  expect(words).toBe(
    'doctor okafor paid one thousand eight hundred and fifty naira on the third of may really',
  )
  const done = chunks.map((chunk) => chunk.done)
  expect(done).toEqual(done.toSorted((one, other) => one - other))
  expect(chunks.every(({ total }) => total === done.at(-1))).toBe(true)
})

test('speed changes the pace within a hundredth and leaves every word in place', async () => {
  const text = 'We need more water and some bread from the market.'
  const normal = seconds(await say(text))
  expect(seconds(await say(text, { speed: 0.7 })) * 0.7).toBeCloseTo(normal, 0)
  const fast = await say(text, { speed: 1.2 })
  expect(seconds(fast)).toBeLessThan(normal * 0.9)
  expect(fast.flatMap(({ timings }) => timings.words)).toHaveLength(10)
})

test('from half to twice the speed the length follows', async () => {
  const text = 'We need more water and some bread from the market.'
  const normal = seconds(await say(text))
  expect(seconds(await say(text, { speed: 0.5 })) / normal).toBeCloseTo(2, 0)
  expect(seconds(await say(text, { speed: 2 })) / normal).toBeCloseTo(0.5, 0)
})

test('pitch moves the voice by semitones and volume its level by decibels, in the same time', async () => {
  const text = 'We need more water and some bread from the market.'
  const sound = (chunks: Awaited<ReturnType<typeof say>>): Float32Array =>
    Float32Array.from(chunks.flatMap(({ samples }) => [...samples]))
  const [normal, high, soft] = await Promise.all([
    say(text).then(sound),
    say(text, { pitch: 4 }).then(sound),
    say(text, { volume: -6 }).then(sound),
  ])
  expect(Math.abs(high.length / normal.length - 1)).toBeLessThan(0.02)
  expect(12 * Math.log2(medianPitch(high) / medianPitch(normal))).toBeCloseTo(4, 0)
  expect(soft).toHaveLength(normal.length)
  expect(20 * Math.log10(levelOf(soft) / levelOf(normal))).toBeCloseTo(-6, 0)
})

test('no voice is silent between words where nothing is written', async () => {
  const text =
    'The price of a bag of rice at the market in Ibadan rose to one thousand six hundred and fifty naira yesterday'
  for (const voice of ['john', 'kani']) {
    const chunks = await say(text, { voice, language: 'en' })
    const samples = Float32Array.from(chunks.flatMap((chunk) => [...chunk.samples]))
    expect(longestSilence(samples), voice).toBeLessThan(0.1)
  }
})

/** The longest stretch below -50 dB between the first and the last sound, in seconds. */
function longestSilence(samples: Float32Array): number {
  const FRAME = 240
  const frames = Array.from({ length: Math.floor(samples.length / FRAME) }, (_, frame) =>
    levelOf(samples.subarray(frame * FRAME, (frame + 1) * FRAME)),
  )
  const heard = frames.flatMap((level, frame) => (level > 0.003 ? [frame] : []))
  const gaps = heard.slice(1).map((frame, at) => frame - (heard[at] ?? frame) - 1)
  return (Math.max(0, ...gaps) * FRAME) / SAMPLE_RATE
}

const levelOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

function medianPitch(samples: Float32Array): number {
  const track = openPitchTrack(samples, SAMPLE_RATE, 60, 240)
  track.follow(samples.length / SAMPLE_RATE)
  const voiced = track.hz.filter((hz) => hz > 0).toSorted()
  return voiced[voiced.length >> 1] ?? 0
}

test('phones and syllables lie inside their sentence and cover every word', async () => {
  const [chunk] = await say('The little bicycle was expensive.')
  if (!chunk) throw new Error('nothing was spoken')
  const { words, phones, syllables } = chunk.timings
  expect(syllables.length).toBeGreaterThan(words.length)
  expect(phones.length).toBeGreaterThan(syllables.length)
  for (const { start, end } of words) {
    const inside = phones.filter((phone) => phone.start >= start - 1e-9 && phone.end <= end + 1e-9)
    expect(inside.length).toBeGreaterThan(0)
  }
})

test('the same text gives the same samples', async () => {
  const [first, second] = [await say('Every morning is new.'), await say('Every morning is new.')]
  expect(second).toEqual(first)
})

test.each([
  ['john', 'en', 'One comes first. [pause 0.7s] Two comes next, after a while! Three comes last.'],
  ['sade', 'yo', 'Mo fẹ́ lọ sí ọjà. Ṣé ìwọ náà ń bọ̀? Ẹ ṣeun púpọ̀.'],
  ['hana', 'am', 'ሰላም ነው። እንዴት አደርክ? ደህና ሁን።'],
  ['tega', 'pcm', 'How you dey? I dey kampe. Make we go market.'],
])(
  '%s knows in %s before the first sound how much is to come, and speaks the same',
  async (voice, language, text) => {
    const order = { text, voice, language, speed: 1.1 }
    const plain = await say(text, order)
    const planned = await Array.fromAsync(speaker.speak({ ...order, lengthFirst: true }, forever))
    const sounding = planned.filter(({ samples }) => samples.length > 0)
    let left = seconds(plain) * SAMPLE_RATE
    for (const { samples, samplesToCome } of sounding) {
      left -= samples.length
      expect(samplesToCome).toBe(Math.round(left))
    }
    expect(sounding.map(({ samples, timings }) => [samples, timings])).toEqual(
      plain.map(({ samples, timings }) => [samples, timings]),
    )
  },
)

fullTest('a text of several minutes is as long as it was planned, to the sample', async () => {
  const text = Array.from({ length: 30 }, (_, i) => `Ada has ${i + 2} bags of new letters.`).join(
    ' ',
  )
  for (const voice of ['john', 'kani', 'hana']) {
    const order = { text, voice, speed: 1, lengthFirst: true }
    const chunks = await Array.fromAsync(speaker.speak(order, forever))
    const sounding = chunks.filter(({ samples }) => samples.length > 0)
    const [first] = sounding
    const planned = (first?.samplesToCome ?? 0) + (first?.samples.length ?? 0)
    expect(seconds(chunks)).toBeGreaterThan(60)
    expect(planned).toBe(Math.round(seconds(chunks) * SAMPLE_RATE))
    expect(sounding.at(-1)?.samplesToCome).toBe(0)
  }
})

test('a long text is planned piece by piece and let go between two of them', async () => {
  const text = Array.from({ length: 30 }, (_, i) => `Ada has ${i + 2} bags of new letters.`).join(
    ' ',
  )
  const stop = new AbortController()
  const pieces = speaker.speak({ text, voice: 'john', speed: 1, lengthFirst: true }, stop.signal)
  const { value } = await pieces.next()
  expect(value).toMatchObject({ samples: new Float32Array(), done: 0, total: 30 })
  stop.abort(new Error('no longer wanted'))
  await expect(pieces.next()).rejects.toThrow('no longer wanted')
})

test('a run taken up again goes on sample for sample, also inside a sentence', async () => {
  const text = 'One comes first of them all. Two comes next. Three comes last.'
  const whole = await say(text)
  const end = whole.findIndex(({ done }) => done === 1) + 1
  const from = (resume: Resume) =>
    Array.fromAsync(speaker.speak({ text, voice: 'john', speed: 1 }, forever, resume))
  const first = Math.round(seconds(whole.slice(0, end)) * SAMPLE_RATE)
  const rest = whole.slice(end)
  expect(await from({ sentences: 1, samples: first, open: 0 })).toEqual(rest)
  const heard = rest[0]?.samples.length ?? 0
  expect(await from({ sentences: 1, samples: first, open: heard })).toEqual(rest.slice(1))
  // Inside a block: what was heard of it is cut away, and its words are not told again.
  const [cut, ...others] = await from({ sentences: 1, samples: first, open: 1_000 })
  expect(cut?.samples).toEqual(rest[0]?.samples.slice(1_000))
  expect(cut?.timings.words).toEqual([])
  expect(others).toEqual(rest.slice(1))
})

test.each([
  ['', 'text/empty'],
  [' \n\t ', 'text/empty'],
  ['🎉🎉🎉', 'text/unspeakable'],
  ['؟؟ مرحبا', 'text/unspeakable'],
  ['你好世界', 'text/unspeakable'],
  ['***', 'text/unspeakable'],
])('%j is refused as %s', async (text, code) => {
  await expect(say(text)).rejects.toMatchObject({ code })
})

test.each([
  ['control characters', 'Good\u0000 morning\u0007 all\u001b.'],
  ['lone surrogates', 'Good \ud800morning\udfff all.'],
  ['text from right to left among English', 'Good morning, مرحبا, all.'],
  ['emoji among words', 'Good 👩🏾‍💻 morning 🇳🇬 all.'],
])('%s are survived and the words are heard', async (_, text) => {
  const words = (await say(text)).flatMap(({ timings }) => timings.words.map((word) => word.text))
  expect(words).toEqual(['good', 'morning', 'all'])
})

test('twenty thousand characters without a space or a full stop come out in bounded pieces', async () => {
  const stop = new AbortController()
  let heard = 0
  const speaking = async (): Promise<void> => {
    const text = 'abacus'.repeat(3_333)
    for await (const { samples } of speaker.speak({ text, voice: 'john', speed: 1 }, stop.signal)) {
      expect(samples.length / SAMPLE_RATE).toBeLessThan(40)
      if (++heard === 3) stop.abort()
    }
  }
  await expect(speaking()).rejects.toThrow('aborted')
  expect(heard).toBe(3)
})

test('an unknown voice or language is answered with those that exist', async () => {
  await expect(say('Hello.', { voice: 'Bob' })).rejects.toThrow(/"Bob".*John, Lucy, Lina/)
  await expect(say('Bonjour.', { language: 'fr' })).rejects.toThrow(/"fr".*en \(English\)/)
  expect(seconds(await say('Hello.', { voice: 'JOHN', language: 'en-NG' }))).toBeGreaterThan(0.2)
})

test('phonemes answer a line for a line', async () => {
  const lines = await speaker.phonemes(['Hello world.', '', '🎉', 'One. Two.'], 'en', forever)
  expect(lines).toEqual(['h ə ˈl oʊ | ˈw ɝ l d', '', '', 'ˈw ʌ n | ˈt u'])
})
