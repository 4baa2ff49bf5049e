import { RATE } from './read-sound.ts'

const LOWEST_HZ = 60
const HIGHEST_HZ = 420
const LONGEST_LAG = Math.floor(RATE / LOWEST_HZ)
const SHORTEST_LAG = Math.floor(RATE / HIGHEST_HZ)
/** A normalised difference below this is a period. */
const THRESHOLD = 0.15
/** Mean power of a frame below which it is silence. */
const LEAST_POWER = 1e-5

/**
 * Fundamental frequency in Hz, one value every `hopMs` milliseconds, 0 where unvoiced: YIN (de Cheveigné & Kawahara 2002)
 * from 60 to 420 Hz, with every second sample of the difference function.
 */
export function f0Track(samples: Float32Array, hopMs = 10): readonly number[] {
  const hop = Math.round((RATE * hopMs) / 1_000)
  const track: number[] = []
  for (let at = 0; at + 2 * LONGEST_LAG < samples.length; at += hop) track.push(f0At(samples, at))
  return track
}

function f0At(samples: Float32Array, at: number): number {
  let energy = 0
  for (let i = 0; i < LONGEST_LAG; i++) energy += samples[at + i]! ** 2
  if (energy / LONGEST_LAG < LEAST_POWER) return 0
  const difference = normalisedDifference(samples, at)
  const lag = firstDip(difference)
  if (lag === 0) return 0
  const [before, here, after] = [difference[lag - 1]!, difference[lag]!, difference[lag + 1]!]
  const bend = before + after - 2 * here
  return RATE / (lag + (bend === 0 ? 0 : (0.5 * (before - after)) / bend))
}

/** The difference function over its mean up to each lag (their equation 8). */
function normalisedDifference(samples: Float32Array, at: number): Float64Array {
  const normalised = new Float64Array(LONGEST_LAG + 1)
  let sum = 0
  for (let lag = 1; lag <= LONGEST_LAG; lag++) {
    let difference = 0
    for (let i = 0; i < LONGEST_LAG; i += 2) {
      const step = samples[at + i]! - samples[at + i + lag]!
      difference += step * step
    }
    sum += difference
    normalised[lag] = sum > 0 ? (difference * lag) / sum : 1
  }
  return normalised
}

/** The first lag below the threshold that is no longer than the one after it; 0 without one. */
function firstDip(difference: Float64Array): number {
  for (let lag = SHORTEST_LAG; lag < LONGEST_LAG; lag++)
    if (difference[lag]! < THRESHOLD && difference[lag]! <= difference[lag + 1]!) return lag
  return 0
}
