import type { Timing } from '#shared/audio.ts'
import { fromDecibels, softened } from '#speech/dsp/level.ts'
import type { Word } from '#speech/utterance.ts'

/** A level changes over so many seconds around the edge of a word. */
const RAMP_SECONDS = 0.02

/** Changes the level of a block of samples that begins at sample `offset` of the sentence, in place; blocks come in order. */
export type ChangeLevel = (samples: Float32Array, offset: number) => void

interface LevelPoint {
  readonly at: number
  readonly gain: number
}

/**
 * The levels that the words of a sentence ask for, heard at `timings`, one for each word; undefined where none does. Louder
 * sound is limited softly.
 */
export function levelsOf(
  words: readonly Word[],
  timings: readonly Timing[],
  sampleRate: number,
): ChangeLevel | undefined {
  if (words.every(({ manner }) => manner?.volumeDecibels === undefined)) return undefined
  const points = pointsOf(words, timings, sampleRate)
  let next = 0
  return (samples, offset) => {
    for (let index = 0; index < samples.length; index++) {
      const at = offset + index
      while (next < points.length && (points[next]?.at ?? 0) < at) next++
      const gain = gainBetween(points[next - 1], points[next], at)
      const value = (samples[index] ?? 0) * gain
      samples[index] = gain > 1 ? softened(value) : value
    }
  }
}

/** Two for each word, where its level is reached and where it is left. */
function pointsOf(
  words: readonly Word[],
  timings: readonly Timing[],
  sampleRate: number,
): readonly LevelPoint[] {
  return words.flatMap(({ manner }, index) => {
    const { start, end } = timings[index] ?? { start: 0, end: 0 }
    const inset = Math.min(RAMP_SECONDS, end - start) / 2
    const gain = fromDecibels(manner?.volumeDecibels ?? 0)
    return [start + inset, end - inset].map((seconds) => ({ at: seconds * sampleRate, gain }))
  })
}

function gainBetween(
  last: LevelPoint | undefined,
  next: LevelPoint | undefined,
  at: number,
): number {
  if (!last || !next) return (last ?? next)?.gain ?? 1
  const span = next.at - last.at
  return span <= 0 ? next.gain : last.gain + ((at - last.at) / span) * (next.gain - last.gain)
}
