import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createHistory } from '#history/history.ts'
import { type ModelProcesses, openModelProcesses } from '#inference/model-process.ts'
import { packSourceOf } from '#inference/pack-source.ts'
import { type GetFfmpeg, rememberFfmpeg } from '#media/ffmpeg.ts'
import { createPlaylists } from '#media/hls.ts'
import { render } from '#media/render.ts'
import { openPacks } from '#packs/packs.ts'
import { suggestedCommand } from '#packs/suggested-pack.ts'
import { TAKES_FOLDER } from '#projects/project-folder.ts'
import { provenanceOf, workFolderOf } from '#provenance/open-provenance.ts'
import type { SigningContext } from '#provenance/provenance.ts'
import { schedulePruning } from '#provenance/schedule-pruning.ts'
import { type SpeechToSign, signingContextOf } from '#provenance/signing-context.ts'
import { moveSigningSettings } from '#provenance/signing-settings.ts'
import { OWNER } from '#shared/access.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { leaveOutIncomplete, systemVoices } from '#speech/engines/registry.ts'
import { modelsBeside } from '#speech/models/catalog.ts'
import { withVoiceChanges } from '#speech/pipeline/voice-changes.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { withCustomVoices } from '#speech/worker/with-custom-voices.ts'
import { restoringDiacriticOverrides } from '#speech/worker/with-diacritic-overrides.ts'
import { withOwnWords } from '#speech/worker/with-own-words.ts'
import { createSpeechWorkers, NO_WAITS, type SpeechWorkers } from '#speech/worker/workers.ts'
import { createClips } from '#storage/clips/clips.ts'
import { createConsentRecordings } from '#storage/db/consent-recordings.ts'
import { createDiacriticOverrideRows } from '#storage/db/diacritic-overrides.ts'
import { createFavourites } from '#storage/db/favourites.ts'
import type { FolderLock } from '#storage/db/folder-lock.ts'
import { createProvenanceRows } from '#storage/db/provenance.ts'
import { withReserve } from '#storage/db/reserve.ts'
import { secretOf } from '#storage/db/secrets.ts'
import { createTranslationMemoryRows } from '#storage/db/translation-memory.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { openDiskSpace } from '#storage/disk-space.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { lockShared } from '#storage/lock-home.ts'
import { createPlaylistQuota, PLAYLIST_LIMITS } from '#storage/playlist-quota.ts'
import { folderOfProcess, purgeProcessFolders } from '#storage/process-folders.ts'
import { restrictPermissions } from '#storage/restrict-permissions.ts'
import { createTakes } from '#takes/takes.ts'
import { createAccess } from './access/create-access.ts'
import { readJwtRules } from './access/jwt-settings.ts'
import type { App, AppDependencies } from './app.ts'
import type { AppOptions } from './app-options.ts'
import { openBatches } from './batches/open-batches.ts'
import { type ByteStores, openByteStores } from './byte-stores.ts'
import { createApp } from './create-app.ts'
import { createCustomVoices, purgeCustomVoices } from './custom-voices/custom-voices.ts'
import { recordingsOf } from './custom-voices/recordings.ts'
import { createDiacriticOverrides } from './diacritic-overrides.ts'
import type { ExporterDependencies } from './exports/dependencies.ts'
import { createDownloads } from './exports/downloads.ts'
import { createExporter } from './exports/exporter.ts'
import { openExports } from './exports/open-exports.ts'
import { healthOf } from './health.ts'
import { type OpenRows, openRows } from './open-database.ts'
import { createSignInStore, dictionaryOf } from './open-library.ts'
import { prepareProjects, projectsOf, randomName, readReadyScript } from './open-projects.ts'
import { ownWordsIn } from './own-words.ts'
import { createProjectFiles } from './project-files.ts'
import { recordedSpeech } from './recorded-speech.ts'
import { INTERNET } from './services/guarded-fetch/network.ts'
import { transcribersOf, translationChainOf, translationServerOf } from './services/providers.ts'
import { createPackTranscriber } from './services/transcribe/pack-transcriber.ts'
import { createTranscriptionService } from './services/transcription-service.ts'
import { createBuiltIn } from './services/translate/built-in.ts'
import type { ChainOptions } from './services/translate/chain.ts'
import { packTranslatorsOf } from './services/translate/pack-translators.ts'
import {
  createTranslatorProcess,
  type TranslatorProcess,
} from './services/translate/worker/remote.ts'
import { openSettings } from './settings/settings.ts'
import { playlistsIn } from './shared-playlists.ts'
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

/** Build the real parts and hand them to the program. Throws AppError('storage/failed') and ('storage/busy') where the data folder cannot be used. */
export async function openApp(options: AppOptions): Promise<App> {
  const { home, onBug } = options
  await leaveOutIncomplete(options.resources, (error) =>
    options.onNotice?.(`Voices of lower quality stand in for the best ones. ${error.message}`),
  )
  // The process that takes longest to load starts first.
  const workers = (options.openSpeech ?? createSpeechWorkers)({
    ...{ start: options.startWorker, onBug },
    // Asked by a voice of a pack, long after all is open.
    models: modelsWhenOpen(() => models),
  })
  let hold: FolderLock | undefined
  let rows: OpenRows | undefined
  let stores: ByteStores | undefined
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
    rows = await openRows(options, diskSpace)
    const { database, local, folder: shared, now, process: owner } = rows
    stores = await openByteStores(shared, options.blobs, options.onNotice)
    await diskSpace.refill()
    const live = createLiveProcess(process.pid)
    const access = createAccess(database, {
      ...{ now, randomBytes, extraKeys: options.extraKeys, jwt, process: owner, onBug },
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
      ...{ home: shared, local: home, process: owner, now, linkSecret, quotaOf, maxFiles },
      ...{ reserve: diskSpace, stores, onBug },
    })
    await storage.purge()
    const ready = await readReadyScript(options.resources)
    const stored = openSettings({ variables: {}, ...options.settings, home })
    const { problem } = stored.view()
    if (problem !== undefined) options.onNotice?.(problem)
    const projects = projectsOf(local, {
      ...{ home, ready, now, folderOfNew: () => stored.value('folders.projects') },
    })
    prepareProjects(projects, diskSpace, options.onNotice)
    const getFfmpeg = rememberFfmpeg({ ...options, directory: join(home, 'ffmpeg') })
    warmUp(workers, getFfmpeg)
    const [hls, exports] = [join(home, 'hls'), join(home, 'exports')]
    for (const folder of [hls, exports]) await purgeProcessFolders(folder, live, new Date())
    const { inside } = await restrictPermissions(home)
    const isClosed = inside.catch(onBug)
    const { hlsQuotaBytes: ofHolder = PLAYLIST_LIMITS.ofHolder } = options
    const playlists = playlistsIn(stores, (mirror) =>
      createPlaylists(folderOfProcess(hls, live), getFfmpeg, {
        ...{ isPrivate: true, mirror },
        allowance: createPlaylistQuota({ ...PLAYLIST_LIMITS, ofHolder }),
      }),
    )
    const dictionary = dictionaryOf(database)
    const voiceDependencies = {
      stored: createStoredVoices(database, diskSpace),
      ...recordingsOf(shared, stores, rows.orphans),
      ...{ cloner: workers, detectLanguage: languages.identify, getFfmpeg, now, randomBytes },
    }
    await purgeCustomVoices(voiceDependencies)
    const customVoices = createCustomVoices(voiceDependencies)
    const diacriticOverrides = createDiacriticOverrides(createDiacriticOverrideRows(database))
    const translationMemory = createTranslationMemory(createTranslationMemoryRows(database), now)
    const marks = restoringDiacriticOverrides(workers, diacriticOverrides.among)
    const ownWords = ownWordsIn({ pronunciations: dictionary, diacriticOverrides })
    const { resources, packs: settings = {} } = options
    const packs = openPacks({ ...{ home, resources, settings, now, onBug } })
    const { startModel: start } = options
    const store = packSourceOf(packs.store)
    models = start && openModelProcesses({ start, store })
    if (models) translatingPacks = packTranslatorsOf({ models, store })
    const packTranscriber =
      models &&
      createPackTranscriber({
        ...(options.openTranscription?.({ models, store }) ?? { models, store }),
        getFfmpeg,
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
    const own = withCustomVoices(withOwnWords(workers, ownWords), customVoices.acquire)
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
    const downloads = createDownloads(stores.shared)
    const history = createHistory(database, now)
    const files = openExports({
      ...{ home, database, local, reserve: diskSpace, files: storage.files, getFfmpeg, downloads },
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
    local.limitLockWait()
    const opened = rows
    const parts: AppDependencies = {
      version: options.version,
      voices: voiceInfos,
      missingVoice: packVoices.missing,
      onVoices: packVoices.onChange,
      speaker,
      health: () => healthOf(workers, opened, provenance, diskSpace),
      workerWaits: () => workers.waits ?? NO_WAITS,
      render: renderWith,
      playlists,
      provenance,
      verifications: createVerifications(provenance, workFolderOf(home)),
      signingContextOf: describe,
      openBatches: openBatches(database, {
        ...{ home: shared, blobs: stores.shared, files: storage.files, process: owner, now, onBug },
        startRunner: options.startBatchRunner,
        ...(options.maxBatches === undefined ? {} : { limits: { open: options.maxBatches } }),
      }),
      exporter,
      ...{ access, countRequest: rows.countRequest },
      ...{ files: storage.files, idempotency: storage.idempotency, customVoices },
      clips: createClips({
        ...{ folder: join(home, 'clips'), getFfmpeg, clean: workers.clean, now },
        process: live,
      }),
      ...{ inspector: workers, words: workers },
      ...createSignInStore(database, now, owner),
      favourites: createFavourites(database),
      consentRecordings: createConsentRecordings(database),
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
        local.endRetries()
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
        stores?.close()
        await opened.close()
        hold?.release()
      },
    }
    return createApp(withDiskSpaceCheck(parts, opened, diskSpace))
  } catch (error) {
    workers.close()
    translator?.close()
    packVoices?.close()
    models?.close()
    stores?.close()
    await rows?.close()
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
