import type { SpeakRequest } from '#shared/api.ts'
import type { SpokenChunk } from '#shared/audio.ts'
import type { ChosenForm, MarkedText } from '#shared/diacritics.ts'
import type { Pronunciation } from '#shared/pronunciation.ts'
import type { VoiceInfo } from '#shared/voices.ts'

/** Turns requests into sound. In this process or in another one: the caller cannot tell. */
export interface Speaker {
  /**
   * Chunks in order, each as soon as it is ready; pulled, so a slow reader slows the synthesis. Throws AppError.
   * `resume`: leave out what an interrupted run has already spoken.
   */
  speak(request: SpeakOrder, signal: AbortSignal, resume?: Resume): AsyncGenerator<SpokenChunk>
}

/** Puts tone marks and under-dots on Yoruba. In this process or in another one: the caller cannot tell. */
export interface MarkRestorer {
  /**
   * The same text, marked, and its words one by one; marks that are written stay. Throws AppError, and the signal's
   * reason when it aborts.
   */
  restoreMarks(order: MarkOrder, signal: AbortSignal): Promise<MarkedText>
}

/** A text to be marked, and what a person wants of its words: for this text alone by place, and for good. */
export interface MarkOrder {
  readonly text: string
  /** The project whose accepted forms count besides those for everywhere. */
  readonly projectId?: string | undefined
  readonly chosen?: readonly ChosenForm[] | undefined
  /** What the engine adds; see with-diacritic-overrides.ts. */
  readonly accepted?: readonly OverriddenForm[] | undefined
}

/** A bare Yoruba word and the same with the marks that a person wants on it. */
export interface OverriddenForm {
  readonly word: string
  readonly form: string
}

/** A speaker in this process. */
export interface LocalSpeaker extends Speaker, MarkRestorer {
  /** Phonemes in IPA, one line of output per line of input. */
  phonemes(lines: readonly string[], language: string, signal: AbortSignal): Promise<string[]>
}

/** A request, who makes it, and what the engine adds to it: how words of the text are to be said. */
export interface SpeakOrder extends SpeakRequest {
  /** Whose voices may be used besides the system's; without one, nobody's. */
  readonly account?: string
  /** Find out how long the whole answer is before its first sound, so that every chunk says what is to come. */
  readonly lengthFirst?: boolean
  readonly pronunciations?: readonly Pronunciation[]
  /** Which marks its Yoruba words are to have; see with-diacritic-overrides.ts. */
  readonly accepted?: readonly OverriddenForm[]
  /** How a custom voice sounds; see with-custom-voices.ts. */
  readonly custom?: CustomVoiceRef
}

/** A custom voice, as the engine that made it understands it. */
export interface CustomVoiceRef {
  readonly engine: string
  readonly info: VoiceInfo
  readonly traits: unknown
}

/** How far an interrupted run had come. */
export interface Resume {
  /** Sentences that were finished. */
  readonly sentences: number
  /** Samples of the finished sentences. */
  readonly samples: number
  /** Samples of the next one that were heard. */
  readonly open: number
}
