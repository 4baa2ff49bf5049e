import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openSpeaker } from '#core/open.ts'
import type { Cloner } from '#core/speaker/clone.ts'
import type { LocalSpeaker, SpeakOrder } from '#core/speaker/speaker.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import type { LanguageCode } from '#shared/voices.ts'
import { type Analysis, analyse } from './analyse.ts'

const forever = new AbortController().signal
let engine: LocalSpeaker & Cloner

beforeAll(async () => {
  engine = await openSpeaker(join(import.meta.dirname, '../../../../resources'))
})

async function soundOf(order: SpeakOrder): Promise<Float32Array> {
  const chunks = await Array.fromAsync(engine.speak(order, forever))
  return Float32Array.from(chunks.flatMap(({ samples }) => [...samples]))
}
const listen = async (order: SpeakOrder): Promise<Analysis> =>
  analyse(await soundOf(order), forever)

/** How far two voices are apart: pitch in semitones, and the form of the spectrum in dB. */
function distance(a: Analysis, b: Analysis): { pitch: number; colour: number } {
  const level = a.spectrum.reduce((sum, x, i) => sum + x - (b.spectrum[i] ?? 0), 0) / 40
  const squares = a.spectrum.reduce((sum, x, i) => sum + (x - (b.spectrum[i] ?? 0) - level) ** 2, 0)
  return { pitch: 12 * Math.abs(Math.log2(a.f0Hz / b.f0Hz)), colour: Math.sqrt(squares / 40) }
}

const READ: readonly (readonly [string, LanguageCode, string])[] = [
  ['segun', 'yo', 'Ẹ káàárọ̀, báwo ni? Mo ń kà ìwé kan nípa ọjà Ìbàdàn ní òwúrọ̀ yìí.'],
  ['hana', 'am', 'ሰላም፣ ዛሬ ስለ አዲስ አበባ ገበያ አንድ መጽሐፍ እያነበብኩ ነው።'],
  ['ufoma', 'pcm', 'How una dey? I dey read one book wey talk about the market for Warri.'],
]
const OTHER = 'The children who played by the river never forgot his face.'

test.each(READ)(
  'a clone of %s (%s) is nearer to the other speech of its speaker than anybody else is',
  async (voice, language, transcript) => {
    const samples = await soundOf({ text: transcript, voice, language, speed: 1 })
    const traits = await engine.clone({ samples, transcript, language }, forever)
    const info = {
      id: 'x',
      name: 'X',
      gender: 'male',
      language,
      character: '',
      sample: '',
    } as const
    const clone = await listen({
      text: OTHER,
      voice: 'x',
      language: 'en',
      speed: 1,
      profile: { ...traits, info },
    })
    const own = distance(clone, await listen({ text: OTHER, voice, language: 'en', speed: 1 }))
    expect(own.pitch).toBeLessThan(1)
    expect(own.colour).toBeLessThan(4)
    for (const other of ['john', 'lucy', 'tesfaye', 'amina']) {
      const apart = distance(
        clone,
        await listen({ text: OTHER, voice: other, language: 'en', speed: 1 }),
      )
      expect(apart.pitch / 2 + apart.colour).toBeGreaterThan(own.pitch / 2 + own.colour)
    }
  },
)

test('a clone is as loud as other voices, however quiet its recording was', async () => {
  const [voice, language, transcript] = ['john', 'en', OTHER] as const
  const samples = (await soundOf({ text: transcript, voice, language, speed: 1 })).map((x) => x / 8)
  const traits = await engine.clone({ samples, transcript, language }, forever)
  const info = { id: 'x', name: 'X', gender: 'male', language, character: '', sample: '' } as const
  const order = { text: 'Good morning from Lagos.', voice, language, speed: 1 }
  const usual = await listen(order)
  const heard = await listen({ ...order, profile: { ...traits, info } })
  expect(Math.abs(heard.speechDecibels - usual.speechDecibels)).toBeLessThan(2.5)
})

test('a transcript in which nothing can be read still gives a voice', async () => {
  const samples = await soundOf({ text: OTHER, voice: 'lucy', speed: 1 })
  const traits = await engine.clone({ samples, transcript: '😀 …', language: 'en' }, forever)
  expect(traits.base).toBe('slt')
})

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
