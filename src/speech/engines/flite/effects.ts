import { SAMPLE_RATE } from '#shared/audio.ts'
import { bandPass, type Filter, highShelf, peaking } from '#speech/dsp/biquad.ts'
import { openNoise } from '#speech/dsp/noise.ts'
import type { Effect } from './recipes.ts'

/** Where an effect acts, in seconds of the result. */
export interface EffectSpan {
  readonly start: number
  readonly end: number
  readonly effect: Effect
}

/** Over which an effect comes and goes, in seconds. */
const FADE = 0.008
/** Level of a voiced closure's murmur, and of a spirant's friction. */
const MURMUR = 0.05
const FRICTION = 0.11
const SOFT = 0.4
const BURST = 1.9

/** One effect at work: what becomes of a sample, `along` from 0 to 1 through it, with the voice's phase in turns. */
type Shaper = (sample: number, along: number, phase: number) => number

/**
 * Gives blocks of a sentence, in order, what their spans ask for, in place. `pitchAt`: Hz at a time of the result.
 * Spans are in order and do not overlap.
 */
export function openEffects(
  spans: readonly EffectSpan[],
  pitchAt: (seconds: number) => number,
): (block: Float32Array, startSample: number) => void {
  let next = 0
  let shaper: Shaper | undefined
  let phase = 0
  return (block, startSample) => {
    for (; next < spans.length; next++) {
      const span = spans[next]!
      const first = Math.round(span.start * SAMPLE_RATE)
      const last = Math.round(span.end * SAMPLE_RATE)
      if (first >= startSample + block.length) return
      shaper ??= shaperOf(span.effect)
      const from = Math.max(first, startSample)
      const to = Math.min(last, startSample + block.length)
      for (let n = from; n < to; n++) {
        const sample = block[n - startSample]!
        const along = (n - first) / (last - first)
        phase += pitchAt(n / SAMPLE_RATE) / SAMPLE_RATE
        const weight = Math.min(
          1,
          (n - first) / (FADE * SAMPLE_RATE),
          (last - n) / (FADE * SAMPLE_RATE),
        )
        block[n - startSample] = sample + weight * (shaper(sample, along, phase) - sample)
      }
      if (last > startSample + block.length) return
      shaper = undefined
    }
  }
}

/** The hum of a closed mouth: a fundamental and a little of its octave. */
const hum = (phase: number): number =>
  Math.sin(2 * Math.PI * phase) + 0.35 * Math.sin(4 * Math.PI * phase)

function shaperOf(effect: Effect): Shaper {
  switch (effect) {
    case 'murmur':
      return (sample, _along, phase) => sample + MURMUR * hum(phase)
    case 'implosion':
      return (sample, along, phase) => 0.5 * sample + MURMUR * (0.4 + 1.4 * along) * hum(phase)
    case 'soft':
      return (sample) => SOFT * sample
    case 'burst':
      return (sample) => BURST * sample
    case 'nasal':
      return chain([
        peaking(270, SAMPLE_RATE, 5, 1.2),
        peaking(900, SAMPLE_RATE, -10, 1),
        highShelf(2_600, SAMPLE_RATE, -3),
      ])
    case 'central':
      return chain([peaking(2_150, SAMPLE_RATE, -7, 1.6), peaking(1_550, SAMPLE_RATE, 5, 2)])
    case 'spirant': {
      const noise = openNoise(7)
      const band = chain([bandPass(1_300, SAMPLE_RATE, 1.2), bandPass(1_300, SAMPLE_RATE, 1.2)])
      return (sample, along, phase) =>
        0.6 * sample + 0.8 * MURMUR * hum(phase) + FRICTION * band(noise(), along, phase)
    }
  }
}

function chain(filters: readonly Filter[]): Shaper {
  return (sample) => filters.reduce((value, filter) => filter.step(value), sample)
}
