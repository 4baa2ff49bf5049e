import type { Timings } from '#shared/audio.ts'
import type { ProsodyPlan, Sentence } from '#speech/utterance.ts'

/** One person made of a base speaker. */
export interface Voice {
  /** Makes a sentence sound as planned. */
  render(sentence: Sentence, plan: ProsodyPlan): RenderedSpeech
  /** Samples that it will have, in a tenth of the time: the `length` of `render`. */
  lengthOf(sentence: Sentence, plan: ProsodyPlan): number
}

export interface RenderedSpeech {
  /** In seconds from the start of the sound. */
  readonly timings: Timings
  /** Samples of all blocks together. */
  readonly length: number
  /**
   * Mono samples at `SAMPLE_RATE` without silence around them: a first block of less than half a second, which is
   * ready early, and the rest. To be read once.
   */
  readonly blocks: Iterable<Float32Array>
}
