import { openEpochs } from '#speech/dsp/epochs.ts'
import { openInterpolator } from '#speech/dsp/interpolate.ts'
import { joined } from '#speech/dsp/join.ts'
import { overlapAdd, type TimeWarpSegment } from '#speech/dsp/overlap-add.ts'
import { openPitchTrack, pitchAt } from '#speech/dsp/pitch.ts'
import { semitonesToFactor } from '#speech/dsp/pitch-curve.ts'

/** A stretch of a sound that is to be said otherwise. */
export interface ProsodyChange {
  /** In seconds of the sound. */
  readonly start: number
  readonly end: number
  /** Factor on its duration. */
  readonly stretch: number
  /** Added to its pitch, at its start and at its end. */
  readonly semitones: readonly [number, number]
}

/** Range of the pitch tracker by gender, in Hz: less than two octaves. */
const RANGE = { female: [120, 430], male: [65, 240] } as const
/** What is less cannot be heard, and every change costs some clarity. */
const LEAST_STRETCH = 0.01
const LEAST_SEMITONES = 0.05

/** Of the blocks in which the sound is made; they are put together again. */
const BLOCK_SECONDS = 1

/** Whether these changes are worth making. */
export function isChanged(changes: readonly ProsodyChange[]): boolean {
  return changes.some(
    ({ stretch, semitones }) =>
      Math.abs(stretch - 1) > LEAST_STRETCH ||
      semitones.some((value) => Math.abs(value) > LEAST_SEMITONES),
  )
}

/**
 * A sound with other durations and another pitch, by pitch-synchronous overlap-add; its formants stay. `samples`: mono at
 * `rate` Hz; `changes` cover it from start to end. The answer has the length of all changed stretches.
 */
export function changeProsody(
  samples: Float32Array,
  rate: number,
  gender: 'female' | 'male',
  changes: readonly ProsodyChange[],
): Float32Array {
  const [lowest, highest] = RANGE[gender]
  const track = openPitchTrack(samples, rate, lowest, highest)
  const segments = changes.map(
    ({ start, end, stretch }): TimeWarpSegment => ({
      seconds: (end - start) * stretch,
      source: { start, end },
    }),
  )
  const shiftAt = (source: number): number => {
    const change = changes.find(({ start, end }) => source >= start && source < end)
    if (!change) return 0
    const [from, to] = change.semitones
    return from + ((to - from) * (source - change.start)) / (change.end - change.start)
  }
  const blocks = overlapAdd(
    {
      readSource: openInterpolator(samples, rate),
      epochs: openEpochs(samples, rate, track),
      segments,
      pitchAt: (_, source) =>
        (pitchAt(track, source) || lowest) * semitonesToFactor(shiftAt(source)),
      formantScale: 1,
      rate,
    },
    BLOCK_SECONDS,
    BLOCK_SECONDS,
  )
  return joined([...blocks])
}
