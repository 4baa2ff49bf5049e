import { BANDS } from '#speech/dsp/mel-bands.ts'
import { whitened } from './whitening.ts'

/** Number of cepstral coefficients that distinguish voices; the level and the highest ones do not. */
const CEPSTRA = 12
const COSINES = Array.from({ length: CEPSTRA }, (_, c) =>
  Float64Array.from(
    { length: BANDS },
    (__, b) => Math.cos((Math.PI * (c + 1) * (b + 0.5)) / BANDS) / Math.sqrt(BANDS / 2),
  ),
)
/** Bands this far below the loudest one of their frame are noise. */
const RANGE_DECIBELS = 40
/** Minimum frames of one speaker: over less, the difference depends on the words. */
const LEAST_FRAMES = 120
const LEAST_VOICED_FRAMES = 60
/** Distance in frames between tested change points. */
const STEP = 20
/** Frames over which spectra differ by chance, and the weight of a pitch difference against a spectral one. */
const CHANCE_FRAMES = 100
const PITCH_SHARE = 0.01
/** Distance from which there are two speakers. 44 recordings of one speaker reach at most 0.57. */
const TWO_SPEAKERS = 0.62
/** Pitch in half semitones above 60 Hz, up to 1,900 Hz. */
const STEPS = 80
const LOWEST_HZ = 60

/** Mel spectra of a recording in dB, one per frame, and the pitch of each in Hz, 0 where unvoiced. */
interface Heard {
  readonly frames: readonly Float64Array[]
  readonly isSpeech: readonly boolean[]
  readonly anyPitch: Float64Array
}

/**
 * Largest distance between the two parts of a recording over all change points: the log likelihood ratio of two
 * Gaussians with one covariance (Chen & Gopalakrishnan 1998, "Speaker, environment and channel change detection"),
 * relative to chance, combined with the medians of the pitch. From 0.
 */
function apartness({ frames, isSpeech, anyPitch }: Heard): number {
  const places = Array.from(frames.keys()).filter((i) => isSpeech[i])
  const steps = Math.floor(places.length / STEP)
  const used = places.slice(0, steps * STEP)
  const cepstra = whitened(used.map((i) => cepstraOf(frames[i]!)))
  const pitches = used.map((i) => pitchStep(anyPitch[i] ?? 0))
  const all = used.length
  const wholeSum = sumOf(cepstra)
  const wholePitch = histogram(pitches)
  const sum = new Float64Array(CEPSTRA)
  let farthest = 0
  for (let end = STEP; end <= all - LEAST_FRAMES; end += STEP) {
    for (const frame of cepstra.slice(end - STEP, end))
      for (let c = 0; c < CEPSTRA; c++) sum[c]! += frame[c]!
    if (end < LEAST_FRAMES) continue
    let squares = 0
    for (let c = 0; c < CEPSTRA; c++)
      squares += (sum[c]! / end - (wholeSum[c]! - sum[c]!) / (all - end)) ** 2
    const bySound = (squares * end * (all - end)) / all / (CHANCE_FRAMES + all)
    const first = histogram(pitches.slice(0, end))
    const second = wholePitch.map((count, i) => count - first[i]!)
    farthest = Math.max(farthest, bySound + PITCH_SHARE * pitchApart(first, second))
  }
  return farthest
}

/**
 * Whether the speaker changes within a recording: whether the distance at the best change point is above 0.62. Measured on
 * 132 recordings of two speakers in turn, 5 s each: found in 90 of 100 pairs of a man and a woman, and in 76 of 100 of the
 * same gender. False alarms: 2 of 208 cuts of 4 to 10 s of one speaker.
 */
export function hasTwoSpeakers(heard: Heard): boolean {
  return apartness(heard) > TWO_SPEAKERS
}

function cepstraOf(frame: Float64Array): Float64Array {
  const floor = Math.max(...frame) - RANGE_DECIBELS
  return Float64Array.from(COSINES, (cosines) =>
    cosines.reduce((sum, cosine, b) => sum + cosine * Math.max(floor, frame[b]!), 0),
  )
}

function sumOf(frames: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(CEPSTRA)
  for (const frame of frames) for (let c = 0; c < CEPSTRA; c++) sum[c]! += frame[c]!
  return sum
}

/** -1 where there is no pitch. */
const pitchStep = (hz: number): number =>
  hz === 0 ? -1 : Math.max(0, Math.min(STEPS - 1, Math.round(24 * Math.log2(hz / LOWEST_HZ))))

function histogram(pitches: readonly number[]): Float64Array {
  const counts = new Float64Array(STEPS)
  for (const step of pitches) if (step >= 0) counts[step]!++
  return counts
}

/** Distance of the medians relative to the quartiles, growing with the number of frames. */
function pitchApart(one: Float64Array, other: Float64Array): number {
  const [a, b] = [quartiles(one), quartiles(other)]
  if (a.count < LEAST_VOICED_FRAMES || b.count < LEAST_VOICED_FRAMES) return 0
  const spread = 2 + (a.high - a.low + b.high - b.low) / 2
  return (
    (Math.abs(a.middle - b.middle) / spread) * Math.sqrt((a.count * b.count) / (a.count + b.count))
  )
}

/** In semitones. */
function quartiles(counts: Float64Array): {
  readonly count: number
  readonly low: number
  readonly middle: number
  readonly high: number
} {
  const count = counts.reduce((sum, value) => sum + value, 0)
  const at = (part: number): number => {
    let left = part * count
    return (
      counts.findIndex((value) => {
        left -= value
        return left <= 0
      }) / 2
    )
  }
  return { count, low: at(0.25), middle: at(0.5), high: at(0.75) }
}
