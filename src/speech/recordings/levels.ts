/** Speech level of all voices in dB of full scale, over the frames with speech: that of John. */
export const VOICE_DECIBELS = -19.5

/** Levels of a recording, in dB of full scale. */
export interface Levels {
  /** Highest sample. */
  readonly peakDecibels: number
  /** Mean level of the frames with speech. */
  readonly speechDecibels: number
  /** Level of the quietest tenth of the frames. */
  readonly noiseDecibels: number
  /** Time with speech. */
  readonly speechSeconds: number
  /** Frame by frame: loud enough to be speech. */
  readonly isSpeech: readonly boolean[]
}

/** Frames more than this below the loudest ones are no speech. */
const SPEECH_RANGE_DECIBELS = 30
const SILENCE_DECIBELS = -120
/** Samples above this share of the highest one count as clipped. */
const NEAR = 0.96
const FRAME_SECONDS = 0.01

/**
 * Levels by frames. A frame is speech within 30 dB of the loudest ones (their 95th percentile). `samples`: mono, -1 to 1.
 * `length`: samples in 10 ms at their rate; `speechSeconds` is right for no other length.
 */
export function frameLevels(samples: Float32Array, length: number): Levels {
  const frames = Math.floor(samples.length / length)
  const powers = new Float64Array(frames)
  let peak = 0
  for (let frame = 0; frame < frames; frame++) {
    let power = 0
    for (let i = frame * length; i < (frame + 1) * length; i++) {
      const size = Math.abs(samples[i]!)
      if (size > peak) peak = size
      power += size * size
    }
    powers[frame] = power / length
  }
  const sorted = powers.slice().sort()
  const loud = sorted[Math.floor(0.95 * (frames - 1))] ?? 0
  const threshold = loud * 10 ** (-SPEECH_RANGE_DECIBELS / 10)
  const isSpeech = Array.from(powers, (power) => power > 0 && power >= threshold)
  const speech = powers.filter((_, frame) => isSpeech[frame])
  const mean = speech.reduce((sum, power) => sum + power, 0) / (speech.length || 1)
  return {
    peakDecibels: decibels(peak * peak),
    speechDecibels: decibels(mean),
    noiseDecibels: decibels(sorted[Math.floor(0.1 * (frames - 1))] ?? 0),
    speechSeconds: speech.length * FRAME_SECONDS,
    isSpeech,
  }
}

const decibels = (power: number): number =>
  power > 0 ? Math.max(SILENCE_DECIBELS, 10 * Math.log10(power)) : SILENCE_DECIBELS

/**
 * Share of the samples within 4 % of the highest one. Speech rarely reaches its peaks (0.0005 and less); in a clipped
 * recording, at whatever level, many samples lie there.
 */
export function clippedShare(samples: Float32Array): number {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  if (peak === 0) return 0
  let near = 0
  for (const sample of samples) if (Math.abs(sample) >= NEAR * peak) near++
  return near / samples.length
}

/** Cut-off frequency in Hz, below all voices. */
const DRIFT_HZ = 20

/** Removes a constant or drifting offset with a first-order high-pass filter. `samples`: at `rate` Hz. */
export function withoutDrift(samples: Float32Array, rate: number): Float32Array {
  const kept = Math.exp((-2 * Math.PI * DRIFT_HZ) / rate)
  let before = samples[0] ?? 0
  let value = 0
  return samples.map((sample) => {
    value = kept * (value + sample - before)
    before = sample
    return value
  })
}

/** Subtracts the mean. */
export function withoutOffset(samples: Float32Array): Float32Array {
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / Math.max(1, samples.length)
  return samples.map((sample) => sample - mean)
}
