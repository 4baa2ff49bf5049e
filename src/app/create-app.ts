import { needsLengthFirst } from '#media/declared-length.ts'
import type { EmitEvent, SpeakRequest } from '#shared/api.ts'
import type { SpokenChunk, Timings } from '#shared/audio.ts'
import type { SpeakOrder } from '#speech/speaker.ts'
import type { App, AppDependencies, CallerOfSpeech, WindowSession } from './app.ts'
import { type AppOrigins, createAppOrigins } from './app-origins.ts'
import { batchSpeechOf } from './batches/batch-speech.ts'
import { accessHandlers } from './handlers/access.ts'
import { appOriginHandlers } from './handlers/app-origins.ts'
import { browserHandlers } from './handlers/browsers.ts'
import { clipHandlers } from './handlers/clips.ts'
import { createDesktopRequests, type DesktopRequests } from './handlers/desktop.ts'
import { exportHandlers } from './handlers/exports.ts'
import { fileHandlers, historyHandlers } from './handlers/files.ts'
import { importHandlers } from './handlers/imports.ts'
import { createJobs } from './handlers/jobs.ts'
import { languageHandlers } from './handlers/languages.ts'
import { ownVoiceHandlers } from './handlers/own-voices.ts'
import { packHandlers } from './handlers/packs.ts'
import { projectHandlers } from './handlers/projects.ts'
import { provenanceHandlers } from './handlers/provenance.ts'
import { createScriptWindows, type ScriptWindows } from './handlers/script.ts'
import { settingsHandlers } from './handlers/settings.ts'
import { createTakeWindows, type TakeWindows, watchingDictionary } from './handlers/takes.ts'
import { transcriptionHandlers } from './handlers/transcription.ts'
import { translationHandlers } from './handlers/translation.ts'
import { voiceHandlers } from './handlers/voices.ts'
import { wordHandlers } from './handlers/words.ts'
import { normaliserWith } from './normaliser.ts'
import { recordedSpeech } from './recorded-speech.ts'
import { silenceWith } from './silence.ts'
import { spokenBy } from './speech-packs/voice-fallback.ts'
import { unspokenWith } from './unspoken.ts'

/** Wires the whole program by hand. Every shell (desktop, server, command line) starts here. */
export function createApp(dependencies: AppDependencies): App {
  const everyWindow = new Set<EmitEvent>()
  const emitToAll: EmitEvent = (event, data) => {
    for (const emit of everyWindow) emit(event, data)
  }
  let apiUrl: string | undefined
  const scriptWindows = createScriptWindows(
    dependencies.projects,
    dependencies.retryWhileBusy,
    dependencies.onBug,
    () => emitToAll('projects.changed', {}),
  )
  const { history, files, idempotency, browsers, links, customVoices } = dependencies
  const takeWindows = createTakeWindows({
    ...dependencies,
    speaker: recordedSpeech(dependencies.speaker, history, { source: 'studio' }),
  })
  const watched = watchingDictionary(dependencies, takeWindows.dictionaryChanged)
  const speakerFor = ({ keyName, isPrivate }: CallerOfSpeech) =>
    recordedSpeech(dependencies.speaker, history, { source: 'api', keyName, isPrivate })
  const speak: App['speak'] = (request, account, signal, onFallback, by = {}) =>
    speakerFor(by).speak(orderOf(request, account, by), signal, undefined, onFallback)
  const desktop = createDesktopRequests({
    ...{ projects: dependencies.projects, files: dependencies.projectFiles },
    ...{ retryWhileBusy: dependencies.retryWhileBusy, notify: dependencies.notify },
    showTexts: dependencies.showTexts,
    ...{ emit: emitToAll, onBug: dependencies.onBug },
  })
  const render: App['render'] = async (request, output, by, signal, onFallback, onTimings) => {
    const { format } = output
    const lengthFirst = needsLengthFirst(format, request.text)
    const order = { ...orderOf(request, by.account, by), lengthFirst }
    const encode = (chunks: AsyncIterable<SpokenChunk>, reservedBytes: number) =>
      dependencies.render(chunks, { ...output, reservedBytes }, signal)
    const { voice, chunks: made } = await spokenBy(speakerFor(by), order, signal, onFallback)
    const chunks = onTimings ? telling(made, onTimings) : made
    const spoken = [{ ...request, voice }]
    try {
      const making = await dependencies.signingContextOf({ ...by, spoken })
      return await dependencies.provenance.signAnswer(chunks, output, encode, making, signal)
    } catch (error) {
      await chunks.return(undefined)
      // What nobody has begun to read does not end what it reads from.
      await made.return(undefined)
      throw error
    }
  }
  const silence = silenceWith(dependencies)
  const appOrigins = createAppOrigins(dependencies.settings)
  const unspoken = unspokenWith(dependencies.pronunciations)
  const { batches, close: closeBatches } = dependencies.openBatches(
    batchSpeechOf({ render, speak, silence, unspoken }, dependencies),
  )
  return {
    version: dependencies.version,
    voices: dependencies.voices,
    missingVoice: dependencies.missingVoice,
    workerWaits: dependencies.workerWaits,
    health: dependencies.health,
    ...{ speak, render, batches, silence },
    provenance: dependencies.provenance,
    verifications: dependencies.verifications,
    playlists: dependencies.playlists,
    exports: dependencies.exports,
    access: dependencies.access,
    countRequest: dependencies.countRequest,
    texts: dependencies.texts,
    normalise: normaliserWith(dependencies),
    unspoken,
    translationMemory: dependencies.translationMemory,
    languages: dependencies.languages,
    detectWords: dependencies.words.detectWords,
    transcripts: dependencies.transcripts,
    packs: dependencies.packs,
    settings: dependencies.settings,
    appOrigins,
    ...{ files, idempotency, browsers, links, customVoices },
    consentRecordings: dependencies.consentRecordings,
    onSpoken: history.onRecord,
    retryWhileBusy: dependencies.retryWhileBusy,
    desktop,
    servedAt(url) {
      apiUrl = url
    },
    connect: (emit, drained = async () => undefined, browser = undefined) =>
      connect(
        watched,
        { scriptWindows, takeWindows, everyWindow, emitToAll, desktop, appOrigins },
        () => apiUrl,
        {
          ...{ emit, drained, browser },
        },
      ),
    async close() {
      scriptWindows.close()
      takeWindows.close()
      await closeBatches()
      await dependencies.close()
    },
  }
}

function orderOf(
  request: SpeakRequest,
  account: string,
  { requester = { account, token: '', isGuest: false } }: CallerOfSpeech,
): SpeakOrder {
  return { ...request, account, requester }
}

/** The same chunks; `tell` hears of the times of each before it goes on. */
async function* telling(
  chunks: AsyncGenerator<SpokenChunk>,
  tell: (timings: Timings) => void,
): AsyncGenerator<SpokenChunk> {
  for await (const chunk of chunks) {
    tell(chunk.timings)
    yield chunk
  }
}

/** All windows of this process. */
interface Windows {
  readonly scriptWindows: ScriptWindows
  readonly takeWindows: TakeWindows
  readonly everyWindow: Set<EmitEvent>
  readonly emitToAll: EmitEvent
  readonly desktop: DesktopRequests
  readonly appOrigins: AppOrigins
}

/** Arguments of `App.connect`. */
interface WindowConnection {
  readonly emit: EmitEvent
  readonly drained: () => Promise<void>
  readonly browser: string | undefined
}

function connect(
  dependencies: AppDependencies,
  { scriptWindows, takeWindows, everyWindow, emitToAll, desktop, appOrigins }: Windows,
  apiUrl: () => string | undefined,
  { emit, drained, browser }: WindowConnection,
): WindowSession {
  const { retryWhileBusy } = dependencies
  const jobs = createJobs(emit, dependencies.onBug)
  const provenance = provenanceHandlers(
    dependencies.provenance,
    dependencies.verifications,
    retryWhileBusy,
  )
  const words = wordHandlers(dependencies, retryWhileBusy)
  const languages = languageHandlers(dependencies)
  const clips = clipHandlers(dependencies.clips, dependencies.inspector)
  const packs = packHandlers(
    dependencies.packs,
    dependencies.chooseFolder,
    emit,
    dependencies.onBug,
  )
  const files = fileHandlers(dependencies, { jobs, emit, drained })
  const settings = settingsHandlers(
    dependencies.settings,
    dependencies.chooseFolder !== undefined,
    emit,
  )
  const origins = appOriginHandlers(appOrigins, emit)
  const script = scriptWindows.connect(emit)
  const takes = takeWindows.connect({ emit, drained, jobs })
  everyWindow.add(emit)
  const projects = projectHandlers({
    ...{ projects: dependencies.projects, files: dependencies.projectFiles },
    ...{ scripts: scriptWindows, words: dependencies, retryWhileBusy },
    changed: () => emitToAll('projects.changed', {}),
  })
  const stopListening = dependencies.onVoices(() =>
    emit('voices.changed', { voices: dependencies.voices().length }),
  )
  return {
    close() {
      script.close()
      takes.close()
      everyWindow.delete(emit)
      projects.close().catch(dependencies.onBug)
      jobs.close()
      words.close()
      languages.close()
      clips.close()
      packs.close()
      files.close()
      settings.close()
      origins.close()
      stopListening()
      provenance.close().catch(dependencies.onBug)
    },
    handlers: {
      'app.about': async () => ({
        version: dependencies.version,
        apiUrl: apiUrl(),
        firstKey: dependencies.access.first,
        health: dependencies.health(),
      }),
      ...voiceHandlers(dependencies.voices, dependencies.customVoices),
      ...clips.handlers,
      ...ownVoiceHandlers({ ...dependencies, systemVoices: dependencies.voices }, jobs, emit),
      ...languages.handlers,
      ...script.handlers,
      ...takes.handlers,
      ...projects.handlers,
      ...desktop.handlers,
      ...exportHandlers(dependencies, jobs, emit),
      ...accessHandlers(dependencies.access, retryWhileBusy),
      ...browserHandlers(dependencies.browsers, retryWhileBusy, browser),
      ...provenance.handlers,
      ...words.handlers,
      ...translationHandlers(dependencies, jobs, emit),
      ...transcriptionHandlers(dependencies, jobs, emit),
      ...importHandlers(jobs, emit),
      ...packs.handlers,
      ...files.handlers,
      ...historyHandlers(dependencies.history, retryWhileBusy),
      ...settings.handlers,
      ...origins.handlers,
      'job.cancel': async ({ jobId }) => {
        jobs.cancel(jobId)
        return {}
      },
    },
  }
}
