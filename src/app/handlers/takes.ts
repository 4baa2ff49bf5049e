import { createHash } from 'node:crypto'
import type { CustomVoices } from '#app/custom-voices/custom-voices.ts'
import type { DiacriticOverrides } from '#app/diacritic-overrides.ts'
import type { Dictionary } from '#app/dictionary.ts'
import { toPcm } from '#media/pcm.ts'
import { OWNER } from '#shared/access.ts'
import type { EmitEvent, Handlers, Parsed } from '#shared/api.ts'
import type { Timing } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import type { TakeSource } from '#shared/takes.ts'
import { appliedWords } from '#speech/dictionary/apply.ts'
import { systemVoice } from '#speech/engines/registry.ts'
import { codeOf } from '#speech/languages/registry.ts'
import type { Speaker } from '#speech/speaker.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import type { FinishedTake, Takes } from '#takes/takes.ts'
import type { Jobs } from './jobs.ts'

/** Interval of looking for takes that other processes have made, in milliseconds. */
const POLL_INTERVAL_MS = 2_000

type TakeMethod = Extract<keyof Handlers, `takes.${string}`> | 'speech.start'

/** A window that shows takes. */
interface TakeWindow {
  readonly emit: EmitEvent
  readonly drained: () => Promise<void>
  readonly jobs: Jobs
}

/** Windows that show takes: each hears of those that others have made or changed. */
export interface TakeWindows {
  connect(window: TakeWindow): {
    readonly handlers: Pick<Handlers, TakeMethod>
    close(): void
  }
  /** Tells every window that texts may now be said in another way. */
  dictionaryChanged(): void
  close(): void
}

interface TakeDependencies {
  readonly takes: Takes
  readonly speaker: Speaker
  readonly pronunciations: Pick<Dictionary, 'entriesFor'>
  readonly diacriticOverrides: Pick<DiacriticOverrides, 'among'>
  readonly customVoices: Pick<CustomVoices, 'find'>
  readonly onBug: (error: unknown) => void
}

/** Handlers about takes, for all windows of this process. */
export function createTakeWindows(dependencies: TakeDependencies): TakeWindows {
  const { takes, onBug } = dependencies
  const windows = new Set<EmitEvent>()
  let polling: NodeJS.Timeout | undefined
  const tellAll: EmitEvent = (event, data) => {
    for (const emit of windows) emit(event, data)
  }
  const stopListening = takes.onNews((news) => tellAll('takes.changed', news))
  const poll = (): void => {
    if (windows.size === 0) return
    // A folder that is gone is told to whoever asks for its takes.
    takes.poll().catch((error) => error instanceof AppError || onBug(error))
  }

  const keep = (projectId: string, take: FinishedTake): void => {
    takes.keep(projectId, take).catch((error) => {
      if (!(error instanceof AppError)) onBug(error)
      const why = error instanceof AppError ? error.message : 'The log has the details.'
      const message = `A take could not be stored: it can be heard until this window is closed. ${why}`
      tellAll('takes.not-stored', { projectId, takeId: take.id, message })
    })
  }

  const speak = async (
    { jobId, lineId, ...request }: Parsed<'speech.start'>,
    { emit, drained }: TakeWindow,
    signal: AbortSignal,
  ): Promise<void> => {
    const { projectId } = request
    const isKept = lineId !== undefined && projectId !== undefined
    const dictionary = await fingerprintOf(dependencies, projectId, request)
    const source = sourceOf(request, dictionary)
    const pieces: Float32Array[] = []
    const spoken: Timing[] = []
    for await (const chunk of dependencies.speaker.speak({ ...request, account: OWNER }, signal)) {
      const { samples, timings, done, total } = chunk
      const words = [...timings.words]
      if (isKept) {
        pieces.push(samples)
        spoken.push(...words)
      }
      emit('speech.chunk', { jobId, pcm: toPcm(samples), words, done, total })
      await drained()
    }
    // The host stores it, whether the window is still there or not.
    if (isKept)
      keep(projectId, { id: jobId, lineId, source, samples: joined(pieces), words: spoken })
    emit('speech.done', { jobId })
  }

  return {
    connect(window) {
      windows.add(window.emit)
      polling ??= setInterval(poll, POLL_INTERVAL_MS).unref()
      return {
        handlers: {
          'speech.start': async (request) => {
            window.jobs.start(request.jobId, (signal) => speak(request, window, signal))
            return {}
          },
          'takes.list': ({ projectId }) => takes.list(projectId),
          'takes.open': ({ projectId, takeId }) => takes.open(projectId, takeId),
          'takes.change': async ({ projectId, takeId, ...changed }) => {
            await takes.change(projectId, takeId, changed)
            return {}
          },
          'takes.choose': async ({ projectId, ...choice }) => {
            await takes.choose(projectId, choice)
            return {}
          },
          'takes.fingerprints': ({ projectId, texts }) =>
            Promise.all(texts.map((spoken) => fingerprintOf(dependencies, projectId, spoken))),
        },
        close() {
          windows.delete(window.emit)
        },
      }
    },
    dictionaryChanged: () => tellAll('dictionary.changed', { changedAt: new Date().toISOString() }),
    close() {
      clearInterval(polling)
      stopListening()
    },
  }
}

function sourceOf(
  { text, voice, language, speed, pitch, volume, seed }: Parsed<'speech.start'> | SpokenRequest,
  dictionary: string,
): TakeSource {
  return {
    ...{ text, voice, speed, dictionary },
    ...(language === undefined ? {} : { language }),
    ...(pitch === undefined ? {} : { pitch }),
    ...(volume === undefined ? {} : { volume }),
    ...(seed === undefined ? {} : { seed }),
  }
}

type SpokenRequest = Omit<Parsed<'speech.start'>, 'jobId' | 'lineId'>

/**
 * Fingerprint of what the dictionary and the accepted marks do to a text as its voice reads it; empty where that is nothing. An entry
 * that is there and changes nothing here, because it is for another language or a longer one goes before it, does not count.
 */
async function fingerprintOf(
  { pronunciations, diacriticOverrides, customVoices }: TakeDependencies,
  projectId: string | undefined,
  { text, voice, language: tag }: Pick<SpokenRequest, 'text' | 'voice' | 'language'>,
): Promise<string> {
  const known = systemVoice(voice) ?? (await customVoices.find(OWNER, voice))
  const language = (tag === undefined ? undefined : codeOf(tag)) ?? known?.language ?? 'en'
  const runs = runsOf(text)
  const said = appliedWords(runs, await pronunciations.entriesFor(text, projectId), language)
  const isMarked = [language, ...runs.map(languageOfRun)].some(
    (code) => code !== undefined && languageInfo(code).restoresDiacritics,
  )
  const forms = isMarked ? await diacriticOverrides.among(text, projectId) : []
  if (said.length === 0 && forms.length === 0) return ''
  const told = JSON.stringify([said, forms.map(({ word, form }) => [word, form]).toSorted()])
  return createHash('sha256').update(told).digest('base64url').slice(0, 16)
}

/** A text whose markup cannot be read is refused before it is spoken: no dictionary does anything to it. */
function runsOf(text: string): ReturnType<typeof parseMarkup> {
  try {
    return parseMarkup(text)
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

function languageOfRun(run: ReturnType<typeof parseMarkup>[number]): LanguageCode | undefined {
  return run.kind === 'pause' || run.kind === 'mark' ? undefined : run.style.language
}

function joined(pieces: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const piece of pieces) {
    samples.set(piece, offset)
    offset += piece.length
  }
  return samples
}

/** Dependencies whose dictionary and accepted marks call `onChange` after every change. */
export function watchingDictionary<
  D extends {
    readonly pronunciations: Dictionary
    readonly diacriticOverrides: DiacriticOverrides
  },
>(dependencies: D, onChange: () => void): D {
  const { pronunciations, diacriticOverrides } = dependencies
  const told = <Given extends readonly unknown[], R>(
    change: (...given: Given) => Awaitable<R>,
  ): ((...given: Given) => Promise<R>) => {
    return async (...given) => {
      const result = await change(...given)
      onChange()
      return result
    }
  }
  return {
    ...dependencies,
    pronunciations: {
      ...pronunciations,
      add: told(pronunciations.add),
      set: told(pronunciations.set),
      change: told(pronunciations.change),
      remove: told(pronunciations.remove),
      import: told(pronunciations.import),
    },
    diacriticOverrides: {
      ...diacriticOverrides,
      accept: told(diacriticOverrides.accept),
      forget: told(diacriticOverrides.forget),
    },
  }
}
