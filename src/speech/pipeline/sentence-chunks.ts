import { SAMPLE_RATE, type Timing, type Timings } from '#shared/audio.ts'
import { createResampler } from '#speech/dsp/resample.ts'
import type { Rendering } from '#speech/engines/engine.ts'

/** A sentence as an engine says it, not yet sounding, with the silence around it. */
export interface RenderedSentence {
  readonly rendering: Rendering
  /** Of the rendering, in Hz. */
  readonly sampleRate: number
  readonly silence: Silence
}

/** In seconds. */
export interface Silence {
  readonly before: number
  readonly after: number
}

/** A part of a sentence as it is sent. */
export interface SentenceChunk {
  /** Samples of the sentence before it. */
  readonly offset: number
  /** Mono at `SAMPLE_RATE`. */
  readonly samples: Float32Array
  readonly timings: Timings
  readonly isEnd: boolean
}

/** Of a chunk in which nothing begins. */
export const NO_TIMINGS: Timings = { words: [], phones: [], syllables: [] }

/**
 * The blocks of a sentence and the silence around it; all its timings come with the first, in seconds from its start.
 * Where the engine does not know the length of the sound, the silence after it is a chunk of its own.
 */
export async function* chunksOf(sentence: RenderedSentence): AsyncGenerator<SentenceChunk> {
  const { rendering, silence } = sentence
  const after = samplesOf(silence.after)
  let soundToCome = soundLengthOf(sentence)
  let offset = 0
  for await (const block of atStudioRate(sentence)) {
    if (soundToCome !== undefined) soundToCome -= block.length
    const isEnd = soundToCome === 0
    const before = offset === 0 ? samplesOf(silence.before) : 0
    const samples = padded(block, before, isEnd ? after : 0)
    const timings = offset === 0 ? shifted(rendering.timings, silence.before) : NO_TIMINGS
    yield { offset, samples, timings, isEnd }
    offset += samples.length
  }
  if (soundToCome === 0) return
  if (soundToCome !== undefined)
    throw new Error(`the sound differs by ${soundToCome} samples from the length that was told`)
  const samples = new Float32Array(Math.max(1, after))
  yield { offset, samples, timings: NO_TIMINGS, isEnd: true }
}

/** Samples of a sentence with the silence around it, those of all its chunks; undefined where its engine cannot tell. */
export function lengthOf(sentence: RenderedSentence): number | undefined {
  const sound = soundLengthOf(sentence)
  return sound === undefined ? undefined : sound + lengthOfSilence(sentence.silence)
}

/** In samples. */
export function lengthOfSilence({ before, after }: Silence): number {
  return samplesOf(before) + samplesOf(after)
}

/**
 * Samples at `SAMPLE_RATE` of `length` samples at `rate`.
 * @example `atStudioLength(16_000, 16_000)` is `24_000`.
 */
export function atStudioLength(length: number, rate: number): number {
  return rate === SAMPLE_RATE ? length : Math.ceil((length * SAMPLE_RATE) / rate)
}

function soundLengthOf({ rendering, sampleRate }: RenderedSentence): number | undefined {
  const { length } = rendering
  return length === undefined ? undefined : atStudioLength(length, sampleRate)
}

async function* atStudioRate({
  rendering: { blocks },
  sampleRate,
}: RenderedSentence): AsyncGenerator<Float32Array> {
  if (sampleRate === SAMPLE_RATE) {
    yield* blocks
    return
  }
  const resampler = createResampler(sampleRate, SAMPLE_RATE)
  for await (const block of blocks) {
    const samples = resampler.push(block)
    if (samples.length > 0) yield samples
  }
  const rest = resampler.end()
  if (rest.length > 0) yield rest
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
    ...(timings.marks ? { marks: later(timings.marks) } : {}),
  }
}
