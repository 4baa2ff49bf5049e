/** Everything after the voice is mono at this rate, in Hz. */
export const SAMPLE_RATE = 24_000

/** Mono samples in the range -1 to 1, at `SAMPLE_RATE`. */
export interface AudioChunk {
  readonly samples: Float32Array
}

/** A stretch of the spoken text with where it is heard, in seconds from the start of the whole answer. */
export interface Timing {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A syllable; `tone` only in tone languages. */
export interface SyllableTiming extends Timing {
  readonly tone?: 'H' | 'M' | 'L' | 'HL' | 'LH'
}

/** `words` as they were spoken (after normalisation), `phones` in IPA. */
export interface Timings {
  readonly words: readonly Timing[]
  readonly phones: readonly Timing[]
  readonly syllables: readonly SyllableTiming[]
  /** Marks of the text by their names: places, so that they end where they start. Left out: there are none. */
  readonly marks?: readonly Timing[]
}

/** Output of the pipeline: sound, the times of its words and phones, and how far along the text it is. */
export interface SpokenChunk extends AudioChunk {
  readonly timings: Timings
  /** Sentences finished with this chunk, and how many there are. */
  readonly done: number
  readonly total: number
  /** Samples that follow this chunk, where that is known: in the last sentence, and where the length was asked for first. */
  readonly samplesToCome?: number | undefined
}
