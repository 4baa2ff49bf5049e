import { SAMPLE_RATE, type Timing, type Timings } from '#shared/audio.ts'
import type { Rendered } from '#speech/engines/flite/voice.ts'

/** A sentence as the voice says it, laid out and not yet sounding, with the silence around it. */
export interface Utterance {
  readonly rendered: Rendered
  /** In seconds. */
  readonly silence: { readonly before: number; readonly after: number }
}

/** A part of a sentence as it is sent. */
export interface SentenceChunk {
  /** Its place in the sentence, from 0. */
  readonly number: number
  readonly samples: Float32Array
  readonly timings: Timings
  readonly isEnd: boolean
}

/** Of a chunk in which nothing begins. */
export const NO_TIMINGS: Timings = { words: [], phones: [], syllables: [] }

/** The blocks of a sentence and the silence around it; all its timings come with the first, in seconds from its start. */
export function* chunksOf({ rendered, silence }: Utterance): Generator<SentenceChunk> {
  let soundToCome = rendered.length
  let number = 0
  for (const block of rendered.blocks) {
    soundToCome -= block.length
    const isEnd = soundToCome === 0
    const before = number === 0 ? samplesOf(silence.before) : 0
    const samples = padded(block, before, isEnd ? samplesOf(silence.after) : 0)
    const timings = number === 0 ? shifted(rendered.timings, silence.before) : NO_TIMINGS
    yield { number, samples, timings, isEnd }
    number++
  }
}

/** Samples of a sentence with the silence around it: those of all its chunks. */
export function lengthOf({ rendered, silence }: Utterance): number {
  return rendered.length + lengthOfSilence(silence)
}

/** Samples of the silence around a sentence. */
export function lengthOfSilence({ before, after }: Utterance['silence']): number {
  return samplesOf(before) + samplesOf(after)
}

function samplesOf(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE)
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
