import type { Requester } from '#shared/access.ts'
import type { SpeakRequest } from '#shared/api.ts'
import type { SpokenChunk } from '#shared/audio.ts'
import type { ChosenForm, MarkedText } from '#shared/diacritics.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Pronunciation } from '#shared/pronunciation.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import type { ReadWord } from '#shared/word-reading.ts'
import type { SpeechPack } from './models/speech-pack.ts'
import type { WordLanguage } from './text/detect/detect-words.ts'

/** Turns requests into sound, in this process or in another one. */
export interface Speaker {
  /**
   * Yields chunks in order, each as soon as it is ready. They are pulled, so a slow reader slows the synthesis. Throws
   * AppError. `resume`: skip what an interrupted run has already spoken.
   */
  speak(request: SpeakOrder, signal: AbortSignal, resume?: Resume): AsyncGenerator<SpokenChunk>
}

/** Puts the marks on a text that its writer left out: tone marks and under-dots in Yoruba. In this process or in another one. */
export interface MarkRestorer {
  /**
   * The same text with marks, and its words one by one; written marks stay. Throws AppError, and the signal's reason
   * when it aborts.
   */
  restoreMarks(order: MarkOrder, signal: AbortSignal): Promise<MarkedText>
}

/** Tells how a text is read, without a sound. In this process or in another one. */
export interface WordReader {
  /**
   * The text in the words that are spoken, figures and signs included, with its marks and punctuation; one line for each
   * paragraph. Throws AppError as `speak` does, and the signal's reason when it aborts.
   */
  normalise(order: NormaliseOrder, signal: AbortSignal): Promise<string>
  /** The words of a text in order. Throws AppError, and the signal's reason when it aborts. */
  readWords(order: ReadOrder, signal: AbortSignal): Promise<readonly ReadWord[]>
}

/** Tells the languages of the words of a text. In this process or in another one. */
export interface WordLanguages {
  /** See `LanguageIdentifier.detectWords`. Rejects with the signal's reason when it aborts. */
  detectWords(order: DetectOrder, signal: AbortSignal): Promise<readonly WordLanguage[]>
}

/** A text whose words are in several languages. */
export interface DetectOrder extends Requested {
  readonly text: string
  /** Its main language; left out: detected. */
  readonly main?: LanguageCode | undefined
}

/** What is done for somebody. */
interface Requested {
  /** For whom it is done, so that it takes its turn fairly among the work for others; left out: for the owner. */
  readonly requester?: Requester | undefined
}

/** A text whose words are to be read one by one. */
export interface ReadOrder extends NormaliseOrder {
  /** Dialects of the voice, as BCP 47 tags; see `EngineVoice`. */
  readonly dialects: readonly string[]
}

/** A text that is to be put into the words that are spoken, with what counts for it of the person's dictionary and accepted marks. */
export interface NormaliseOrder
  extends Requested,
    Pick<SpeakOrder, 'text' | 'numbers' | 'pronunciations' | 'accepted'> {
  readonly language: LanguageCode
}

/** A text to be marked, and the person's overrides: for this text alone by place, and stored ones by word. */
export interface MarkOrder extends Requested {
  /** A language whose marks can be restored (`LanguageInfo.restoresDiacritics`). */
  readonly language: LanguageCode
  readonly text: string
  /** The project whose stored overrides apply besides the global ones. */
  readonly projectId?: string | undefined
  readonly chosen?: readonly ChosenForm[] | undefined
  /** Stored overrides, added by the host; see worker/with-diacritic-overrides.ts. */
  readonly accepted?: readonly OverriddenForm[] | undefined
}

/** A Yoruba word without marks, and the marked form that a person has set for it. */
export interface OverriddenForm {
  readonly word: string
  readonly form: string
}

/** A speaker in this process. */
export interface LocalSpeaker extends Speaker, MarkRestorer, WordReader, WordLanguages {
  /** Phonemes in IPA, one line of output per line of input. */
  phonemes(lines: readonly string[], language: string, signal: AbortSignal): Promise<string[]>
}

/** A request, its account, and the pronunciations, marks and voice that the host adds to it. */
export interface SpeakOrder extends SpeakRequest, Requested {
  /** Account whose custom voices may be used; without one, system voices only. */
  readonly account?: string
  /** Compute the length of the whole speech before its first sample, so that every chunk states what is to come. */
  readonly lengthFirst?: boolean
  readonly pronunciations?: readonly Pronunciation[]
  /** The stretch of the text to be spoken, from 0, of those between changes of its voice; left out: all, by one voice. */
  readonly stretch?: { readonly index: number; readonly isLast: boolean }
  /** Overrides of the marks of Yoruba words; see worker/with-own-words.ts. */
  readonly accepted?: readonly OverriddenForm[]
  /** The pack of the voice, added by the host. */
  readonly pack?: SpeechPack | undefined
  /** Traits of a custom voice; see worker/with-custom-voices.ts. */
  readonly custom?: CustomVoiceRef
}

/** A custom voice with the traits that its engine reads. */
export interface CustomVoiceRef {
  readonly engine: string
  readonly info: VoiceInfo
  readonly traits: unknown
}

/** Progress of an interrupted run. */
export interface Resume {
  /** Number of finished sentences. */
  readonly sentences: number
  /** Samples of the finished sentences. */
  readonly samples: number
  /** Samples of the next sentence that were already delivered. */
  readonly open: number
}
