import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createAccess } from '#app/access/create-access.ts'
import type { JwtRules } from '#app/access/jwt.ts'
import type { App, AppDependencies, Health, Playlists } from '#app/app.ts'
import { openBatches } from '#app/batches/open-batches.ts'
import type { ByteStores } from '#app/byte-stores.ts'
import { createApp } from '#app/create-app.ts'
import { createCustomVoices } from '#app/custom-voices/custom-voices.ts'
import { openRecordings } from '#app/custom-voices/recordings.ts'
import { createDiacriticOverrides } from '#app/diacritic-overrides.ts'
import { createDictionary, WORD_KEYS } from '#app/dictionary.ts'
import { createDownloads } from '#app/exports/downloads.ts'
import { createExporter } from '#app/exports/exporter.ts'
import { openExports } from '#app/exports/open-exports.ts'
import { healthOf } from '#app/health.ts'
import { createSignInStore } from '#app/open-library.ts'
import { projectsOf, randomName } from '#app/open-projects.ts'
import { createProjectFiles } from '#app/project-files.ts'
import { INTERNET, type Network } from '#app/services/guarded-fetch/network.ts'
import {
  type ProviderSettings,
  transcribersOf,
  translationChainOf,
  translationServerOf,
} from '#app/services/providers.ts'
import type { PackTranscriber } from '#app/services/transcribe/pack-transcriber.ts'
import { createTranscriptionService } from '#app/services/transcription-service.ts'
import type { TranslationProvider } from '#app/services/translate/translator.ts'
import { openSettings } from '#app/settings/settings.ts'
import { createStorage } from '#app/storage.ts'
import { createTexts } from '#app/texts.ts'
import { createTranslationMemory } from '#app/translation-memory/translation-memory.ts'
import { createVerifications } from '#app/verifications.ts'
import { withDiskSpaceCheck } from '#app/with-disk-space-check.ts'
import type { BatchLimits } from '#batches/intake.ts'
import { createHistory } from '#history/history.ts'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { toPcm } from '#media/pcm.ts'
import { type EncodingOptions, render } from '#media/render.ts'
import type { PackSettings } from '#packs/pack-settings.ts'
import { openPacks } from '#packs/packs.ts'
import { TAKES_FOLDER } from '#projects/project-folder.ts'
import { provenanceOf, workFolderOf } from '#provenance/open-provenance.ts'
import type { SigningContext } from '#provenance/provenance.ts'
import { type SpeechToSign, signingContextOf } from '#provenance/signing-context.ts'
import { OWNER } from '#shared/access.ts'
import { type AudioChunk, SAMPLE_RATE } from '#shared/audio.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { createClonerBy } from '#speech/cloning/clone.ts'
import { FLITE_CLONING } from '#speech/engines/flite/clone/method.ts'
import { createDiacritizer } from '#speech/languages/yo/diacritics/diacritizer.ts'
import { letterByLetter } from '#speech/phonemes/phonemizer.test-support.ts'
import { createSpeaker } from '#speech/pipeline/speak.ts'
import { INSPECTOR } from '#speech/recordings/inspector.ts'
import type { MarkRestorer } from '#speech/speaker.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { withCustomVoices } from '#speech/worker/with-custom-voices.ts'
import { restoringDiacriticOverrides } from '#speech/worker/with-diacritic-overrides.ts'
import { NO_WAITS } from '#speech/worker/workers.ts'
import { createClips } from '#storage/clips/clips.ts'
import { createConsentRecordings } from '#storage/db/consent-recordings.ts'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { createDiacriticOverrideRows } from '#storage/db/diacritic-overrides.ts'
import { createFavourites } from '#storage/db/favourites.ts'
import { createPronunciations } from '#storage/db/pronunciations.ts'
import { secretOf } from '#storage/db/secrets.ts'
import { createTranslationMemoryRows } from '#storage/db/translation-memory.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { openDiskSpace } from '#storage/disk-space.ts'
import { createOrphans } from '#storage/library-ownership/orphans.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { createTakes } from '#takes/takes.ts'
import {
  createToneSpeaker,
  type ToneSpeakerStats,
  WORD_SECONDS,
} from './tone-speaker.test-support.ts'
import { createTranscriberOf } from './transcriber.test-support.ts'

/** A key with spaces, as the tests of the official clients use it. */
export const KEY = 'My API Key'
/** Sound per word, in bytes of pcm_s16le. */
export const WORD_BYTES = WORD_SECONDS * SAMPLE_RATE * 2

export interface ToneApp {
  readonly app: App
  readonly work: ToneSpeakerStats
  readonly folder: string
  readonly bugs: { readonly error: unknown; readonly requestId: string }[]
  /** A word waits here before it is spoken: set it to hold the synthesis back. */
  hold: Promise<unknown>
  /** Holds every text back after its first word, until what is answered is called, or the test is over. */
  holdAfterFirst(): () => void
  health: Health
  /** Free space of the disk in bytes; undefined: unknown. */
  freeBytes: number | undefined
  /** Happens when a part of the reserve was given back to a disk that is full: a test lays one up at `reserveOf(folder)`. */
  onGivenBack: () => void
  readonly database: Database
  close(): Promise<void>
}

export interface ToneAppOptions {
  readonly providers?: ProviderSettings
  /** Left out: there is no built-in translator. */
  readonly builtIn?: TranslationProvider
  readonly packs?: PackSettings
  readonly network?: Network
  /** Transcribes with packs; left out: none are opened. */
  readonly packTranscriber?: PackTranscriber
  readonly now?: () => Date
  readonly jwt?: JwtRules
  /** Quota of an account's files in bytes; left out: as in the product. */
  readonly quotaBytes?: number
  /** Maximum number of files of an account; left out: as in the product. */
  readonly maxFiles?: number
  readonly batchLimits?: Partial<BatchLimits>
  /** Where bytes lie; left out: in the data folder. */
  readonly stores?: ByteStores
}

const voices: readonly VoiceInfo[] = [
  {
    id: 'lina',
    name: 'Lina',
    gender: 'female',
    language: 'en',
    character: 'A clear tone.',
    sample: 'Good morning.',
  },
  {
    id: 'john',
    name: 'John',
    gender: 'male',
    language: 'en',
    character: 'A low tone.',
    sample: 'Good evening.',
  },
]

const LEXICONS = join(import.meta.dirname, '../../resources/lexicons')
const diacritizer = createDiacritizer({ lexiconFolder: LEXICONS })
const languages = openLanguageIdentifier(join(LEXICONS, '../../models'), (error) => {
  throw error
})

/** The whole app, wired as the product wires it, with a voice that says every word as a tone of 440 Hz. */
export function openToneApp(options: ToneAppOptions = {}): ToneApp {
  const folder = mkdtempSync(join(tmpdir(), 'griot ohùn ድምፅ '))
  const database = openDatabase(join(folder, 'griot.db'))
  const work: ToneSpeakerStats = { running: 0, words: 0, requests: [] }
  const bugs: ToneApp['bugs'] = []
  let afterFirst: Promise<unknown> = Promise.resolve()
  const toneSpeaker = createToneSpeaker(work, (index) =>
    Promise.all([tone.hold, index > 0 && afterFirst]),
  )
  const renderWith = (
    chunks: AsyncIterable<AudioChunk>,
    output: EncodingOptions,
    signal: AbortSignal,
  ) => render(chunks, output, getFfmpeg, signal)
  const now = options.now ?? (() => new Date())
  const access = createAccess(database, {
    ...{ now, randomBytes, extraKeys: [KEY], jwt: options.jwt },
    process: createLiveProcess(process.pid),
    onBug: (error) => bugs.push({ error, requestId: '' }),
  })
  access.makeFirst().catch((error) => bugs.push({ error, requestId: '' }))
  const diskSpace = openDiskSpace({ folder, reserveBytes: 0, freeBytes: () => tone.freeBytes })
  const cloner = createClonerBy(
    FLITE_CLONING,
    createToneSpeaker({ running: 0, words: 0, requests: [] }, async () => 0),
  )
  const customVoices = createCustomVoices({
    stored: createStoredVoices(database),
    recordings: openRecordings(join(folder, 'voices'), process.pid),
    orphans: createOrphans(folder, database, now),
    cloner,
    detectLanguage: languages.identify,
    ...{ getFfmpeg, now, randomBytes },
  })
  const speaker = withCustomVoices(toneSpeaker, customVoices.acquire)
  const diacriticOverrides = createDiacriticOverrides(createDiacriticOverrideRows(database))
  const translationMemory = createTranslationMemory(createTranslationMemoryRows(database), now)
  const restorer: MarkRestorer = {
    restoreMarks: ({ text, language: _, ...overrides }) => diacritizer.mark(text, overrides),
  }
  const marks = restoringDiacriticOverrides(restorer, diacriticOverrides.among)
  const { providers = {} } = options
  const quotaOf = async (account: string): Promise<number> =>
    options.quotaBytes ?? (await access.accountOf(account)).quotaBytes
  const onBug = (error: unknown): void => {
    bugs.push({ error, requestId: '' })
  }
  const { maxFiles, stores } = options
  const linkSecret = database.perform(() => secretOf('links', randomBytes))
  const storage = createStorage(database, {
    ...{ home: folder, now, linkSecret, quotaOf, maxFiles, stores, onBug },
  })
  const provenance = provenanceOf(database, { home: folder, version: '0.0.0' }, now, {
    releaseReserve: () => {
      const isGiven = diskSpace.releaseReserve()
      if (isGiven) tone.onGivenBack()
      return isGiven
    },
  })
  const describe = (order: SpeechToSign): Promise<SigningContext> =>
    signingContextOf(order, customVoices.find)
  const projects = projectsOf(database, { home: folder, ready: { title: 'Ready', lines: [] }, now })
  const packs = openPacks({
    ...{ home: folder, resources: join(LEXICONS, '..'), settings: options.packs ?? {}, now, onBug },
    waitsMs: [1, 1, 1],
  })
  const downloads = createDownloads()
  const history = createHistory(database, now)
  const settings = openSettings({ home: folder, variables: {} })
  const exported = openExports({
    ...{ home: folder, database, reserve: diskSpace, files: storage.files, getFfmpeg, downloads },
    ...{ settings, now, onBug },
  })
  const parts: AppDependencies = {
    version: '0.0.0',
    voices: () => voices,
    missingVoice: () => undefined,
    workerWaits: () => NO_WAITS,
    onVoices: () => () => undefined,
    speaker,
    health: () => healthOf(tone.health, database, provenance, diskSpace),
    render: renderWith,
    playlists: createTonePlaylists(folder),
    provenance,
    verifications: createVerifications(provenance, workFolderOf(folder)),
    signingContextOf: describe,
    openBatches: openBatches(database, {
      ...{ home: folder, files: storage.files, now, onBug },
      ...{ process: createLiveProcess(process.pid), pollMs: 100, limits: options.batchLimits },
    }),
    exporter: createExporter({
      speaker,
      render: renderWith,
      sign: async (path, name, { lines, title, format }, signal) => {
        const order = { requestId: randomUUID(), account: OWNER, spoken: lines, title }
        const making = await describe(order)
        return (await provenance.signFile(path, format, making, signal, name)).sidecarPath
      },
      folder: join(folder, 'exports'),
      ...{ getFfmpeg, downloads },
      library: exported.library,
    }),
    exports: downloads,
    ...{ history, libraryFiles: exported.libraryFiles },
    notify: undefined,
    showTexts: undefined,
    access,
    files: storage.files,
    idempotency: storage.idempotency,
    customVoices,
    clips: createClips({
      ...{ folder: join(folder, 'clips'), getFfmpeg, clean: INSPECTOR.clean, now },
      process: createLiveProcess(process.pid),
    }),
    inspector: INSPECTOR,
    words: createSpeaker({
      ...{ engines: [], lettersToSound: letterByLetter, lexicons: LEXICONS },
      restoreMarks: (order) => restorer.restoreMarks(order, new AbortController().signal),
      detectWords: languages.detectWords,
    }),
    ...createSignInStore(database, now),
    favourites: createFavourites(database),
    consentRecordings: createConsentRecordings(database),
    texts: createTexts(
      marks,
      {
        chain: translationChainOf(providers, languages, {
          builtIn: options.builtIn,
          packs: async () => [],
        }),
        memory: translationMemory,
      },
      languages,
    ),
    translationMemory,
    translationServer: translationServerOf(providers),
    languages,
    transcripts: createTranscriptionService({
      folder: join(folder, 'transcriptions'),
      transcriber: transcribersOf(
        providers,
        options.packTranscriber ?? createTranscriberOf(packs.store),
        (words) => onBug(new Error(words)),
      ),
      ...{ network: options.network ?? INTERNET, now },
    }),
    packs,
    settings,
    marks,
    diacriticOverrides,
    retryWhileBusy: database.retryWhileBusy,
    pronunciations: createDictionary(createPronunciations(database, WORD_KEYS)),
    takes: createTakes({
      folderOf: (id) => join(projects.folderOf(id), TAKES_FOLDER),
      ...{ getFfmpeg, now },
      madeBy: () => 'griot 0.0.0, tone',
    }),
    projects,
    projectFiles: createProjectFiles({
      ...{ projects, downloads },
      tools: { now, randomName },
      folder: join(folder, 'exports'),
      choosePath: undefined,
    }),
    onBug: (error) => bugs.push({ error, requestId: '' }),
    close: async () => {
      await Promise.all([history.close(), exported.close()])
      database.endRetries()
      await storage.close()
      await diskSpace.close()
      await access.close()
      database.close()
    },
  }
  const app = createApp(withDiskSpaceCheck(parts, database, diskSpace))
  const tone: ToneApp = {
    app,
    work,
    folder,
    bugs,
    hold: Promise.resolve(),
    holdAfterFirst: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      afterFirst = promise
      onTestFinished(() => resolve())
      return resolve
    },
    health: { state: 'ready', step: 'Ready.' },
    freeBytes: undefined,
    onGivenBack: () => undefined,
    database,
    close: async () => {
      await app.close()
      rmSync(folder, { recursive: true })
    },
  }
  return tone
}

/** One segment per word, kept until the folder goes. */
function createTonePlaylists(folder: string): Playlists {
  const growing = new Map<string, string[]>()
  const head = ['#EXTM3U\n', '#EXT-X-TARGETDURATION:1\n', '#EXT-X-PLAYLIST-TYPE:EVENT\n']
  return {
    async start(chunks, _bitrate, segmentUrl, _signal) {
      const id = randomBytes(32).toString('base64url')
      mkdirSync(join(folder, 'hls', id), { recursive: true })
      const names: string[] = []
      const iterator = chunks[Symbol.asyncIterator]()
      const next = async (): Promise<string | undefined> => {
        const chunk = await iterator.next()
        if (chunk.done) return undefined
        const name = `${names.length}.aac`
        writeFileSync(join(folder, 'hls', id, name), toPcm(chunk.value.samples))
        names.push(name)
        return `#EXTINF:${WORD_SECONDS},\n${segmentUrl(id, name)}\n`
      }
      const first = await next()
      growing.set(id, names)
      const lines = async function* (): AsyncGenerator<string> {
        yield* head
        for (let line = first; line !== undefined; line = await next()) yield line
        yield '#EXT-X-ENDLIST\n'
      }
      return { id, lines: lines() }
    },
    playlist: (id, segmentUrl) => {
      const names = growing.get(id)
      return (
        names && [...head, ...names.map((name) => `#EXTINF:1,\n${segmentUrl(id, name)}\n`)].join('')
      )
    },
    segment: (id, name) =>
      growing.get(id)?.includes(name) ? join(folder, 'hls', id, name) : undefined,
  }
}
