import { beforeAll, expect, test } from 'vitest'
import { SAMPLE_RATE, type Timing } from '#shared/audio.ts'
import { openPitchTrack } from '#speech/dsp/pitch.ts'
import { systemVoices } from '#speech/engines/registry.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { Speaker, SpeakOrder } from '#speech/speaker.ts'
import { voicesIn, withVoiceChanges } from './voice-changes.ts'

let speaker: Speaker
const forever = new AbortController().signal
beforeAll(async () => {
  const one = await speakerForTests()
  speaker = withVoiceChanges(one, systemVoices)
})

/** A speech as it is heard. */
interface Heard {
  readonly words: readonly Timing[]
  readonly marks: readonly Timing[]
  readonly seconds: number
  /** Level of a word, in decibels of full scale. */
  decibels(word: string): number
  /** Median pitch of a word in semitones above 100 Hz, or of a part of it. */
  semitones(word: string, from?: number, to?: number): number
  /** Standard deviation of the pitch in semitones. */
  spread(): number
  length(word: string): number
  place(word: string): Timing
}

async function hear(text: string, more: Partial<SpeakOrder> = {}): Promise<Heard> {
  const order = {
    text: `<speak>${text}</speak>`,
    voice: 'segun',
    speed: 1,
    language: 'en',
    ...more,
  }
  const chunks = await Array.fromAsync(speaker.speak(order, forever))
  const samples = Float32Array.from(chunks.flatMap((chunk) => [...chunk.samples]))
  const words = chunks.flatMap(({ timings }) => timings.words)
  const track = openPitchTrack(samples, SAMPLE_RATE, 70, 270)
  track.follow(samples.length / SAMPLE_RATE)
  const voiced = (start: number, end: number): readonly number[] =>
    [...track.hz.subarray(Math.ceil(start / track.hopSeconds), Math.floor(end / track.hopSeconds))]
      .filter((hz) => hz > 0)
      .map((hz) => 12 * Math.log2(hz / 100))
      .sort((a, b) => a - b)
  const place = (name: string): Timing => {
    const found = words.find(({ text: said }) => said === name)
    if (!found) throw new Error(`"${name}" is not among ${words.map((word) => word.text)}`)
    return found
  }
  return {
    words,
    marks: chunks.flatMap(({ timings }) => timings.marks ?? []),
    seconds: samples.length / SAMPLE_RATE,
    place,
    length: (name) => place(name).end - place(name).start,
    decibels(name) {
      const { start, end } = place(name)
      const part = samples.subarray((start + 0.02) * SAMPLE_RATE, (end - 0.02) * SAMPLE_RATE)
      const power = part.reduce((sum, value) => sum + value ** 2, 0) / part.length
      return 10 * Math.log10(power + 1e-12)
    },
    semitones(name, from = 0, to = 1) {
      const { start, end } = place(name)
      const span = end - start
      const found = voiced(start + from * span, start + to * span)
      return found[found.length >> 1] ?? Number.NaN
    },
    spread() {
      const all = voiced(0, samples.length / SAMPLE_RATE)
      const inner = all.slice(Math.floor(all.length * 0.05), Math.ceil(all.length * 0.95))
      const mean = inner.reduce((sum, value) => sum + value, 0) / inner.length
      return Math.sqrt(inner.reduce((sum, value) => sum + (value - mean) ** 2, 0) / inner.length)
    },
  }
}

test.each([
  ['x-soft', -12],
  ['soft', -6],
  ['medium', 0],
  ['-20dB', -20],
  ['50', -6],
])('a volume of %s is heard as %s dB, and the words around it stay', async (volume, change) => {
  const plain = await hear('Many women wonder.')
  const changed = await hear(`Many <prosody volume="${volume}">women</prosody> wonder.`)
  expect(changed.decibels('women') - plain.decibels('women')).toBeCloseTo(change, 0)
  for (const word of ['many', 'wonder'])
    expect(changed.decibels(word) - plain.decibels(word)).toBeCloseTo(0, 0)
})

test('loud is louder and not distorted, and silent is silence in its time', async () => {
  const plain = await hear('Many women wonder.')
  const loud = await hear('Many <prosody volume="x-loud">women</prosody> wonder.')
  expect(loud.decibels('women') - plain.decibels('women')).toBeGreaterThan(4)
  const silent = await hear('Many <prosody volume="silent">women</prosody> wonder.')
  expect(silent.decibels('women')).toBeLessThan(-80)
  expect(silent.seconds).toBeCloseTo(plain.seconds, 3)
})

test.each([
  ['en', 'john', 'We never knew.', 'We <E>never</E> knew.', 'never'],
  ['am', 'haile', 'ሰላም ለሁሉም ይሁን።', 'ሰላም <E>ለሁሉም</E> ይሁን።', 'ለሁሉም'],
  ['ha', 'hasan', 'Ina son ruwa yanzu.', 'Ina son <E>ruwa</E> yanzu.', 'ruwa'],
  ['ig', 'obinna', 'Anyị nwere mmiri ugbu a.', 'Anyị nwere <E>mmiri</E> ugbu a.', 'mmiri'],
  ['yo', 'segun', 'Mo fẹ́ omi báyìí.', 'Mo fẹ́ <E>omi</E> báyìí.', 'omi'],
  ['pcm', 'justice', 'I wan water now now.', 'I wan <E>water</E> now now.', 'water'],
])('emphasis is slower and higher in %s by %s', async (language, voice, plain, marked, word) => {
  const text = (level: string): string =>
    marked.replace('<E>', `<emphasis level="${level}">`).replace('</E>', '</emphasis>')
  const before = await hear(plain, { language, voice })
  for (const [level, rise, stretch] of [
    ['moderate', 1, 1.1],
    ['strong', 2, 1.2],
  ] as const) {
    const heard = await hear(text(level), { language, voice })
    expect(heard.length(word) / before.length(word)).toBeGreaterThan(stretch)
    expect(heard.semitones(word) - before.semitones(word)).toBeGreaterThan(rise)
  }
  const reduced = await hear(text('reduced'), { language, voice })
  expect(reduced.length(word)).toBeLessThan(before.length(word))
  expect(reduced.decibels(word) - before.decibels(word)).toBeLessThan(-2)
  const none = await hear(text('none'), { language, voice })
  expect(none.length(word)).toBeCloseTo(before.length(word), 3)
})

test.each([
  ['rate="50%"', 2],
  ['rate="200%"', 0.5],
  ['rate="fast"', 1 / 1.2],
])('%s makes words %s times as long', async (attribute, factor) => {
  const plain = await hear('Many women wonder.')
  const changed = await hear(`<prosody ${attribute}>Many women wonder.</prosody>`)
  expect(changed.length('women') / plain.length('women')).toBeCloseTo(factor, 1)
})

test.each([
  ['+4st', 4],
  ['-30%', 12 * Math.log2(0.7)],
  ['+30Hz', 12 * Math.log2((128 + 30) / 128)],
  ['160Hz', 12 * Math.log2(160 / 128)],
])('a pitch of %s moves the voice by %s semitones', async (pitch, change) => {
  const plain = await hear('Many women wonder.')
  const changed = await hear(`<prosody pitch="${pitch}">Many women wonder.</prosody>`)
  const moved = changed.semitones('women') - plain.semitones('women')
  expect(Math.abs(moved - change)).toBeLessThan(0.7)
})

test('a contour moves the pitch over its stretch, also over several words', async () => {
  const plain = await hear('Many women wonder.')
  const rising = await hear('<prosody contour="(0%,-3st) (100%,+5st)">Many women wonder.</prosody>')
  const change = (word: string, from: number, to: number): number =>
    rising.semitones(word, from, to) - plain.semitones(word, from, to)
  expect(change('many', 0, 0.6)).toBeLessThan(-1)
  expect(change('wonder', 0.4, 1)).toBeGreaterThan(2)
  expect(change('women', 0, 1)).toBeGreaterThan(change('many', 0, 0.6))
})

test('a range widens or flattens the melody', async () => {
  const text = 'Many women wonder where all the money may be now.'
  const at = async (range: string): Promise<number> =>
    (await hear(`<prosody range="${range}">${text}</prosody>`)).spread()
  const [flat, usual, wide] = [await at('x-low'), await at('medium'), await at('x-high')]
  expect(flat).toBeLessThan(usual * 0.75)
  expect(wide).toBeGreaterThan(usual * 1.3)
})

test.each(['segun', 'john'])('a duration is kept by %s', async (voice) => {
  for (const seconds of [1, 1.6]) {
    const { place } = await hear(
      `<prosody duration="${seconds}s">Many women wonder</prosody> now.`,
      { voice },
    )
    expect(Math.abs(place('wonder').end - place('many').start - seconds)).toBeLessThan(0.12)
  }
})

test('marks are told with the times of the words beside them', async () => {
  const { marks, place, seconds } = await hear(
    '<mark name="start"/><break time="500ms"/>One <mark name="two"/>two.<mark name="rest"/><break time="1s"/><mark name="three"/>Three.<mark name="end"/>',
  )
  const times = new Map(marks.map(({ text, start }) => [text, start]))
  expect([...times.keys()]).toEqual(['start', 'two', 'rest', 'three', 'end'])
  expect(times.get('start')).toBe(0)
  expect(times.get('two')).toBeCloseTo(place('two').start, 3)
  expect(times.get('rest')).toBeCloseTo(place('two').end, 3)
  expect(times.get('three')).toBeCloseTo(place('three').start, 3)
  expect(times.get('end')).toBeCloseTo(place('three').end, 3)
  expect(times.get('end')).toBeLessThan(seconds)
})

test('another voice speaks its part, as one speech with one clock', async () => {
  const text =
    'Many women wonder. <voice name="Remi">Other men <mark name="m"/>listen.</voice> Nobody knew.'
  const { words, marks, semitones, place } = await hear(text)
  expect(words.map((word) => word.text).join(' ')).toBe(
    'many women wonder other men listen nobody knew',
  )
  expect(words.every(({ start }, at) => start >= (words[at - 1]?.end ?? 0) - 0.001)).toBe(true)
  expect(semitones('men')).toBeGreaterThan(semitones('women') + 5)
  expect(Math.abs(semitones('knew') - semitones('women'))).toBeLessThan(5)
  expect(marks[0]?.start).toBeCloseTo(place('listen').start, 3)
})

test('a voice that goes on with a sentence begins soon, one that begins a paragraph later', async () => {
  const gap = async (text: string): Promise<number> => {
    const { place } = await hear(text)
    return place('women').start - place('many').end
  }
  const within = await gap('Many <voice name="Remi">women wonder.</voice>')
  const after = await gap('Many. <voice name="Remi">Women wonder.</voice>')
  const below = await gap('<p>Many.</p><p><voice name="Remi">Women wonder.</voice></p>')
  expect(within).toBeLessThan(0.35)
  expect(after).toBeGreaterThan(within + 0.15)
  expect(below).toBeGreaterThan(after + 0.15)
})

test('the length of a text with several voices is known first where that is asked for', async () => {
  const text = '<speak>One. <voice name="Sade">Two.</voice> Three.</speak>'
  const order = { text, voice: 'segun', speed: 1, language: 'en', lengthFirst: true }
  const chunks = await Array.fromAsync(speaker.speak(order, forever))
  const sounding = chunks.filter(({ samples }) => samples.length > 0)
  const total = sounding.reduce((sum, { samples }) => sum + samples.length, 0)
  const [first] = sounding
  expect((first?.samplesToCome ?? 0) + (first?.samples.length ?? 0)).toBe(total)
  expect(chunks.at(-1)).toMatchObject({ done: 3, total: 3, samplesToCome: 0 })
})

test.each([
  ['<voice name="Sade">a</voice>', ['sade']],
  ['<voice name="Nobody sade">a</voice>', ['sade']],
  ['a <voice gender="female" xml:lang="yo">b</voice> c', ['segun', 'sade', 'segun']],
  ['a <voice gender="male">b</voice>', ['segun', 'john']],
  ['a <voice gender="male" languages="yo-NG">b</voice>', ['segun', 'segun']],
  ['a <voice gender="female" languages="ha" variant="2">b</voice>', ['segun', 'zainab']],
  ['a <voice name="Nobody" onvoicefailure="keepexisting">b</voice>', ['segun', 'segun']],
  [`<voice name="VOICE_${'0a'.repeat(16)}">a</voice>`, [`voice_${'0a'.repeat(16)}`]],
  ['a <voice xml:lang="ha">b</voice>', ['segun']],
  ['a <voice name="Lina">, </voice> b', ['segun']],
])('%s is spoken by %j', (text, voices) => {
  expect(voicesIn(`<speak xml:lang="en">${text}</speak>`, 'segun', systemVoices)).toEqual(voices)
})

test('a voice that nobody has is refused with its place, before any sound', async () => {
  await expect(hear('Hello. <voice name="Nobody">b</voice>')).rejects.toThrow(
    /No voice is called "Nobody"\. The voices are .* At line 1, column 15:/s,
  )
})
