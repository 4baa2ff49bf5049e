import { needsLengthFirst } from '#media/declared-length.ts'
import type { HlsPlaylists } from '#media/hls.ts'
import { toPcm } from '#media/pcm.ts'
import type { EncodingOptions } from '#media/render.ts'
import type { Provenance, SignedAnswer, SigningContext } from '#provenance/provenance.ts'
import type { SpeechToSign } from '#provenance/signing-context.ts'
import { OWNER } from '#shared/access.ts'
import type { Handlers, SpeakRequest, Tell } from '#shared/api.ts'
import type { SpokenChunk } from '#shared/audio.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import type { Inspector } from '#speech/recordings/inspector.ts'
import type { MarkRestorer, Speaker } from '#speech/speaker.ts'
import type { Languages } from '#speech/text/detect/languages.ts'
import type { Clips } from '#storage/clips/clips.ts'
import type { Browsers } from '#storage/db/browsers.ts'
import type { Favourites } from '#storage/db/favourites.ts'
import type { Links } from '#storage/db/links.ts'
import type { Scripts } from '#storage/db/scripts.ts'
import type { UntilFree } from '#storage/db/until-free.ts'
import type { Files } from '#storage/files/files.ts'
import type { Answers } from '#storage/idempotency.ts'
import type { AcceptedForms } from './accepted-forms.ts'
import type { Access } from './access/access.ts'
import type { CustomVoices } from './custom-voices/custom-voices.ts'
import type { Dictionary } from './dictionary.ts'
import type { Exporter, Exports } from './exports.ts'
import { accessHandlers } from './handlers/access.ts'
import { browserHandlers } from './handlers/browsers.ts'
import { clipHandlers } from './handlers/clips.ts'
import { diacriticsHandlers } from './handlers/diacritics.ts'
import { createJobs } from './handlers/jobs.ts'
import { ownVoiceHandlers } from './handlers/own-voices.ts'
import { provenanceHandlers } from './handlers/provenance.ts'
import { createScriptWindows, type ScriptWindows } from './handlers/script.ts'
import { voiceHandlers } from './handlers/voices.ts'
import type { Checks } from './provenance-checks.ts'
import type { Transcripts } from './services/transcripts.ts'
import type { Texts } from './texts.ts'

/** The engine as every shell sees it (desktop, HTTP server, command line). */
export interface App {
  readonly voices: readonly VoiceInfo[]
  /** Where the engine stands: `ready` only after a real word was synthesized. */
  health(): Health
  /** Chunks of sound with timings, as an account hears them: its own voices are there besides the system's. */
  speak(request: SpeakRequest, account: string, signal: AbortSignal): AsyncGenerator<SpokenChunk>
  /**
   * The same, encoded as one continuous stream of bytes and signed on the way, as the answer to a numbered request.
   * Whatever can be wrong with the request, or with the key, throws before the first byte.
   */
  render(
    request: SpeakRequest,
    output: EncodingOptions,
    by: Pick<SpeechToSign, 'requestId' | 'account'>,
    signal: AbortSignal,
  ): Promise<SignedAnswer>
  /** The same as HLS segments on disk that expire. */
  readonly playlists: Playlists
  /** Signs, checks and remembers what was signed. */
  readonly provenance: Provenance
  /** Takes in files that are to be checked. */
  readonly checks: Checks
  /** Finished exports waiting for a browser to fetch them. */
  readonly exports: Exports
  readonly access: Access
  /** What accounts have stored. */
  readonly files: Files
  /** What was answered to requests that their callers named. */
  readonly answers: Answers
  /** Browsers that are signed in to the studio. */
  readonly browsers: Browsers
  readonly links: Links
  readonly customVoices: CustomVoices
  /** Marks and translations. */
  readonly texts: Texts
  /** Tells the language of a text that says none. */
  readonly languages: Languages
  readonly transcripts: Transcripts
  /** How whoever has others to serve writes into the library. */
  readonly untilFree: UntilFree
  /** Tell windows where the HTTP API answers. */
  servedAt(url: string): void
  /**
   * One window: its handlers, its events; `close` cancels its jobs. `caughtUp` resolves once the window has taken what
   * it was told: its speech waits for that, so that a window that reads slowly holds back its own sound. `browser`: the
   * hash by which `browsers` knows who has opened it.
   */
  connect(tell: Tell, caughtUp?: () => Promise<void>, browser?: string): Session
  close(): Promise<void>
}

export interface Health {
  /** `degraded`: ready, but what must be stored or signed is refused, because the disk has no room for it. */
  readonly state: 'starting' | 'ready' | 'degraded' | 'restarting' | 'failed'
  /** What is being done, or why it failed, in words. */
  readonly step: string
}

export interface Session {
  readonly handlers: Handlers
  close(): void
}

/** Without what belongs to whoever opened them: sweeping and the end. */
export type Playlists = Pick<HlsPlaylists, 'start' | 'playlist' | 'segment'>

/** What the app hands on as it gets it. */
type HandedOn =
  | 'voices'
  | 'health'
  | 'playlists'
  | 'provenance'
  | 'checks'
  | 'access'
  | 'files'
  | 'answers'
  | 'browsers'
  | 'links'
  | 'customVoices'
  | 'texts'
  | 'languages'
  | 'transcripts'
  | 'untilFree'
  | 'close'

/** What the app is wired from; `open.ts` builds the real parts. */
export interface Parts extends Pick<App, HandedOn> {
  readonly version: string
  readonly speaker: Speaker
  readonly render: (
    chunks: AsyncIterable<SpokenChunk>,
    output: EncodingOptions,
    signal: AbortSignal,
  ) => AsyncGenerator<Uint8Array>
  /** What the manifest of an order says; see provenance/signing-context.ts. */
  readonly signingContextOf: (order: SpeechToSign) => SigningContext
  readonly exporter: Exporter
  readonly clips: Clips
  readonly inspector: Inspector
  readonly favourites: Favourites
  readonly scripts: Scripts
  readonly pronunciations: Dictionary
  readonly marks: MarkRestorer
  readonly acceptedForms: AcceptedForms
  readonly onBug: (error: unknown) => void
}

/** The whole program, wired by hand. Every shell (desktop, server, command line) starts here. */
export function createApp(parts: Parts): App {
  let apiUrl: string | undefined
  const windows = createScriptWindows(parts.scripts, parts.untilFree, parts.onBug)
  const speak: App['speak'] = (request, account, signal) =>
    parts.speaker.speak({ ...request, account }, signal)
  return {
    voices: parts.voices,
    health: parts.health,
    speak,
    render(request, output, by, signal) {
      const { format } = output
      const lengthFirst = needsLengthFirst(format, request.text)
      const order = { ...request, account: by.account, lengthFirst }
      const making = parts.signingContextOf({ ...by, spoken: [request] })
      const encode = (chunks: AsyncIterable<SpokenChunk>, reservedBytes: number) =>
        parts.render(chunks, { ...output, reservedBytes }, signal)
      const chunks = parts.speaker.speak(order, signal)
      return parts.provenance.signAnswer(chunks, output, encode, making, signal)
    },
    provenance: parts.provenance,
    checks: parts.checks,
    playlists: parts.playlists,
    exports: parts.exporter,
    access: parts.access,
    texts: parts.texts,
    languages: parts.languages,
    transcripts: parts.transcripts,
    files: parts.files,
    answers: parts.answers,
    browsers: parts.browsers,
    links: parts.links,
    customVoices: parts.customVoices,
    untilFree: parts.untilFree,
    servedAt(url) {
      apiUrl = url
    },
    connect: (tell, caughtUp = async () => undefined, browser = undefined) =>
      connect(parts, windows, () => apiUrl, { tell, caughtUp, browser }),
    close() {
      windows.close()
      return parts.close()
    },
  }
}

/** What `App.connect` is told of a window. */
interface WindowEnd {
  readonly tell: Tell
  readonly caughtUp: () => Promise<void>
  readonly browser: string | undefined
}

function connect(
  parts: Parts,
  windows: ScriptWindows,
  apiUrl: () => string | undefined,
  { tell, caughtUp, browser }: WindowEnd,
): Session {
  const { untilFree } = parts
  const jobs = createJobs(tell, parts.onBug)
  const provenance = provenanceHandlers(parts.provenance, parts.checks, untilFree)
  const diacritics = diacriticsHandlers(parts.marks, parts.acceptedForms, untilFree)
  const clips = clipHandlers(parts.clips, parts.inspector)
  const script = windows.connect(tell)
  return {
    close() {
      script.close()
      jobs.close()
      diacritics.close()
      clips.close()
      provenance.close().catch(parts.onBug)
    },
    handlers: {
      'app.about': async () => ({
        version: parts.version,
        apiUrl: apiUrl(),
        firstKey: parts.access.first,
        health: parts.health(),
      }),
      ...voiceHandlers(parts.voices, parts.customVoices),
      ...clips.handlers,
      ...ownVoiceHandlers({ ...parts, systemVoices: parts.voices }, jobs, tell),
      'languages.detect': ({ texts }) =>
        Promise.all(
          texts.map(async (text) => ({ language: await parts.languages.tellSpoken(text) })),
        ),
      ...script.handlers,
      'speech.start': async ({ jobId, ...request }) => {
        jobs.start(jobId, async (signal) => {
          const chunks = parts.speaker.speak({ ...request, account: OWNER }, signal)
          for await (const { samples, timings, done, total } of chunks) {
            const words = [...timings.words]
            tell('speech.chunk', { jobId, pcm: toPcm(samples), words, done, total })
            await caughtUp()
          }
          tell('speech.done', { jobId })
        })
        return {}
      },
      'export.start': async ({ jobId, ...order }) => {
        jobs.start(jobId, async (signal) => {
          const progress = (done: number, total: number): void =>
            tell('export.progress', { jobId, done, total })
          tell('export.done', { jobId, ...(await parts.exporter.run(order, progress, signal)) })
        })
        return {}
      },
      ...pronunciationHandlers(parts.pronunciations, untilFree),
      ...accessHandlers(parts.access, untilFree),
      ...browserHandlers(parts.browsers, untilFree, browser),
      ...provenance.handlers,
      ...diacritics.handlers,
      'job.cancel': async ({ jobId }) => {
        jobs.cancel(jobId)
        return {}
      },
    },
  }
}

type PronunciationMethod = Extract<keyof Handlers, `pronunciations.${string}`>

function pronunciationHandlers(
  dictionary: Dictionary,
  untilFree: UntilFree,
): Pick<Handlers, PronunciationMethod> {
  return {
    'pronunciations.list': async ({ projectId }) => [...dictionary.list(projectId)],
    'pronunciations.add': (draft) => untilFree(() => dictionary.add(draft)),
    'pronunciations.change': (entry) => untilFree(() => dictionary.change(entry)),
    'pronunciations.remove': async ({ id }) => {
      await untilFree(() => dictionary.remove(id))
      return {}
    },
    'pronunciations.import': (order) => untilFree(() => dictionary.import(order)),
    'pronunciations.export': async (order) => dictionary.export(order),
  }
}
