import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createHistory } from '#history/history.ts'
import { type ModelProcesses, openModelProcesses } from '#inference/model-process.ts'
import { packSourceOf } from '#inference/pack-source.ts'
import { type GetFfmpeg, rememberFfmpeg } from '#media/ffmpeg.ts'
import { createPlaylists } from '#media/hls.ts'
import { render } from '#media/render.ts'
import type { PackSettings } from '#packs/pack-settings.ts'
import { openPacks } from '#packs/packs.ts'
import { suggestedCommand } from '#packs/suggested-pack.ts'
import { TAKES_FOLDER } from '#projects/project-folder.ts'
import { provenanceOf, type SigningOptions, workFolderOf } from '#provenance/open-provenance.ts'
import type { SigningContext } from '#provenance/provenance.ts'
import { schedulePruning } from '#provenance/schedule-pruning.ts'
import { type SpeechToSign, signingContextOf } from '#provenance/signing-context.ts'
import { moveSigningSettings } from '#provenance/signing-settings.ts'
import { OWNER } from '#shared/access.ts'
import type { DesktopTexts } from '#shared/desktop.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { leaveOutIncomplete, systemVoices } from '#speech/engines/registry.ts'
import { modelsBeside } from '#speech/models/catalog.ts'
import { withVoiceChanges } from '#speech/pipeline/voice-changes.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import type { WorkerLink } from '#speech/worker/link.ts'
import { withCustomVoices } from '#speech/worker/with-custom-voices.ts'
import {
  restoringDiacriticOverrides,
  withDiacriticOverrides,
} from '#speech/worker/with-diacritic-overrides.ts'
import { withPronunciations } from '#speech/worker/with-pronunciations.ts'
import { createSpeechWorkers, type SpeechWorkers } from '#speech/worker/workers.ts'
import { createClips } from '#storage/clips/clips.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createDiacriticOverrideRows } from '#storage/db/diacritic-overrides.ts'
import { createFavourites } from '#storage/db/favourites.ts'
import type { FolderLock } from '#storage/db/folder-lock.ts'
import { createProvenanceRows } from '#storage/db/provenance.ts'
import { withReserve } from '#storage/db/reserve.ts'
import { secretOf } from '#storage/db/secrets.ts'
import { createTranslationMemoryRows } from '#storage/db/translation-memory.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { type DiskSpaceOptions, openDiskSpace } from '#storage/disk-space.ts'
import { libraryOf } from '#storage/home.ts'
import { adoptFolders } from '#storage/library-ownership/adopt-folders.ts'
import { createOrphans } from '#storage/library-ownership/orphans.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { lockShared } from '#storage/lock-home.ts'
import { createPlaylistQuota, PLAYLIST_LIMITS } from '#storage/playlist-quota.ts'
import { folderOfProcess, purgeProcessFolders } from '#storage/process-folders.ts'
import { restrictPermissions } from '#storage/restrict-permissions.ts'
import { createTakes } from '#takes/takes.ts'
import { createAccess } from './access/create-access.ts'
import { type JwtSettings, readJwtRules } from './access/jwt-settings.ts'
import type { App, AppDependencies } from './app.ts'
import { openBatches } from './batches/open-batches.ts'
import { createApp } from './create-app.ts'
import { createCustomVoices, purgeCustomVoices } from './custom-voices/custom-voices.ts'
import { openRecordings } from './custom-voices/recordings.ts'
import { createDiacriticOverrides } from './diacritic-overrides.ts'
import type { ExporterDependencies } from './exports/dependencies.ts'
import { createDownloads } from './exports/downloads.ts'
import { createExporter } from './exports/exporter.ts'
import { openExports } from './exports/open-exports.ts'
import { healthOf } from './health.ts'
import { createSignInStore, dictionaryOf } from './open-library.ts'
import { prepareProjects, projectsOf, randomName, readReadyScript } from './open-projects.ts'
import { createProjectFiles } from './project-files.ts'
import { recordedSpeech } from './recorded-speech.ts'
import { INTERNET } from './services/guarded-fetch/network.ts'
import {
  type ProviderSettings,
  transcribersOf,
  translationChainOf,
  translationServerOf,
} from './services/providers.ts'
import { createPackTranscriber } from './services/transcribe/pack-transcriber.ts'
import { createTranscriptionService } from './services/transcription-service.ts'
import { createBuiltIn } from './services/translate/built-in.ts'
import type { ChainOptions } from './services/translate/chain.ts'
import { packTranslatorsOf } from './services/translate/pack-translators.ts'
import {
  createTranslatorProcess,
  type TranslatorProcess,
} from './services/translate/worker/remote.ts'
import { openSettings, type SettingsOptions } from './settings/settings.ts'
import {
  modelsWhenOpen,
  NO_PACKS,
  openPackVoices,
  type PackVoices,
} from './speech-packs/pack-voices.ts'
import { withPackVoices } from './speech-packs/voice-fallback.ts'
import { createStorage } from './storage.ts'
import { createTexts } from './texts.ts'
import { createTranslationMemory } from './translation-memory/translation-memory.ts'
import { createVerifications } from './verifications.ts'
import { withDiskSpaceCheck } from './with-disk-space-check.ts'

/** As callers see them: an engine's own words about a voice stay inside. */
const voiceInfos = (): readonly VoiceInfo[] =>
  systemVoices().map(({ engine: _, dialects: __, ...info }): VoiceInfo => info)

/** Paths, settings and platform services of this machine. Only a shell knows them; the app never looks for itself. */
export interface AppOptions extends SigningOptions {
  /** The folder `resources/`. */
  readonly resources: string
  /** Starts a speech worker for the engine of this id. */
  readonly startWorker: (engine: string) => WorkerLink
  /** Starts the process of the built-in translator; left out: there is none. */
  readonly startTranslator?: (() => WorkerLink) | undefined
  /** Starts a process that opens a pack of models; left out: packs are not opened. */
  readonly startModel?: (() => WorkerLink) | undefined
  /** The person's own choice of ffmpeg, and the system's list of program folders to look for one. */
  readonly ffmpegPath?: string | undefined
  readonly searchPath?: string | undefined
  /** API keys to accept besides the stored ones. */
  readonly extraKeys: readonly string[]
  /** JWT settings of the operator; left out: none are accepted. */
  readonly jwt?: JwtSettings | undefined
  /** Programs that translate and transcribe, as the person said them; left out: none. */
  readonly providers?: ProviderSettings | undefined
  /** Where packs of models come from; left out: from where the catalog says. */
  readonly packs?: PackSettings | undefined
  /** Maximum size of one account's playlists on the disk, in bytes. */
  readonly hlsQuotaBytes?: number | undefined
  /** Maximum number of files of one account. */
  readonly maxFiles?: number | undefined
  /** A desktop asks the person where to save; without one, exports wait for a browser to fetch them. */
  readonly desktop?:
    | {
        chooseSavePath(fileName: string): Promise<string | undefined>
        /** Asks for the folder of a pack's files, or of an export of several. */
        chooseFolder(): Promise<string | undefined>
        /** Opens the system's window of files where this one is. */
        showInFolder(path: string): void
        /** Shows a notice of the system while no window is in front. */
        notify(title: string, body: string): void
        /** Shows its menus in the language of the studio. */
        showTexts(texts: DesktopTexts): void
      }
    | undefined
  /** Where settings come from besides the data folder; left out: from nowhere. */
  readonly settings?: Omit<SettingsOptions, 'home'> | undefined
  /** Space to keep free on the disk; left out: see disk-space.ts. */
  readonly diskSpace?: Omit<DiskSpaceOptions, 'folder'> | undefined
  readonly onBug: (error: unknown) => void
  /** Receives what the owner of the data folder should know and nothing here can mend. */
  readonly onNotice?: (words: string) => void
}

/** Build the real parts and hand them to the program. Throws AppError('storage/failed') and ('storage/busy') where the data folder cannot be used. */
export async function openApp(options: AppOptions): Promise<App> {
  const { home, onBug } = options
  await leaveOutIncomplete(options.resources, (error) =>
    options.onNotice?.(`Voices of lower quality stand in for the best ones. ${error.message}`),
  )
  // The process that takes longest to load starts first.
  const workers = createSpeechWorkers({
    ...{ start: options.startWorker, onBug },
    // Asked by a voice of a pack, long after all is open.
    models: modelsWhenOpen(() => models),
  })
  let hold: FolderLock | undefined
  let translator: TranslatorProcess | undefined
  let models: ModelProcesses | undefined
  let packVoices: PackVoices | undefined
  try {
    const jwt = options.jwt && readJwtRules(options.jwt)
    const { providers = {} } = options
    const languages = openLanguageIdentifier(modelsBeside(options.resources), onBug)
    const { startTranslator } = options
    translator = startTranslator && createTranslatorProcess({ start: startTranslator, onBug })
    let translatingPacks: ChainOptions['packs'] = async () => []
    // Before anything is opened: wrong settings stop the start.
    const chain = translationChainOf(providers, languages, {
      builtIn: translator && createBuiltIn(translator.open),
      packs: () => translatingPacks(),
    })
    hold = lockShared(home)
    const diskSpace = openDiskSpace({ ...options.diskSpace, folder: home })
    // Opening needs some space for the write-ahead log; on a full disk it comes from the reserve, so that all can be read.
    const database = withReserve(() => openDatabase(libraryOf(home)), diskSpace)
    const ownership = withReserve(() => adoptFolders(home, database), diskSpace)
    if (ownership.kind !== 'own') options.onNotice?.(ownership.message)
    await diskSpace.refill()
    const now = (): Date => new Date()
    const live = createLiveProcess(process.pid)
    const access = createAccess(database, {
      ...{ now, randomBytes, extraKeys: options.extraKeys, jwt, process: live, onBug },
      reserve: diskSpace,
    })
    const quotaOf = async (account: string): Promise<number> =>
      (await access.accountOf(account)).quotaBytes
    const linkSecret = await withReserve(
      () => database.perform(() => secretOf('links', randomBytes)),
      diskSpace,
    )
    const { maxFiles } = options
    const storage = createStorage(database, {
      ...{ home, now, linkSecret, quotaOf, maxFiles, reserve: diskSpace, onBug },
    })
    await storage.purge()
    const ready = await readReadyScript(options.resources)
    const stored = openSettings({ variables: {}, ...options.settings, home })
    const { problem } = stored.view()
    if (problem !== undefined) options.onNotice?.(problem)
    const projects = projectsOf(database, {
      ...{ home, ready, now, folderOfNew: () => stored.value('folders.projects') },
    })
    prepareProjects(projects, diskSpace, options.onNotice)
    const getFfmpeg = rememberFfmpeg({ ...options, directory: join(home, 'ffmpeg') })
    warmUp(workers, getFfmpeg)
    const [hls, exports] = [join(home, 'hls'), join(home, 'exports')]
    for (const folder of [hls, exports]) await purgeProcessFolders(folder, live, now())
    const { inside } = await restrictPermissions(home)
    const isClosed = inside.catch(onBug)
    const { hlsQuotaBytes: ofHolder = PLAYLIST_LIMITS.ofHolder } = options
    const playlists = createPlaylists(folderOfProcess(hls, live), getFfmpeg, {
      isPrivate: true,
      allowance: createPlaylistQuota({ ...PLAYLIST_LIMITS, ofHolder }),
    })
    const dictionary = dictionaryOf(database)
    const voiceDependencies = {
      stored: createStoredVoices(database, diskSpace),
      recordings: openRecordings(join(home, 'voices'), process.pid),
      orphans: createOrphans(home, database, now),
      ...{ cloner: workers, detectLanguage: languages.identify, getFfmpeg, now, randomBytes },
    }
    await purgeCustomVoices(voiceDependencies)
    const customVoices = createCustomVoices(voiceDependencies)
    const diacriticOverrides = createDiacriticOverrides(createDiacriticOverrideRows(database))
    const translationMemory = createTranslationMemory(createTranslationMemoryRows(database), now)
    const marks = restoringDiacriticOverrides(workers, diacriticOverrides.among)
    const marking = withDiacriticOverrides(workers, diacriticOverrides.among)
    const pronouncing = withPronunciations(marking, dictionary.entriesFor)
    const { resources, packs: settings = {} } = options
    const packs = openPacks({ ...{ home, resources, settings, now, onBug } })
    const { startModel: start } = options
    const store = packSourceOf(packs.store)
    models = start && openModelProcesses({ start, store })
    if (models) translatingPacks = packTranslatorsOf({ models, store })
    const packTranscriber =
      models &&
      createPackTranscriber({
        ...{ models, store, getFfmpeg },
        suggest: (language) => suggestedCommand(packs.store, 'transcription', language),
        onTrouble: (words) => options.onNotice?.(words),
      })
    packVoices = openPackVoices({
      store: models ? packs.store : NO_PACKS,
      models: modelsWhenOpen(() => models),
      onNotice: (words) => options.onNotice?.(words),
      onBug,
    })
    // A catalog that cannot be read is told where packs are asked for.
    await packVoices.refresh().catch((error: Error) => options.onNotice?.(error.message))
    const own = withCustomVoices(pronouncing, customVoices.acquire)
    const speaker = withPackVoices(withVoiceChanges(own, systemVoices), packVoices)
    const renderWith: ExporterDependencies['render'] = (chunks, output, signal) =>
      render(chunks, output, getFfmpeg, signal)
    const folder = folderOfProcess(exports, live)
    const provenance = provenanceOf(database, options, now, diskSpace)
    await moveSigningSettings(createProvenanceRows(database), provenance.settings)
    const pruned = schedulePruning(provenance, onBug)
    const keyIsThere = provenance.prepare()
    const describe = (order: SpeechToSign): Promise<SigningContext> =>
      signingContextOf(order, customVoices.find)
    const sign: ExporterDependencies['sign'] = async (
      path,
      name,
      { lines, title, format },
      signal,
    ) => {
      const order = { requestId: randomUUID(), account: OWNER, spoken: lines, title }
      const making = await describe(order)
      return (await provenance.signFile(path, format, making, signal, name)).sidecarPath
    }
    const takes = createTakes({
      folderOf: (id) => join(projects.folderOf(id), TAKES_FOLDER),
      ...{ getFfmpeg, now },
      madeBy: (voice) => {
        const engine = systemVoices().find(({ id }) => id === voice)?.engine
        return `griot ${options.version}${engine === undefined ? '' : `, ${engine}`}`
      },
    })
    const downloads = createDownloads()
    const history = createHistory(database, now)
    const files = openExports({
      ...{ home, database, reserve: diskSpace, files: storage.files, getFfmpeg, downloads },
      ...{ settings: stored, now, onBug },
    })
    const exporter = createExporter({
      library: files.library,
      speaker: recordedSpeech(speaker, history, { source: 'export' }),
      ...{ getFfmpeg, render: renderWith, sign, folder, downloads },
      desktop: options.desktop,
      exportFolder: () => stored.value('folders.exports'),
      readTake: takes.samplesOf,
    })
    database.limitLockWait()
    const parts: AppDependencies = {
      version: options.version,
      voices: voiceInfos,
      missingVoice: packVoices.missing,
      onVoices: packVoices.onChange,
      speaker,
      health: () => healthOf(workers, database, provenance, diskSpace),
      render: renderWith,
      playlists,
      provenance,
      verifications: createVerifications(provenance, workFolderOf(home)),
      signingContextOf: describe,
      openBatches: openBatches(database, { home, files: storage.files, process: live, now, onBug }),
      exporter,
      access,
      files: storage.files,
      idempotency: storage.idempotency,
      customVoices,
      clips: createClips({
        ...{ folder: join(home, 'clips'), getFfmpeg, clean: workers.clean, now },
        process: live,
      }),
      inspector: workers,
      words: workers,
      ...createSignInStore(database, now),
      favourites: createFavourites(database),
      texts: createTexts(marks, { chain, memory: translationMemory }, languages),
      translationMemory,
      translationServer: translationServerOf(providers),
      languages,
      transcripts: createTranscriptionService({
        folder: join(home, 'transcriptions'),
        transcriber: transcribersOf(providers, packTranscriber, (words) =>
          options.onNotice?.(words),
        ),
        ...{ network: INTERNET, now },
      }),
      packs,
      settings: stored,
      chooseFolder: options.desktop?.chooseFolder,
      ...{ history, libraryFiles: files.libraryFiles, desktop: options.desktop },
      notify: options.desktop?.notify,
      showTexts: options.desktop?.showTexts,
      takes,
      projects,
      exports: downloads,
      projectFiles: createProjectFiles({
        ...{ projects, folder, downloads, tools: { now, randomName } },
        choosePath: options.desktop?.chooseSavePath,
      }),
      pronunciations: dictionary,
      marks,
      diacriticOverrides,
      retryWhileBusy: database.retryWhileBusy,
      onBug,
      async close() {
        await Promise.all([history.close(), files.close()])
        database.endRetries()
        stored.close()
        workers.close()
        translator?.close()
        packVoices?.close()
        models?.close()
        await Promise.all([
          playlists.close(),
          packs.close(),
          storage.close(),
          takes.close(),
          keyIsThere,
          isClosed,
          pruned.close(),
        ])
        await diskSpace.close()
        await access.close()
        database.close()
        hold?.release()
      },
    }
    return createApp(withDiskSpaceCheck(parts, database, diskSpace))
  } catch (error) {
    workers.close()
    translator?.close()
    packVoices?.close()
    models?.close()
    hold?.release()
    throw error
  }
}

/** Once speech is ready, find ffmpeg, so that the first request for mp3 does not wait for the search. */
function warmUp(workers: SpeechWorkers, getFfmpeg: GetFfmpeg): void {
  workers
    .ready(new AbortController().signal)
    .then(getFfmpeg)
    // Whoever needs what is missing is told when they ask for it.
    .catch(() => undefined)
}
