import { compand } from '#media/g711.ts'
import { toInt16, toPcm } from '#media/pcm.ts'
import { SAMPLE_RATE, type SpokenChunk, type Timing } from '#shared/audio.ts'
import type { LiveSentence } from './sentence-collector.ts'

/** Formats without a header and without memory: any chunk can be played as it is, and words stay aligned with it. */
export const LIVE_FORMATS = ['pcm_s16le', 'mulaw', 'alaw'] as const
export type LiveFormat = (typeof LIVE_FORMATS)[number]

/** Silence between two sentences beyond what each ends with, in seconds, as between sentences of one text. */
const SILENCE = { sentence: 0.27, paragraph: 0.6, flush: 0 } as const

/** A stretch of sound as it is sent. */
export interface LiveChunk {
  /** Number of the chunk from 0, over the whole life of a live text. */
  readonly sequence: number
  readonly audio: Uint8Array
  /** The words that begin in this chunk, in seconds from the first sound, or from the first one after a cancel. */
  readonly words: readonly Timing[]
  /** The marks of the text that lie in this chunk, on the same clock. */
  readonly marks: readonly Timing[]
  /** The sentence as it was written, with its first chunk. */
  readonly sentence: string | undefined
}

/** Sound options of a sentence. */
export interface SoundOptions {
  readonly format: LiveFormat
  /** The pace; the silence between sentences follows it. */
  readonly speed: number
}

/** Sentence after sentence as one stream of sound with one clock. */
export interface LiveSound {
  begin(sentence: LiveSentence, options: SoundOptions): void
  /** The next sound of the sentence in chunks of at most a second, with its words on the clock of the whole stream. */
  take(chunk: SpokenChunk): Generator<LiveChunk>
  /** The number that the next chunk gets. */
  readonly sequence: number
}

/** `sequence`: the number of the first chunk. */
export function createLiveSound(sequence: number): LiveSound {
  let next = sequence
  /** Samples that were sent. */
  let played = 0
  let start = 0
  let silence = 0
  let heard: LiveSentence | undefined
  let current: { readonly sentence: LiveSentence; readonly options: SoundOptions } | undefined
  let isFirst = true
  let toCome: readonly Timing[] = []
  let marksToCome: readonly Timing[] = []
  return {
    begin(sentence, options) {
      const gap = heard ? SILENCE[heard.end] / options.speed : 0
      silence = Math.round(gap * SAMPLE_RATE)
      start = (played + silence) / SAMPLE_RATE
      current = { sentence, options }
      isFirst = true
      toCome = []
      marksToCome = []
    },
    *take(chunk) {
      if (!current) throw new Error('There is sound before any sentence has begun.')
      const { sentence, options } = current
      const samples = isFirst ? delayed(chunk.samples, silence) : chunk.samples
      toCome = [...toCome, ...chunk.timings.words.map((word) => later(word, start))]
      const told = chunk.timings.marks ?? []
      marksToCome = [...marksToCome, ...told.map((mark) => later(mark, start))]
      heard = sentence
      for (let at = 0; at < samples.length; at += SAMPLE_RATE) {
        const part = samples.subarray(at, at + SAMPLE_RATE)
        played += part.length
        const isLast = chunk.samplesToCome === 0 && at + part.length === samples.length
        const end = isLast ? Number.POSITIVE_INFINITY : played / SAMPLE_RATE
        const words = toCome.filter((word) => word.start < end)
        toCome = toCome.filter((word) => word.start >= end)
        const marks = marksToCome.filter((mark) => mark.start < end)
        marksToCome = marksToCome.filter((mark) => mark.start >= end)
        const written = isFirst ? sentence.text : undefined
        isFirst = false
        yield {
          sequence: next++,
          audio: encoded(part, options.format),
          words,
          marks,
          sentence: written,
        }
      }
    },
    get sequence() {
      return next
    },
  }
}

/** To the millisecond: finer is no use to a reader. */
function later({ text, start, end }: Timing, seconds: number): Timing {
  const inMs = (time: number): number => Math.round((time + seconds) * 1_000) / 1_000
  return { text, start: inMs(start), end: inMs(end) }
}

function delayed(samples: Float32Array, silence: number): Float32Array {
  if (silence === 0) return samples
  const longer = new Float32Array(silence + samples.length)
  longer.set(samples, silence)
  return longer
}

function encoded(samples: Float32Array, format: LiveFormat): Uint8Array {
  return format === 'pcm_s16le' ? toPcm(samples) : compand(toInt16(samples), format)
}
