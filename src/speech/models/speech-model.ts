/** What is known of a model once it is loaded. */
export interface SpeechModelFacts {
  /** Phonemes in IPA, or the letters of its language. */
  readonly reads: 'phones' | 'letters'
  /** Every symbol that it reads, each a character or a few. */
  readonly symbols: readonly string[]
  /** Of its sound, in Hz. */
  readonly sampleRate: number
  /** Whether it says how long each symbol takes. */
  readonly tellsDurations: boolean
  /** Whether it speaks at the speed that it is asked for. */
  readonly takesSpeed: boolean
  /** The longest piece that it speaks in one go, in symbols. */
  readonly mostSymbols: number
}

/** A piece of speech to be made. */
export interface SynthesisOrder {
  /** Symbols of the model, at least one and at most `mostSymbols`. */
  readonly symbols: readonly string[]
  /** Which of its speakers; left out: the first, or the only one. */
  readonly voice?: string | undefined
  /** 1 is the model's own pace, 1.1 a tenth faster. */
  readonly speed: number
}

/** A piece of speech. */
export interface SynthesisedSpeech {
  /** Mono, -1 to 1, at the rate of the model. */
  readonly samples: Float32Array
  /**
   * Where each symbol begins, in samples, and where the last one ends: one number more than there are symbols. Undefined
   * where the model does not say.
   */
  readonly bounds: Float64Array | undefined
}
