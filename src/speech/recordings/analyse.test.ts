import { expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { SYSTEM_VOICES } from '#speech/engines/flite/system-voices.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import { analyse } from './analyse.ts'

const forever = new AbortController().signal

/** A voice at `restHz` that rises over an octave and comes back, again and again, each time within half a second. */
function livelyVoice(restHz: number): Float32Array {
  let phase = 0
  return Float32Array.from({ length: 5 * SAMPLE_RATE }, (_, i) => {
    const rise = 1.15 * Math.max(0, Math.sin((2 * Math.PI * i) / SAMPLE_RATE))
    phase += (restHz * 2 ** rise) / SAMPLE_RATE
    const tones = [1, 2, 3, 4, 5, 6].map((k) => Math.sin(2 * Math.PI * k * phase) / k)
    return 0.1 * tones.reduce((sum, tone) => sum + tone, 0)
  })
}

test.each([90, 140])('a voice at %i Hz is heard when it rises over an octave', async (restHz) => {
  const { f0Hz, rangeSemitones } = await analyse(livelyVoice(restHz), forever)
  expect(Math.abs(12 * Math.log2(f0Hz / restHz))).toBeLessThan(0.5)
  // Its highest tenth begins at 0.95 of the rise.
  expect(Math.abs(rangeSemitones - 12 * 1.15 * 0.95)).toBeLessThan(1)
})

test('of a recording that is softer by 26 dB no less is measured', async () => {
  const speaker = await speakerForTests()
  const order = { text: 'The boats came home late, and nobody knew why.', voice: 'lucy', speed: 1 }
  const chunks = await Array.fromAsync(speaker.speak(order, forever))
  const samples = Float32Array.from(chunks.flatMap((chunk) => [...chunk.samples]))
  const [loud, soft] = [
    await analyse(samples, forever),
    await analyse(
      samples.map((sample) => sample / 20),
      forever,
    ),
  ]
  expect(soft.f0Hz).toBeCloseTo(loud.f0Hz, 3)
  expect(soft.voicedSeconds).toBeCloseTo(loud.voicedSeconds, 3)
})

test.each(['john', 'henry', 'lucy'])(
  'over a few sentences of English, %s speaks at the pitch that was set',
  async (id) => {
    const speaker = await speakerForTests()
    const text =
      'The weather was bad this morning, so the boats stayed in the harbour. Good morning, I will read the news today. Water boils at one hundred degrees. They said that he would come back, but nobody believed it.'
    const chunks = await Array.fromAsync(speaker.speak({ text, voice: id, speed: 1 }, forever))
    const samples = Float32Array.from(chunks.flatMap((chunk) => [...chunk.samples]))
    const setHz = SYSTEM_VOICES.find(({ info }) => info.id === id)?.f0Hz ?? 0
    const { f0Hz } = await analyse(samples, forever)
    // A paragraph begins higher than its middle.
    expect(Math.abs(12 * Math.log2(f0Hz / setHz))).toBeLessThan(0.5)
  },
)
