import { type PitchTrack, peakOffset, pitchAt } from './pitch.ts'

/** Epochs (pitch marks) of a signal: one per period in voiced speech, at even steps in unvoiced; computed on demand. */
export interface Epochs {
  /** Times in seconds, rising. */
  readonly at: number[]
  /** Period at each epoch in seconds; the step in unvoiced speech. */
  readonly period: number[]
  readonly isVoiced: boolean[]
  /** Computes epochs up to a time in seconds, or to the end of the signal. */
  follow(seconds: number): void
}

/** Distance between marks in unvoiced speech, in seconds. */
const STEP = 0.004
/** Search range around one period for the next mark, as a share of the period. */
const SEARCH = 0.2
/** Longest voiced stretch in seconds, so that its first sound need not wait for its last. */
const LONGEST_STRETCH = 0.5

/**
 * Pitch marks for overlap-add: within each voiced stretch the first lies on its highest peak, each following one where
 * the signal correlates best with that one period before (Moulines & Charpentier 1990; marks by correlation as in
 * Boersma's Praat). `samples`: mono at `rate` Hz.
 */
export function openEpochs(samples: Float32Array, rate: number, pitch: PitchTrack): Epochs {
  const epochs = { at: [] as number[], period: [] as number[], isVoiced: [] as boolean[] }
  const seconds = samples.length / rate
  const stretches = voicedStretches(pitch, seconds)
  let next: IteratorResult<readonly [number, number], void> | undefined
  let done = 0
  const add = (time: number, length: number, isVoiced: boolean): void => {
    epochs.at.push(time)
    epochs.period.push(length)
    epochs.isVoiced.push(isVoiced)
  }
  const unvoicedUntil = (end: number): void => {
    for (let time = done + STEP / 2; time < end; time += STEP) add(time, STEP, false)
    done = end
  }
  const follow = (wanted: number): void => {
    while (done < Math.min(wanted, seconds)) {
      next ??= stretches.next()
      if (next.done) {
        unvoicedUntil(seconds)
        return
      }
      const [start, end] = next.value
      next = undefined
      unvoicedUntil(start)
      const last = epochs.isVoiced.at(-1) ? epochs.at.at(-1) : undefined
      for (const time of marksWithin(samples, rate, pitch, start, end, last))
        add(time, periodAt(pitch, time), true)
      done = end
    }
  }
  return { ...epochs, follow }
}

function* voicedStretches(
  pitch: PitchTrack,
  seconds: number,
): Generator<readonly [number, number], void> {
  const { hz, hopSeconds } = pitch
  const longest = LONGEST_STRETCH / hopSeconds
  const edge = (frame: number): number => Math.max(0, Math.min(seconds, (frame - 0.5) * hopSeconds))
  let start = -1
  for (let frame = 0; frame < hz.length; frame++) {
    pitch.follow((frame + 1) * hopSeconds)
    const isVoiced = hz[frame]! > 0
    if (isVoiced && start < 0) start = frame
    if (start < 0 || (isVoiced && frame - start < longest)) continue
    yield [edge(start), edge(frame)]
    start = isVoiced ? frame : -1
  }
  if (start >= 0) yield [edge(start), seconds]
}

const periodAt = (pitch: PitchTrack, time: number): number => 1 / (pitchAt(pitch, time) || 100)

/** Marks of one stretch; `last` is the last mark of the stretch before. */
function marksWithin(
  samples: Float32Array,
  rate: number,
  pitch: PitchTrack,
  start: number,
  end: number,
  last: number | undefined,
): number[] {
  const goesOn = last !== undefined && start - last < 2 * periodAt(pitch, start)
  const first = goesOn
    ? nextMark(samples, rate, last, periodAt(pitch, last))
    : strongestPeak(samples, Math.round(start * rate), Math.round(end * rate)) / rate
  const marks: number[] = []
  for (let time = first; time < end; time = nextMark(samples, rate, time, periodAt(pitch, time)))
    marks.push(time)
  if (goesOn) return marks
  for (let time = first; ; marks.unshift(time)) {
    time = nextMark(samples, rate, time, -periodAt(pitch, time))
    if (time <= start) return marks
  }
}

function strongestPeak(samples: Float32Array, from: number, to: number): number {
  let best = from
  for (let i = from; i < Math.min(to, samples.length); i++)
    if (Math.abs(samples[i]!) > Math.abs(samples[best] ?? 0)) best = i
  return best
}

/**
 * The time about one `period` (negative: backwards) from `time` where the signal correlates best with that around
 * `time`.
 */
function nextMark(samples: Float32Array, rate: number, time: number, period: number): number {
  const length = Math.round(Math.abs(period) * rate)
  const centre = Math.round(time * rate)
  const expected = Math.round((time + period) * rate)
  const reach = Math.max(1, Math.round(SEARCH * length))
  const likeness = (shift: number): number =>
    similarity(samples, centre - (length >> 1), expected + shift - (length >> 1), length)
  let best = 0
  let bestScore = Number.NEGATIVE_INFINITY
  for (let shift = -reach; shift <= reach; shift++) {
    const score = likeness(shift)
    if (score > bestScore) {
      bestScore = score
      best = shift
    }
  }
  const part = peakOffset(likeness(best - 1), bestScore, likeness(best + 1))
  const mark = (expected + best + part) / rate + (time - centre / rate)
  // Always onwards, whatever the sound is like.
  return period > 0 ? Math.max(mark, time + period / 2) : Math.min(mark, time + period / 2)
}

function similarity(samples: Float32Array, from: number, other: number, length: number): number {
  let product = 0
  let power = 1e-9
  const first = Math.max(0, -from, -other)
  const last = Math.min(length, samples.length - from, samples.length - other)
  for (let i = first; i < last; i++) {
    const later = samples[other + i]!
    product += samples[from + i]! * later
    power += later * later
  }
  return product / Math.sqrt(power)
}
