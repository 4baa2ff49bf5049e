import { join } from 'node:path'
import { decodeSound } from '#media/decode.ts'
import type { GetFfmpeg } from '#media/ffmpeg.ts'
import { SAMPLE_RATE, type Timing } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { createKeyedMutex, createMutex } from '#shared/mutex.ts'
import { type OrderedTake, sourceKey, type TakeChoice, type TakeSource } from '#shared/takes.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { loudnessOf } from './loudness.ts'
import { peaksOf } from './peaks.ts'
import {
  encodeFlac,
  MISSING,
  readSound,
  removeSound,
  soundPath,
  storedSounds,
  storeSound,
} from './sound-files.ts'
import { createTakeIndex, type IndexedTake, type IndexNews, type TakeIndex } from './take-index.ts'

/** A take that was just finished. `samples` of -1 to 1 at 24 kHz. */
export interface FinishedTake {
  readonly id: string
  readonly lineId: string
  readonly source: TakeSource
  readonly samples: Float32Array
  readonly words: readonly Timing[]
}

/** Takes and choices of a project that are new or were changed. */
export interface TakeNews {
  readonly projectId: string
  readonly takes: OrderedTake[]
  readonly choices: TakeChoice[]
}

/**
 * The takes of projects: sound as FLAC files under their SHA-256, and an index. Several processes may use the same folder.
 * Methods throw AppError('take/not-found'), ('take/damaged'), ('storage/failed') and ('storage/full').
 */
export interface Takes {
  /** All takes, also deleted ones, in the order in which they were made; `problem`: what could not be read, in words. */
  list(projectId: string): Promise<{
    readonly takes: OrderedTake[]
    readonly choices: TakeChoice[]
    readonly problem?: string
  }>
  /** Stores a finished take. Takes are stored one after another. */
  keep(projectId: string, take: FinishedTake): Promise<void>
  /** Sound (FLAC), words and peaks (0 to 255, a hundredth of a second each) of a take. */
  open(
    projectId: string,
    takeId: string,
  ): Promise<{
    readonly flac: Uint8Array
    readonly words: Timing[]
    readonly peaks: Uint8Array
  }>
  /** Samples of -1 to 1 at 24 kHz, and the words with their times, for an export. */
  samplesOf(
    projectId: string,
    takeId: string,
    signal: AbortSignal,
  ): Promise<{ readonly samples: Float32Array; readonly words: readonly Timing[] }>
  change(
    projectId: string,
    takeId: string,
    changed: {
      readonly star?: boolean | undefined
      readonly note?: string | undefined
      readonly deleted?: boolean | undefined
    },
  ): Promise<void>
  choose(projectId: string, choice: Omit<TakeChoice, 'order'>): Promise<void>
  /** Calls the listener with what is new in projects that were asked for, by this and other processes. */
  onNews(listener: (news: TakeNews) => void): () => void
  /** Looks for what other processes have added to the projects that were asked for. */
  poll(): Promise<void>
  /** Waits until everything that was finished is stored. */
  close(): Promise<void>
}

export interface TakesDependencies {
  /** Folder of the takes of a project, which may be missing. Throws AppError where the project itself is. */
  readonly folderOf: (projectId: string) => string
  readonly getFfmpeg: GetFfmpeg
  readonly now: () => Date
  /** Program, version and engine that speak with a voice, as takes name them. */
  readonly madeBy: (voice: string) => string
}

interface Project {
  readonly folder: string
  readonly index: TakeIndex
  /** SHA-256 of sounds that are there. */
  readonly sounds: Set<string>
  /** Takes whose sound has turned out to be damaged, with the reason in words. */
  readonly problems: Map<string, string>
}

/** How long the sound of a deleted take is kept, so that it can be brought back, in milliseconds. */
const DELETED_KEPT_MS = 7 * 24 * 60 * 60_000
/** Longer than any take, in seconds. */
const MOST_SECONDS = 6 * 60 * 60

/** The takes in the folders of projects. */
export function createTakes({ folderOf, getFfmpeg, now, madeBy }: TakesDependencies): Takes {
  const projects = new Map<string, Project>()
  const listeners = new Set<(news: TakeNews) => void>()
  const byProject = createKeyedMutex<string>()
  // Encoders of several lines at once would slow the speech that goes on.
  const encoding = createMutex()

  const openProject = async (projectId: string): Promise<Project> => {
    const folder = folderOf(projectId)
    const known = projects.get(projectId)
    // A project may have been moved since.
    if (known?.folder === folder) return known
    const index = createTakeIndex(join(folder, 'index.jsonl'))
    const sounds = new Set(await storedSounds(folder, now()))
    const project: Project = { folder, index, sounds, problems: new Map() }
    await index.refresh()
    await cleanUp(project)
    projects.set(projectId, project)
    return project
  }

  /** Removes the sounds of takes that were deleted long ago, unless another take has the same. */
  const cleanUp = async ({ folder, index, sounds }: Project): Promise<void> => {
    const before = new Date(now().getTime() - DELETED_KEPT_MS)
    const takes = [...index.takes.values()]
    const isOld = ({ deletedAt }: IndexedTake): boolean =>
      deletedAt !== undefined && new Date(deletedAt) < before
    const kept = new Set(takes.filter((take) => !isOld(take)).map(({ sha256 }) => sha256))
    for (const { sha256 } of takes.filter(isOld)) {
      if (kept.has(sha256) || !sounds.delete(sha256)) continue
      await removeSound(folder, sha256, before)
    }
  }

  const infoOf = ({ sounds, problems }: Project, take: IndexedTake): OrderedTake => {
    const problem = problems.get(take.info.id) ?? (sounds.has(take.sha256) ? undefined : MISSING)
    return { ...take.info, order: take.order, ...(problem ? { problem } : {}) }
  }

  const tell = (projectId: string, project: Project, news: IndexNews): void => {
    if (news.takes.size === 0 && news.choices.length === 0) return
    const takes = [...news.takes].flatMap((id) => {
      const take = project.index.takes.get(id)
      return take ? [infoOf(project, take)] : []
    })
    for (const listener of listeners) listener({ projectId, takes, choices: [...news.choices] })
  }

  const refresh = async (projectId: string, project: Project): Promise<void> => {
    const news = await project.index.refresh()
    const isUnknown = [...news.takes].some((id) => {
      const take = project.index.takes.get(id)
      return take && !project.sounds.has(take.sha256)
    })
    if (isUnknown)
      for (const sha256 of await storedSounds(project.folder, now())) project.sounds.add(sha256)
    tell(projectId, project, news)
  }

  /** Runs one task of a project after another. */
  const within = <T>(projectId: string, task: (project: Project) => Promise<T>): Promise<T> =>
    byProject.runExclusive(projectId, async () => {
      try {
        return await task(await openProject(projectId))
      } catch (error) {
        throw describeDiskError(error, 'The takes of this project cannot be used')
      }
    })

  const append = (
    projectId: string,
    record: (project: Project) => Parameters<TakeIndex['append']>[0],
  ): Promise<void> =>
    within(projectId, async (project) => {
      await project.index.append(record(project))
      await refresh(projectId, project)
    })

  /** A take that sounds the same takes the place of the one before it, and its star and note. */
  const replaceSame = async ({ index }: Project, id: string): Promise<void> => {
    const made = index.takes.get(id)
    const before = [...index.takes.values()].find((take) => made && isSame(take, made))
    if (!before) return
    const { star, note } = before.info
    const at = now().toISOString()
    if (star || note !== '') await index.append({ kind: 'change', takeId: id, star, note, at })
    await index.append({ kind: 'change', takeId: before.info.id, deleted: true, at })
  }

  const keep: Takes['keep'] = async (projectId, { id, lineId, source, samples, words }) => {
    const flac = await encoding.runExclusive(() => encodeFlac(samples, getFfmpeg))
    const loudness = loudnessOf(samples)
    await within(projectId, async (project) => {
      const sha256 = await storeSound(project.folder, flac)
      project.sounds.add(sha256)
      await project.index.append({
        ...{ kind: 'take', id, lineId, ...source, sha256 },
        seconds: samples.length / SAMPLE_RATE,
        ...(loudness === undefined ? {} : { loudness: Math.round(loudness * 100) / 100 }),
        ...{ madeAt: now().toISOString(), madeBy: madeBy(source.voice) },
        words: words.map(({ text, start, end }) => ({
          text,
          start: round(start),
          end: round(end),
        })),
        peaks: Buffer.from(peaksOf(samples)).toString('base64'),
      })
      await refresh(projectId, project)
      await replaceSame(project, id)
      await refresh(projectId, project)
    })
  }

  /** Takes that are being stored, by their ids. */
  const inWork = new Map<string, Promise<void>>()

  /** A take with its bytes, as soon as it is stored. What is damaged is remembered and told to all. */
  const read = async (projectId: string, takeId: string) => {
    // Whoever stores it is told what goes wrong with that.
    await inWork.get(takeId)?.catch(() => undefined)
    return within(projectId, async (project) => {
      await refresh(projectId, project)
      const take = takeIn(project, takeId)
      try {
        const flac = await readSound(project.folder, take.sha256)
        const details = await project.index.details(take)
        if (details) return { ...details, flac, path: soundPath(project.folder, take.sha256) }
        throw new AppError('take/damaged', 'The record of this take is damaged.')
      } catch (error) {
        if (error instanceof AppError) {
          project.problems.set(takeId, error.message)
          tell(projectId, project, { takes: new Set([takeId]), choices: [] })
        }
        throw error
      }
    })
  }

  return {
    list: (projectId) =>
      within(projectId, async (project) => {
        await refresh(projectId, project)
        const { index } = project
        const takes = [...index.takes.values()].map((take) => infoOf(project, take))
        const problem = problemOf(index.unreadable())
        const choices = [...index.choices.values()]
        return { takes, choices, ...(problem ? { problem } : {}) }
      }),
    async keep(projectId, take) {
      const work = keep(projectId, take)
      inWork.set(take.id, work)
      return work.finally(() => inWork.delete(take.id))
    },
    async open(projectId, takeId) {
      const { flac, words, peaks } = await read(projectId, takeId)
      return { flac, words, peaks: Buffer.from(peaks, 'base64') }
    },
    async samplesOf(projectId, takeId, signal) {
      const { path, words } = await read(projectId, takeId)
      return { samples: await decodeSound(path, getFfmpeg, MOST_SECONDS, signal), words }
    },
    change: (projectId, takeId, changed) =>
      append(projectId, (project) => {
        takeIn(project, takeId)
        return { kind: 'change', takeId, ...changed, at: now().toISOString() }
      }),
    choose: (projectId, choice) =>
      append(projectId, (project) => {
        takeIn(project, choice.takeId)
        return { kind: 'choice', ...choice, at: now().toISOString() }
      }),
    onNews(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async poll() {
      const known = [...projects.keys()]
      await Promise.all(known.map((id) => within(id, (project) => refresh(id, project))))
    },
    async close() {
      await Promise.allSettled(inWork.values())
    },
  }
}

function takeIn({ index }: Project, takeId: string): IndexedTake {
  const take = index.takes.get(takeId)
  if (take) return take
  throw new AppError('take/not-found', 'There is no such take. It may have been deleted.')
}

/** Whether another take of the same line, from the same, sounds the same. */
function isSame(one: IndexedTake, other: IndexedTake): boolean {
  return (
    one !== other &&
    !one.info.deleted &&
    one.info.lineId === other.info.lineId &&
    one.sha256 === other.sha256 &&
    one.info.seed === other.info.seed &&
    sourceKey(one.info) === sourceKey(other.info)
  )
}

function problemOf(unreadable: number): string | undefined {
  if (unreadable === 0) return undefined
  const [takes, stay] =
    unreadable === 1 ? ['One record', 'stays'] : [`${unreadable} records`, 'stay']
  return `${takes} of takes could not be read: the lines that they belong to may show as not spoken. All others are there, and the damaged ones ${stay} in index.jsonl.`
}

/** Milliseconds are enough. */
function round(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000
}
