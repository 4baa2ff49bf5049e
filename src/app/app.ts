import type { Batches } from '#batches/batches.ts'
import type { BatchSpeech } from '#batches/speech.ts'
import type { History, Spoken } from '#history/history.ts'
import type { LibraryFiles } from '#history/library-files.ts'
import type { EncodingOptions } from '#media/render.ts'
import type { Packs } from '#packs/packs.ts'
import type { Projects } from '#projects/registry.ts'
import type { Provenance, SignedAnswer, SigningContext } from '#provenance/provenance.ts'
import type { SpeechToSign } from '#provenance/signing-context.ts'
import type { Requester } from '#shared/access.ts'
import type { EmitEvent, Handlers, SpeakRequest } from '#shared/api.ts'
import type { SpokenChunk, Timings } from '#shared/audio.ts'
import type { DesktopTexts } from '#shared/desktop.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import type { Inspector } from '#speech/recordings/inspector.ts'
import type { MarkRestorer, WordLanguages, WordReader } from '#speech/speaker.ts'
import type { LanguageIdentifier } from '#speech/text/detect/languages.ts'
import type { WorkerWaits } from '#speech/worker/workers.ts'
import type { Clips } from '#storage/clips/clips.ts'
import type { Browsers } from '#storage/db/browsers.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'
import type { ConsentRecordings } from '#storage/db/consent-recordings.ts'
import type { Favourites } from '#storage/db/favourites.ts'
import type { Links } from '#storage/db/links.ts'
import type { Files } from '#storage/files/files.ts'
import type { IdempotencyStore } from '#storage/idempotency.ts'
import type { Takes } from '#takes/takes.ts'
import type { Access } from './access/access.ts'
import type { AppOrigins } from './app-origins.ts'
import type { OpenedBatches } from './batches/open-batches.ts'
import type { CustomVoices } from './custom-voices/custom-voices.ts'
import type { DiacriticOverrides } from './diacritic-overrides.ts'
import type { Dictionary } from './dictionary.ts'
import type { Exports } from './exports/downloads.ts'
import type { Exporter } from './exports/exporter.ts'
import type { DesktopRequests } from './handlers/desktop.ts'
import type { FileDesktop } from './handlers/files.ts'
import type { ChooseFolder } from './handlers/packs.ts'
import type { Normalise } from './normaliser.ts'
import type { ProjectFiles } from './project-files.ts'
import type { AskedBy } from './recorded-speech.ts'
import type { TranscriptionService } from './services/transcription-service.ts'
import type { Settings } from './settings/settings.ts'
import type { SharedPlaylists } from './shared-playlists.ts'
import type { FallbackSpeaker, OnVoiceFallback } from './speech-packs/voice-fallback.ts'
import type { Texts } from './texts.ts'
import type { TranslationMemory } from './translation-memory/translation-memory.ts'
import type { FindUnspoken } from './unspoken.ts'
import type { Verifications } from './verifications.ts'

/** The program as every shell uses it: desktop, HTTP server, command line. */
export interface App {
  /** Of this program, such as `0.1.0`. */
  readonly version: string
  /** The voices that everybody has now: those of packs come and go with them. */
  voices(): readonly VoiceInfo[]
  /** Why there is no voice of this id, where a pack that is not installed would have it, in words. */
  missingVoice(id: string): string | undefined
  /** State of the program: `ready` only after a real word was synthesized. */
  health(): Health
  /** What waits for a worker of the service; nothing where this program makes its own speech. */
  workerWaits(): WorkerWaits
  /**
   * Chunks of sound with timings, as an account hears them: its own voices are there besides the system's. `onFallback`: see
   * `FallbackSpeaker`. `by`: what the history says of the caller, and with whom the speech takes turns.
   */
  speak(
    request: SpeakRequest,
    account: string,
    signal: AbortSignal,
    onFallback?: OnVoiceFallback,
    by?: CallerOfSpeech,
  ): AsyncGenerator<SpokenChunk>
  /**
   * Speech encoded as one continuous stream of bytes and signed on the way, as the answer to the request of an id.
   * Every error of the request, or of the signing key, is thrown before the first byte. `onFallback` is told, if ever, before
   * this answers: what is signed names the voice that speaks. `onTimings` is told of the times of every chunk before its bytes come.
   */
  render(
    request: SpeakRequest,
    output: EncodingOptions,
    by: Pick<SpeechToSign, 'requestId' | 'account'> & CallerOfSpeech,
    signal: AbortSignal,
    onFallback?: OnVoiceFallback,
    onTimings?: (timings: Timings) => void,
  ): Promise<SignedAnswer>
  /** Silence of a length in seconds, encoded as one stream of bytes. */
  silence(seconds: number, output: EncodingOptions, signal: AbortSignal): AsyncGenerator<Uint8Array>
  /** Speech as HLS segments on disk that expire. */
  readonly playlists: Playlists
  /** Signs, checks and remembers what was signed. */
  readonly provenance: Provenance
  /** Verifies the provenance of files. */
  readonly verifications: Verifications
  /** Finished exports waiting for a browser to fetch them. */
  readonly exports: Exports
  readonly access: Access
  /**
   * Counts a request of a token with those that it makes at other nodes; the answer is undefined, or in how many milliseconds
   * the next one may come. Undefined where this program is the only one.
   */
  readonly countRequest?:
    | ((tokenId: string, perMinute: number) => Promise<number | undefined>)
    | undefined
  /** Stored files of the accounts. */
  readonly files: Files
  /** Many lines that are spoken while nobody waits. */
  readonly batches: Batches
  /** Answers to requests with an Idempotency-Key. */
  readonly idempotency: IdempotencyStore
  /** Browsers that are signed in to the studio. */
  readonly browsers: Browsers
  readonly links: Links
  readonly customVoices: CustomVoices
  /** Recordings in which people agree to a voice. */
  readonly consentRecordings: ConsentRecordings
  /** Marks and translations. */
  readonly texts: Texts
  /** The words of a text as they are spoken. */
  readonly normalise: Normalise
  readonly unspoken: FindUnspoken
  /** Translations that people have corrected. */
  readonly translationMemory: TranslationMemory
  /** Tells the language of a text that says none. */
  readonly languages: Omit<LanguageIdentifier, 'detectWords'>
  /** The language of each word of a text; see `LanguageIdentifier`. Throws the signal's reason. */
  readonly detectWords: WordLanguages['detectWords']
  readonly transcripts: TranscriptionService
  readonly settings: Settings
  /** Extensions and apps that the owner is asked about. */
  readonly appOrigins: AppOrigins
  /** Packs of models: what is there, and what is being installed. */
  readonly packs: Packs
  /** Tells `listener` of all that is spoken from now on; returns the function that ends that. */
  onSpoken(listener: (spoken: Spoken) => void): () => void
  /** Writes to the library without blocking other work; see busy-retry.ts. */
  readonly retryWhileBusy: RetryWhileBusy
  /** What the desktop asks outside of its window. */
  readonly desktop: DesktopRequests
  /** Tells windows the address of the HTTP API. */
  servedAt(url: string): void
  /**
   * Connects one window: its handlers and events; `close` cancels its jobs. `drained` resolves once the window has read
   * the events sent so far: its speech waits for that, so that a window that reads slowly holds back only its own sound.
   * `browser`: the hash by which `browsers` knows the browser of the window.
   */
  connect(emit: EmitEvent, drained?: () => Promise<void>, browser?: string): WindowSession
  close(): Promise<void>
}

export interface Health {
  /** `degraded`: ready, but what must be stored or signed is refused, because the disk has no room for it. */
  readonly state: 'starting' | 'ready' | 'degraded' | 'restarting' | 'failed'
  /** Current step, or the reason of a failure, for people. */
  readonly step: string
}

/** What the history says of a caller of the API. */
export interface CallerOfSpeech extends Pick<AskedBy, 'keyName' | 'isPrivate'> {
  /** Left out: the account, without a token. */
  readonly requester?: Requester
}

export interface WindowSession {
  readonly handlers: Handlers
  close(): void
}

/** Playlists without purging and closing, which belong to whoever opened them. */
export type Playlists = SharedPlaylists

/** Members of App that are passed through unchanged. */
type PassedThrough =
  | 'version'
  | 'voices'
  | 'missingVoice'
  | 'health'
  | 'workerWaits'
  | 'playlists'
  | 'exports'
  | 'provenance'
  | 'verifications'
  | 'access'
  | 'countRequest'
  | 'files'
  | 'idempotency'
  | 'browsers'
  | 'links'
  | 'customVoices'
  | 'consentRecordings'
  | 'texts'
  | 'translationMemory'
  | 'languages'
  | 'transcripts'
  | 'packs'
  | 'settings'
  | 'retryWhileBusy'
  | 'close'

/** Dependencies of the app; `open.ts` builds the real ones. */
export interface AppDependencies extends Pick<App, PassedThrough> {
  /** What the owner calls the translation server that was set up; undefined: none was. */
  readonly translationServer: string | undefined
  readonly speaker: FallbackSpeaker
  readonly render: (
    chunks: AsyncIterable<SpokenChunk>,
    output: EncodingOptions,
    signal: AbortSignal,
  ) => AsyncGenerator<Uint8Array>
  /** Contents of the manifest for an answer; see provenance/signing-context.ts. */
  readonly signingContextOf: (order: SpeechToSign) => Promise<SigningContext>
  /** Opens the batches, which speak as requests do. */
  readonly openBatches: (speech: BatchSpeech) => OpenedBatches
  readonly exporter: Exporter
  readonly clips: Clips
  readonly inspector: Inspector
  readonly favourites: Favourites
  readonly history: History
  readonly libraryFiles: LibraryFiles
  /** Left out: files are fetched by a browser. */
  readonly desktop?: FileDesktop | undefined
  readonly takes: Takes
  readonly projects: Projects
  readonly projectFiles: ProjectFiles
  /** Shows a notice of the system; undefined in a browser. */
  readonly notify: ((title: string, body: string) => void) | undefined
  /** Shows the menus of the desktop in another language; undefined in a browser. */
  readonly showTexts: ((texts: DesktopTexts) => void) | undefined
  readonly pronunciations: Dictionary
  readonly marks: MarkRestorer
  /** Tells how words are read. */
  readonly words: WordReader & WordLanguages
  readonly diacriticOverrides: DiacriticOverrides
  /** Calls a listener when voices have come or gone; answers how to end that. */
  readonly onVoices: (listener: () => void) => () => void
  /** Left out: a person names the folder of a pack by its path. */
  readonly chooseFolder?: ChooseFolder | undefined
  readonly onBug: (error: unknown) => void
}
