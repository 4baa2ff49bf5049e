import { SAMPLE_RATE, type Timing, type Timings } from '#shared/audio.ts'
import type { Rendered } from './voice/voice.ts'

/** A part of a sentence as it is sent. */
export interface SentenceChunk {
  /** Its place in the sentence, from 0. */
  readonly number: number
  readonly samples: Float32Array
  readonly timings: Timings
  readonly isEnd: boolean
  /** Of this sentence, after this chunk. */
  readonly samplesToCome: number
}

/** Silence around a sentence, in seconds. */
export interface Silence {
  readonly before: number
  readonly after: number
}

const NO_TIMINGS: Timings = { words: [], phones: [], syllables: [] }

/** The blocks of a sentence and the silence around it; all its timings come with the first, in seconds from its start. */
export function* chunksOf(
  { timings, length, blocks }: Rendered,
  silence: Silence,
): Generator<SentenceChunk> {
  const [before, after] = [silence.before, silence.after].map((s) => Math.round(s * SAMPLE_RATE))
  let soundToCome = length
  let number = 0
  for (const block of blocks) {
    soundToCome -= block.length
    const isEnd = soundToCome === 0
    const samples = padded(block, number === 0 ? (before ?? 0) : 0, isEnd ? (after ?? 0) : 0)
    const samplesToCome = isEnd ? 0 : soundToCome + (after ?? 0)
    const ownTimings = number === 0 ? shifted(timings, silence.before) : NO_TIMINGS
    yield { number, samples, timings: ownTimings, isEnd, samplesToCome }
    number++
  }
}

function padded(samples: Float32Array, before: number, after: number): Float32Array {
  if (before === 0 && after === 0) return samples
  const longer = new Float32Array(before + samples.length + after)
  longer.set(samples, before)
  return longer
}

/** The same timings, `seconds` later. */
export function shifted(timings: Timings, seconds: number): Timings {
  const later = <T extends Timing>(items: readonly T[]): T[] =>
    items.map((item) => ({ ...item, start: item.start + seconds, end: item.end + seconds }))
  return {
    words: later(timings.words),
    phones: later(timings.phones),
    syllables: later(timings.syllables),
  }
}
