import type { Timings } from '#shared/audio.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import type { Sentence } from '#speech/utterance.ts'

/** A speaker: who it is, how it speaks, and the one thing it can do. */
export interface Voice {
  readonly info: VoiceInfo
  /** 1 is an even pace. */
  readonly rate: number
  /** Distance of its high tone from its low one. */
  readonly rangeSemitones: number
  /** Speaks English with the vowels and the rhythm of Nigeria. */
  readonly hasNigerianAccent: boolean
  /** Make a sentence sound as planned. */
  render(sentence: Sentence, plan: SpeechPlan): Rendered
  /** Samples that it will have, in a tenth of the time: the `length` of `render`. */
  lengthOf(sentence: Sentence, plan: SpeechPlan): number
}

/** What a voice needs to know of the prosody; the prosody stage's plan has this shape. */
export interface SpeechPlan {
  /** Seconds of every phone in order; left out where the base speaker's own timing is kept. */
  readonly durations: readonly number[] | undefined
  /** Factor on the base speaker's own durations, word by word. */
  readonly stretches: readonly number[]
  /** Silence after each word, in seconds. */
  readonly pauses: readonly number[]
  /** Pitch to reach at parts of syllables; left out where the base speaker's own melody is kept. */
  readonly targets:
    | readonly { readonly syllable: number; readonly part: number; readonly semitones: number }[]
    | undefined
  /** Rise (or fall) of a kept melody towards the end of the sentence. */
  readonly finalLiftSemitones: number
}

export interface Rendered {
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
