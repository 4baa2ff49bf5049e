import { beforeAll, expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { RECORDING_WARNINGS } from '#shared/custom-voices.ts'
import { resample } from '#speech/dsp/resample.ts'
import type { Cloner } from '#speech/engines/cloner.ts'
import { StoredTraits } from '#speech/engines/neural/traits.ts'
import type { Inspector } from '#speech/recordings/inspector.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { LocalSpeaker } from '#speech/speaker.ts'

const forever = new AbortController().signal
let engine: LocalSpeaker & Cloner & Inspector

beforeAll(async () => {
  engine = await speakerForTests()
})

const FIRST = 'The children who played by the river never forgot his face or his old brown boat.'
const SECOND =
  'Every evening she told them what the fishermen had caught, and where the road would lead.'

async function reads(voice: string, text: string): Promise<Float32Array> {
  const chunks = await Array.fromAsync(
    engine.speak({ text, voice, language: 'en', speed: 1 }, forever),
  )
  return Float32Array.from(chunks.flatMap(({ samples }) => [...samples]))
}
const joined = (...sounds: readonly Float32Array[]): Float32Array =>
  Float32Array.from(sounds.flatMap((sound) => [...sound]))
const powerOf = (sound: Float32Array): number =>
  sound.reduce((sum, x) => sum + x * x, 0) / sound.length

/** Chords of three notes that die away, two a second, as on a piano. */
function piano(seconds: number): Float32Array {
  const chords = [
    [0, 4, 7],
    [9, 12, 16],
    [5, 9, 12],
    [7, 11, 14],
  ]
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, i) => {
    const t = i / SAMPLE_RATE
    const since = t % 0.5
    const fade = Math.exp(-2.5 * since) * Math.min(1, since / 0.005)
    const notes = chords[Math.floor(t / 0.5) % 4] ?? []
    const tones = notes.flatMap((note) =>
      [1, 2, 3, 4, 5].map((k) => Math.sin(2 * Math.PI * k * 220 * 2 ** (note / 12) * t) / k),
    )
    return 0.1 * fade * tones.reduce((sum, x) => sum + x, 0)
  })
}

/** `sound` with music that is softer by so many dB. */
function withMusic(sound: Float32Array, decibels: number): Float32Array {
  const music = piano(Math.ceil(sound.length / SAMPLE_RATE))
  const gain = Math.sqrt(powerOf(sound) / powerOf(music)) * 10 ** (-decibels / 20)
  return sound.map((x, i) => x + gain * (music[i] ?? 0))
}

const speechOf = async (samples: Float32Array) =>
  (await engine.inspect(samples, forever)).find(({ kind }) => kind === 'speech')

test('a woman who goes on where a man stops is noticed, and said with the voice', async () => {
  const samples = joined(await reads('john', FIRST), await reads('lucy', SECOND))
  const transcript = `${FIRST} ${SECOND}`
  const { warnings } = await engine.clone({ samples, transcript, language: 'en' }, forever)
  expect(warnings).toContain('speakers')
  expect(await speechOf(samples)).toMatchObject({
    state: 'advice',
    words: RECORDING_WARNINGS.speakers,
  })
})

test.each(['john', 'lucy', 'segun', 'hana', 'tega', 'amina'])(
  '%s alone is one speaker without music, however long',
  async (voice) => {
    const samples = joined(await reads(voice, FIRST), await reads(voice, SECOND))
    expect(await speechOf(samples)).toMatchObject({ state: 'good' })
  },
)

test('music is refused, behind a voice too where it is as loud, with the figure', async () => {
  const voice = await reads('remi', FIRST)
  for (const samples of [piano(6), withMusic(voice, 0)]) {
    await expect(
      engine.clone({ samples, transcript: FIRST, language: 'en' }, forever),
    ).rejects.toMatchObject({ code: 'voice/recording', message: expect.stringMatching(/music/) })
    expect(await speechOf(samples)).toMatchObject({ state: 'refused' })
  }
})

test('soft music behind a voice is said with the voice', async () => {
  const samples = withMusic(await reads('remi', FIRST), 15)
  const { warnings } = await engine.clone({ samples, transcript: FIRST, language: 'en' }, forever)
  expect(warnings).toEqual(['music'])
  expect(await speechOf(samples)).toMatchObject({
    state: 'advice',
    words: RECORDING_WARNINGS.music,
  })
})

test('a soft but clear recording is taken with advice, and one of next to nothing is refused', async () => {
  const voice = await reads('remi', FIRST)
  const levelOf = async (gain: number) =>
    (
      await engine.inspect(
        voice.map((x) => gain * x),
        forever,
      )
    ).find(({ kind }) => kind === 'level')
  expect(await levelOf(0.02)).toMatchObject({ state: 'advice' })
  expect(await levelOf(0.002)).toMatchObject({ state: 'refused' })
})

test('the hum of mains is no music', async () => {
  const voice = await reads('jude', FIRST)
  const hum = voice.map((x, i) => {
    const t = i / SAMPLE_RATE
    const tones = [1, 2, 3, 4, 5, 6].map((k) => Math.sin(2 * Math.PI * 50 * k * t) / k)
    return x + 0.004 * tones.reduce((sum, tone) => sum + tone, 0)
  })
  expect(await speechOf(hum)).toMatchObject({ state: 'good' })
})

test('a constant offset changes nothing', async () => {
  const samples = (await reads('kani', FIRST)).map((x) => 0.5 * x)
  const shifted = samples.map((x) => x + 0.3)
  expect(await engine.inspect(shifted, forever)).toEqual(await engine.inspect(samples, forever))
  const order = { transcript: FIRST, language: 'en' } as const
  const [plain, off] = [
    await engine.clone({ ...order, samples }, forever),
    await engine.clone({ ...order, samples: shifted }, forever),
  ]
  expect(off.warnings).toEqual(plain.warnings)
  const pitch = (traits: unknown): number => StoredTraits.parse(traits).f0Hz
  expect(pitch(off.traits)).toBeCloseTo(pitch(plain.traits), 1)
})

test('a telephone is accepted, by a man and by a woman, and said', async () => {
  for (const voice of ['segun', 'zainab']) {
    const wide = await reads(voice, FIRST)
    const samples = resample(resample(wide, SAMPLE_RATE, 8_000), 8_000, SAMPLE_RATE)
    const { warnings } = await engine.clone({ samples, transcript: FIRST, language: 'en' }, forever)
    expect(warnings).toEqual(['telephone'])
  }
})
