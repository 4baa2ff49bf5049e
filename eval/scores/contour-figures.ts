import type { Timing } from '#shared/audio.ts'

/** A stretch of speech as it is measured. Pitch in semitones over 100 Hz. */
export interface StretchFigures {
  readonly mean: number
  /** 90th percentile. */
  readonly peak: number
  /** Mean of its last syllable. */
  readonly end: number
  /** From the 10th to the 90th percentile. */
  readonly range: number
  readonly seconds: number
}

/** How a stretch differs from the same words in another place: semitones, and the ratio of the durations. */
export interface Contrast {
  readonly mean: number
  readonly peak: number
  readonly end: number
  readonly range: number
  readonly duration: number
}

/** From this pitch change on most people hear a difference in speech ('t Hart 1981). */
const HEARD_SEMITONES = 1.5
/** From this change of duration on, in logarithms: 15 % (Nooteboom & Doodeman 1980; Klatt 1976). */
const HEARD_DURATION = Math.log(1.15)

/**
 * Figures of the words `from` to before `to` of an utterance; `f0` in Hz every 10 ms, 0 where unvoiced. Undefined where fewer than
 * five frames are voiced.
 */
export function stretchFigures(
  words: readonly Timing[],
  syllables: readonly Timing[],
  f0: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): StretchFigures | undefined {
  const [first, last] = [words[from], words[to - 1]]
  if (!first || !last) return undefined
  const heights = pitchBetween(f0, first.start, last.end)
  if (heights.length < 5) return undefined
  const final = syllables.findLast(({ start }) => start < last.end - 0.005) ?? last
  const ending = pitchBetween(f0, final.start, final.end)
  const seconds = words.slice(from, to).reduce((sum, { start, end }) => sum + end - start, 0)
  return {
    ...{ mean: meanOf(heights), peak: at(heights, 0.9), seconds },
    end: meanOf(ending.length > 0 ? ending : heights.slice(-5)),
    range: at(heights, 0.9) - at(heights, 0.1),
  }
}

/** What a stretch has more than another one. */
export function contrastOf(marked: StretchFigures, plain: StretchFigures): Contrast {
  return {
    mean: marked.mean - plain.mean,
    peak: marked.peak - plain.peak,
    end: marked.end - plain.end,
    range: marked.range - plain.range,
    duration: marked.seconds / plain.seconds,
  }
}

/** What a listener is to hear: a higher end, a higher or longer stretch, a lower or faster one, a lower or longer one, no higher end. */
export type Expectation = 'rises' | 'stands out' | 'sinks' | 'closes' | 'does not rise'

/** Whether a listener hears what is expected: by at least 1.5 semitones, or 15 % of the duration. */
export function isHeard({ mean, peak, end, duration }: Contrast, expected: Expectation): boolean {
  const highest = Math.max(mean, peak)
  const lowest = Math.min(mean, peak, end)
  const longer = Math.log(duration)
  if (expected === 'rises') return end >= HEARD_SEMITONES
  if (expected === 'does not rise') return end < HEARD_SEMITONES
  if (expected === 'stands out') return highest >= HEARD_SEMITONES || longer >= HEARD_DURATION
  const isLower = lowest <= -HEARD_SEMITONES
  return isLower || (expected === 'sinks' ? -longer : longer) >= HEARD_DURATION
}

/** Semitones of the voiced frames between two times, in order, without those an octave from their median. */
function pitchBetween(f0: readonly number[], start: number, end: number): number[] {
  const voiced = f0
    .slice(Math.round(start * 100), Math.round(end * 100))
    .filter((hz) => hz > 0)
    .map((hz) => 12 * Math.log2(hz / 100))
  const middle = at(voiced, 0.5)
  return voiced.filter((semitones) => Math.abs(semitones - middle) < 11)
}

function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.round(part * (sorted.length - 1))] ?? 0
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
