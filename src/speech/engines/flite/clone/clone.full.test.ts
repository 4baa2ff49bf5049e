import { beforeAll, expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { EstimatedVoice } from '#speech/cloning/estimate.ts'
import { createListener, distance } from '#speech/cloning/listening.test-support.ts'
import { highPass } from '#speech/dsp/biquad.ts'
import { openNoise } from '#speech/dsp/noise.ts'
import { resample } from '#speech/dsp/resample.ts'
import type { Cloner } from '#speech/engines/cloner.ts'
import { customVoice } from '#speech/engines/flite/profile.test-support.ts'
import type { VoiceTraits } from '#speech/engines/flite/profile.ts'
import { type Analysis, analyse } from '#speech/recordings/analyse.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { LocalSpeaker } from '#speech/speaker.ts'
import { decodeTraits, encodeTraits } from './traits.ts'

const forever = new AbortController().signal
let engine: LocalSpeaker & Cloner

beforeAll(async () => {
  engine = await speakerForTests('flite')
})

/** As flite's cloner answers it: with traits that are its own. */
async function cloned(...order: Parameters<Cloner['clone']>): Promise<EstimatedVoice<VoiceTraits>> {
  const { traits, ...rest } = await engine.clone(...order)
  return { ...rest, traits: decodeTraits(traits) }
}
const { soundOf, listen } = createListener(() => engine)

const READ: readonly (readonly [string, LanguageCode, string])[] = [
  ['segun', 'yo', 'Ẹ káàárọ̀, báwo ni? Mo ń kà ìwé kan nípa ọjà Ìbàdàn ní òwúrọ̀ yìí.'],
  ['hana', 'am', 'ሰላም፣ ዛሬ ስለ አዲስ አበባ ገበያ አንድ መጽሐፍ እያነበብኩ ነው።'],
  [
    'ufoma',
    'pcm',
    'How una dey? I dey read one book wey talk about the market for Warri, and the people wey dey sell there every morning.',
  ],
]
const OTHER = 'The children who played by the river never forgot his face.'

test.each(READ)(
  'a clone of %s (%s) is nearer to the other speech of its speaker than anybody else is',
  async (voice, language, transcript) => {
    const samples = await soundOf({ text: transcript, voice, language, speed: 1 })
    const { traits } = await cloned({ samples, transcript, language }, forever)
    const clone = await listen({
      text: OTHER,
      voice: 'x',
      language: 'en',
      speed: 1,
      custom: customVoice(traits, language),
    })
    const own = distance(clone, await listen({ text: OTHER, voice, language: 'en', speed: 1 }))
    expect(own.pitch).toBeLessThan(1)
    expect(own.spectrum).toBeLessThan(4)
    for (const other of ['john', 'lucy', 'tesfaye', 'amina']) {
      const apart = distance(
        clone,
        await listen({ text: OTHER, voice: other, language: 'en', speed: 1 }),
      )
      expect(apart.pitch / 2 + apart.spectrum).toBeGreaterThan(own.pitch / 2 + own.spectrum)
    }
  },
)

test('a clone is as loud as other voices, however quiet its recording was', async () => {
  const [voice, language, transcript] = ['john', 'en', OTHER] as const
  const samples = (await soundOf({ text: transcript, voice, language, speed: 1 })).map((x) => x / 8)
  const { traits } = await cloned({ samples, transcript, language }, forever)
  const order = { text: 'Good morning from Lagos.', voice, language, speed: 1 }
  const usual = await listen(order)
  const heard = await listen({ ...order, custom: customVoice(traits) })
  expect(Math.abs(heard.speechDecibels - usual.speechDecibels)).toBeLessThan(2.5)
})

test('a transcript in which nothing can be read still gives a voice', async () => {
  const samples = await soundOf({ text: OTHER, voice: 'lucy', speed: 1 })
  const { traits } = await cloned({ samples, transcript: '😀 …', language: 'en' }, forever)
  expect(traits.base).toBe('slt')
})

test('a transcript of other words is noticed, and the voice is made of the sound alone', async () => {
  const samples = await soundOf({ text: OTHER, voice: 'john', language: 'en', speed: 1 })
  const right = await cloned({ samples, transcript: OTHER, language: 'en' }, forever)
  const transcript = 'Nobody could tell why seven ships had left the harbour before the storm.'
  const wrong = await cloned({ samples, transcript, language: 'en' }, forever)
  expect(right.warnings).toEqual([])
  expect(wrong.warnings).toEqual(['words'])
  expect(Object.keys(right.traits.spectralEnvelope?.sounds ?? {})).not.toEqual([])
  expect(wrong.traits.spectralEnvelope?.sounds).toEqual({})
  expect(wrong.traits.rate).toBe(1)
  for (const { traits } of [right, wrong]) {
    expect(traits.spectralEnvelope?.followsEqualiser).toBe(true)
    expect(decodeTraits(encodeTraits(traits))).toEqual(traits)
  }
})

test('words that are said and not written are noticed', async () => {
  const text = `${OTHER} She told them every evening what the fishermen had caught, and where the road would lead.`
  const samples = await soundOf({ text, voice: 'john', language: 'en', speed: 1 })
  const whole = await cloned({ samples, transcript: text, language: 'en' }, forever)
  const half = await cloned({ samples, transcript: OTHER, language: 'en' }, forever)
  expect(whole.warnings).toEqual([])
  expect(half.warnings).toEqual(['missing-words'])
  expect(half.traits.rate).toBe(1)
})

test('words that are written and not said are noticed, as when a recording was cut off', async () => {
  const text = `${OTHER} She told them every evening what the fishermen had caught, and where the road would lead.`
  const samples = await soundOf({ text: OTHER, voice: 'john', language: 'en', speed: 1 })
  const order = { samples, transcript: text, language: 'en' } as const
  const { traits, warnings } = await cloned(order, forever)
  expect(warnings).toContain('extra-words')
  expect(warnings).not.toContain('missing-words')
  expect(traits.rate).toBe(1)
})

test('a telephone is noticed, and the voice is not as dull as it', async () => {
  const order = { text: OTHER, voice: 'lucy', language: 'en', speed: 1 } as const
  const wide = await soundOf(order)
  const samples = resample(resample(wide, SAMPLE_RATE, 8_000), 8_000, SAMPLE_RATE)
  const { traits, warnings } = await cloned({ samples, transcript: OTHER, language: 'en' }, forever)
  expect(warnings).toEqual(['telephone'])
  const [clone, original, telephone] = await Promise.all([
    listen({ ...order, custom: customVoice(traits) }),
    analyse(wide, forever),
    analyse(samples, forever),
  ])
  const highs = ({ spectrum, speechDecibels }: Analysis): number =>
    spectrum.slice(32).reduce((sum, level) => sum + level, 0) / 8 - speechDecibels
  expect(highs(clone)).toBeGreaterThan(highs(original) - 16)
  expect(highs(clone)).toBeGreaterThan(highs(telephone) + 25)
})

/** Speech through a microphone that adds brightness above where the bases end. */
function brightly(speech: Float32Array, share: number): Float32Array {
  const [noise, above] = [openNoise(7), highPass(7_000, SAMPLE_RATE)]
  const hiss = speech.map((sample) => share * Math.abs(sample) * noise())
  above.run(hiss)
  return speech.map((sample, n) => sample + hiss[n]!)
}

test.each([0.02, 0.2])(
  'a clone goes on above the end of its base as its speaker does: vowels with %f of noise there',
  async (share) => {
    const order = { voice: 'lucy', language: 'en', speed: 1 } as const
    const transcript = 'Good morning, this is the news. Seven ships have left the harbour at noon.'
    const samples = brightly(await soundOf({ ...order, text: transcript }), share)
    const { traits } = await cloned({ samples, transcript, language: 'en' }, forever)
    const clone = await listen({ ...order, text: OTHER, custom: customVoice(traits) })
    const speaker = await analyse(
      brightly(await soundOf({ ...order, text: OTHER }), share),
      forever,
    )
    const top = ({ voicedSpectrum, speechDecibels }: Analysis): number =>
      voicedSpectrum.at(-1)! - speechDecibels
    expect(Math.abs(top(clone) - top(speaker))).toBeLessThan(5)
  },
)

test('pitch, its range and loudness are measured of sound whose figures are known', async () => {
  let phase = 0
  const samples = Float32Array.from({ length: 3 * SAMPLE_RATE }, (_, i) => {
    phase += (140 + 20 * Math.sin((2 * Math.PI * i) / SAMPLE_RATE)) / SAMPLE_RATE
    const harmonics = Array.from(
      { length: 20 },
      (_, k) => Math.sin(2 * Math.PI * (k + 1) * phase) / (k + 1),
    )
    return 0.1 * harmonics.reduce((sum, value) => sum + value, 0)
  })
  const measured = await analyse(samples, forever)
  expect(measured.f0Hz).toBeGreaterThan(136)
  expect(measured.f0Hz).toBeLessThan(144)
  expect(measured.rangeSemitones).toBeGreaterThan(4)
  expect(measured.rangeSemitones).toBeLessThan(5.5)
  // 0.1 of a sawtooth of 20 harmonics: its power is the half of the sum of 1/k².
  expect(measured.speechDecibels).toBeCloseTo(10 * Math.log10((0.01 * 1.596) / 2), 0)
  expect(measured.harmonicsDecibels).toBeGreaterThan(15)
})

test('the words of others go on while a recording is measured, and a caller who leaves ends it', async () => {
  const long = new Float32Array(30 * SAMPLE_RATE).map(
    (_, i) => Math.sin(i / 30) * Math.sin(i / 3_000),
  )
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await analyse(long, forever)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(20)
  const stop = new AbortController()
  const measuring = analyse(long, stop.signal)
  stop.abort()
  await expect(measuring).rejects.toThrow('aborted')
})
