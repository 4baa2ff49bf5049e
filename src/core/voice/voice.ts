import type { Sentence } from '#core/utterance.ts'
import type { Timings } from '#shared/audio.ts'
import type { VoiceInfo } from '#shared/voices.ts'

/** A speaker: who it is, how it paces itself, and the one thing it can do. */
export interface Voice {
  readonly info: VoiceInfo
  readonly rate: number
  /**
   * Make a sentence sound. `durationStretch`: factor on every duration.
   * Answers mono samples at `SAMPLE_RATE` without silence around them, and timings in seconds from their start.
   */
  render(sentence: Sentence, durationStretch: number): Rendered
}

export interface Rendered {
  readonly samples: Float32Array
  readonly timings: Timings
}
