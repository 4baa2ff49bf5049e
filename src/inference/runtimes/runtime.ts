import type { Direction } from '#inference/messages.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type {
  SpeechModelFacts,
  SynthesisedSpeech,
  SynthesisOrder,
} from '#speech/models/speech-model.ts'

/**
 * Comes between two steps of a calculation: lets messages in. Throws the reason when the work is cancelled. One step may
 * take seconds, in which nothing else runs.
 */
export type BetweenSteps = () => Promise<void>

/** A word in a piece of sound, in seconds from its start. */
export interface HeardWord {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Mean natural logarithm of the probabilities of its symbols; of all that was heard, where its own are not known. */
  readonly averageLogProbability: number
}

/** What a recogniser has understood. */
export interface Heard {
  readonly text: string
  readonly words: readonly HeardWord[]
  readonly language: LanguageCode | undefined
  /** Mean natural logarithm of the probabilities of the chosen symbols; 0 where there are none. */
  readonly averageLogProbability: number
  /** Where `HearingOptions.compared` asks for it and the model can tell. */
  readonly scoreOf?: ScoreText | undefined
}

/**
 * How well a text explains the sound that was heard: a natural logarithm, to be compared with that of another text. Undefined
 * for a text with letters that the model does not write.
 */
export type ScoreText = (text: string) => number | undefined

export interface HearingOptions {
  readonly language: LanguageCode | undefined
  readonly specialWords: readonly string[]
  /** Words with which what was heard will be compared: `Heard.scoreOf` knows their letters. */
  readonly compared?: readonly string[] | undefined
}

/** A loaded model that writes down speech. */
export interface Recogniser {
  /** Longest sound that it takes, in seconds. */
  readonly mostSeconds: number
  /** `samples`: 16 kHz mono, -1 to 1. */
  hear(samples: Float32Array, options: HearingOptions, between: BetweenSteps): Promise<Heard>
}

/** A loaded model that translates. */
export interface SentenceTranslator {
  /** One sentence, without a line break. */
  translate(sentence: string, direction: Direction, between: BetweenSteps): Promise<string>
}

/** A loaded model that speaks. */
export interface Synthesiser {
  readonly facts: SpeechModelFacts
  /** One piece of speech. Throws an Error where the order is none of this model, or its answer is no sound. */
  synthesise(order: SynthesisOrder, between: BetweenSteps): Promise<SynthesisedSpeech>
}

/** What a pack does once it is loaded. */
export type OpenPack =
  | { readonly task: 'speech'; readonly synthesiser: Synthesiser }
  | { readonly task: 'transcription'; readonly recogniser: Recogniser }
  | { readonly task: 'translation'; readonly translator: SentenceTranslator }
