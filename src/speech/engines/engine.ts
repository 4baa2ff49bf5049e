import type { Timings } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import type { JudgeTranscript } from '#speech/cloning/transcript-fit.ts'
import type { LettersToSound } from '#speech/languages/common/phonemizer.ts'
import type { SpeechPack } from '#speech/models/speech-pack.ts'
import type { Speaker } from '#speech/speaker.ts'
import type { Utterance } from '#speech/utterance.ts'
import type { Cloner } from './cloner.ts'

/** Properties of speech that the prosody stage may decide for an engine; the rest is the engine's own. */
export type Control = 'rate' | 'pitch' | 'tone' | 'durations' | 'pauses'

export interface Capabilities {
  /** Phones in IPA as the languages give them, or normalised text that the engine reads by its own rules. */
  readonly input: 'phones' | 'text'
  /** Languages that its voices may speak; 'all': every registered one. */
  readonly languages: readonly LanguageCode[] | 'all'
  /** Without 'rate', its voices have one pace; without 'durations', 'pitch' or 'tone' it makes its own timing and melody. */
  readonly controls: ReadonlySet<Control>
  /** Languages whose timing and melody it knows from its recordings and keeps. */
  readonly ownProsody: ReadonlySet<LanguageCode>
  /** Whether words and phones are heard when the timings say so, or about then. */
  readonly timings: 'exact' | 'estimated'
  /**
   * Whether the same utterance gives the same samples every time. If not, a text that is interrupted in mid-sentence is
   * not taken up again.
   */
  readonly deterministic: boolean
  /** Whether sound begins long before the whole utterance is ready. If not, the first one of a text is kept short. */
  readonly streams: boolean
  /** Utterances that one process renders at the same time, at least 1. */
  readonly parallel: number
  /** Whether text or sound is sent to another computer. Such an engine is not registered: nothing leaves this one. */
  readonly leavesMachine: boolean
}

/** Refuses a custom voice whose engine is not registered. `name`: of the voice. */
export function missingEngine(name: string, engine: string): AppError {
  return new AppError(
    'voice/not-found',
    `The voice ${JSON.stringify(name)} was made by the speech engine "${engine}", which is not installed here. Install it, or choose another voice.`,
  )
}

/** A voice that comes with an engine. */
export interface EngineVoice extends VoiceInfo {
  /** Id of its engine. */
  readonly engine: string
  /** Accents that it speaks languages with, as BCP 47 tags ("en-NG"); of another language, the engine's own accent. */
  readonly dialects: readonly string[]
}

/** A voice to open: one of the engine's own, or one that was made of a recording. */
export type VoiceRef =
  | { readonly kind: 'system'; readonly id: string }
  | { readonly kind: 'custom'; readonly info: VoiceInfo; readonly traits: unknown }

/** Traits of custom voices, which the engine alone understands and which are stored as JSON. */
export interface TraitsFormat {
  /** The traits of a stored or received value. Throws an Error that says what is wrong with it. */
  parse(value: unknown): unknown
  /** The gender that a voice with these traits is taken for, where one of two is needed. Throws as `parse`. */
  genderOf(traits: unknown): VoiceInfo['gender']
  /** Whether the pace and range of its voices were measured against timing and melody by rules, or against learned ones. */
  readonly prosody: 'rules' | 'learned'
}

/**
 * A way to make speech: a folder in `engines/` and a line in `registry.ts`. This part is known to every process and costs
 * nothing; models are loaded by what `create` gives.
 */
export interface EngineDefinition {
  /** As it stands in libraries and between processes: never changed. */
  readonly id: string
  /** As manifests of signed files name it, with its version. */
  readonly label: string
  readonly capabilities: Capabilities
  /** In the order in which they are listed within their language. */
  voices(): readonly EngineVoice[]
  /** The installed pack whose voices these are; left out: it comes with the program. */
  readonly pack?: SpeechPack
  /** Left out: it has no custom voices. */
  readonly traits?: TraitsFormat
  /**
   * Phones of English words that are in no lexicon, for the phonemizers of all engines. Left out: it has no such rules.
   */
  readonly lettersToSound?: LettersToSound
  /**
   * Reads what the engine loads and rejects with an Error that names what is missing or damaged. Left out: it needs
   * nothing but the program.
   */
  check?(resources: string): Promise<void>
  /** An engine in this process. `resources`: the folder `resources/`. */
  create(resources: string): Engine
}

/** An engine in one process. */
export interface Engine {
  /**
   * Loads what a voice needs, once. Throws AppError('voice/not-found') for an id that no voice has, AppError
   * ('speech/failed') where a model is missing or damaged, and the signal's reason when it aborts.
   */
  open(voice: VoiceRef, signal: AbortSignal): Promise<Session>
  /** Makes voices of recordings, which `speaker` speaks with while it does; `judge` tells whether their transcripts fit. Left out: it cannot. */
  createCloner?(speaker: Speaker, judge?: JudgeTranscript): Cloner
  /** Frees what was loaded. What is asked of it afterwards loads anew. */
  close(): Promise<void>
}

/** One voice, ready to speak. */
export interface Session {
  readonly info: VoiceInfo
  /** Of its sound, in Hz: a whole number. The pipeline brings it to `SAMPLE_RATE`. */
  readonly sampleRate: number
  /** See `EngineVoice`. */
  readonly dialects: readonly string[]
  /** Pace: 1 is even, 1.1 a tenth faster. */
  readonly rate: number
  /** Distance of its high tone from its low one. */
  readonly rangeSemitones: number
  /** Its mean pitch, in Hz; left out: the engine does not know it. */
  readonly pitchHz?: number
  /** Makes an utterance sound. Rejects with an Error where it cannot, and with the signal's reason when it aborts. */
  render(utterance: Utterance, signal: AbortSignal): Promise<Rendering>
  /**
   * The `length` that `render` would tell, without the sound and in a fraction of its time. Left out: how long a text
   * will be is known when its last sentence is rendered.
   */
  lengthOf?(utterance: Utterance, signal: AbortSignal): Promise<number>
}

/** An utterance as a voice says it. */
export interface Rendering {
  /** In seconds from the start of the sound. */
  readonly timings: Timings
  /** Samples of all blocks together; left out where that is known only at their end. */
  readonly length?: number
  /**
   * Mono samples between -1 and 1 without silence around them, at least one, none of its blocks empty: the first block is
   * short, so that it is heard early. To be read once; reading stops with the signal of `render`.
   */
  readonly blocks: AsyncIterable<Float32Array>
}
