import { SAMPLE_RATE } from '#shared/audio.ts'
import { bandPass, type Filter, highShelf, peaking } from '#speech/dsp/biquad.ts'
import { openNoise } from '#speech/dsp/noise.ts'
import type { Effect } from './phone-mapping.ts'

/** Time span of an effect, in seconds of the output. */
export interface EffectSpan {
  readonly start: number
  readonly end: number
  readonly effect: Effect
}

/** Fade-in and fade-out of an effect. */
const FADE_SECONDS = 0.008
/** Level of the voice bar of a closure, and of a fricative's friction. */
const VOICE_BAR_LEVEL = 0.05
const FRICTION_LEVEL = 0.11
const ATTENUATION = 0.4
const BURST_GAIN = 1.9

/** Processes one sample; `progress` runs from 0 to 1 through the effect, `phase` is that of the voice in cycles. */
type SampleEffect = (sample: number, progress: number, phase: number) => number

/**
 * Applies effects to blocks of a sentence, in order and in place. `pitchAt`: Hz at a time of the output. Spans are in
 * order and do not overlap.
 */
export function openEffects(
  spans: readonly EffectSpan[],
  pitchAt: (seconds: number) => number,
): (block: Float32Array, startSample: number) => void {
  let next = 0
  let sampleEffect: SampleEffect | undefined
  let phase = 0
  return (block, startSample) => {
    for (; next < spans.length; next++) {
      const span = spans[next]!
      const first = Math.round(span.start * SAMPLE_RATE)
      const last = Math.round(span.end * SAMPLE_RATE)
      if (first >= startSample + block.length) return
      sampleEffect ??= sampleEffectOf(span.effect)
      const from = Math.max(first, startSample)
      const to = Math.min(last, startSample + block.length)
      for (let n = from; n < to; n++) {
        const sample = block[n - startSample]!
        const progress = (n - first) / (last - first)
        phase += pitchAt(n / SAMPLE_RATE) / SAMPLE_RATE
        const weight = Math.min(
          1,
          (n - first) / (FADE_SECONDS * SAMPLE_RATE),
          (last - n) / (FADE_SECONDS * SAMPLE_RATE),
        )
        block[n - startSample] = sample + weight * (sampleEffect(sample, progress, phase) - sample)
      }
      if (last > startSample + block.length) return
      sampleEffect = undefined
    }
  }
}

/** Voicing behind closed lips: the fundamental and a weak second harmonic. */
const voicing = (phase: number): number =>
  Math.sin(2 * Math.PI * phase) + 0.35 * Math.sin(4 * Math.PI * phase)

function sampleEffectOf(effect: Effect): SampleEffect {
  switch (effect) {
    case 'voice-bar':
      return (sample, _along, phase) => sample + VOICE_BAR_LEVEL * voicing(phase)
    case 'implosion':
      return (sample, progress, phase) =>
        0.5 * sample + VOICE_BAR_LEVEL * (0.4 + 1.4 * progress) * voicing(phase)
    case 'attenuation':
      return (sample) => ATTENUATION * sample
    case 'loud-burst':
      return (sample) => BURST_GAIN * sample
    case 'nasalisation':
      return chain([
        peaking(270, SAMPLE_RATE, 5, 1.2),
        peaking(900, SAMPLE_RATE, -10, 1),
        highShelf(2_600, SAMPLE_RATE, -3),
      ])
    case 'centralisation':
      return chain([peaking(2_150, SAMPLE_RATE, -7, 1.6), peaking(1_550, SAMPLE_RATE, 5, 2)])
    case 'frication': {
      const noise = openNoise(7)
      const band = chain([bandPass(1_300, SAMPLE_RATE, 1.2), bandPass(1_300, SAMPLE_RATE, 1.2)])
      return (sample, progress, phase) =>
        0.6 * sample +
        0.8 * VOICE_BAR_LEVEL * voicing(phase) +
        FRICTION_LEVEL * band(noise(), progress, phase)
    }
  }
}

function chain(filters: readonly Filter[]): SampleEffect {
  return (sample) => filters.reduce((value, filter) => filter.step(value), sample)
}
