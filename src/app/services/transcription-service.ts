import { copyFile, mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createConcurrencyLimiter, type LimitedCaller } from '#app/access/concurrency-limiter.ts'
import type { TranscribedPiece } from '#inference/messages.ts'
import { AUDIO_FILES, sniff } from '#media/sniff.ts'
import { AppError, storageCode } from '#shared/errors.ts'
import { SOUND_LIMITS } from '#shared/transcription.ts'
import { checkUrl } from './guarded-fetch/check-url.ts'
import { guardedFetch } from './guarded-fetch/guarded-fetch.ts'
import type { Network } from './guarded-fetch/network.ts'
import type { Transcribers } from './providers.ts'
import type { LiveOrder } from './transcribe/live.ts'
import {
  noTranscriber,
  type OnText,
  type Transcriber,
  type Transcript,
  type TranscriptionRequest,
} from './transcribe/transcriber.ts'

/** The largest sound file that is transcribed. */
export const MAX_SOUND_BYTES = SOUND_LIMITS.bytes
/** What to do with a recording that is larger. */
export const TOO_LARGE_ADVICE =
  'Save it as mp3 or ogg, or send it in parts; "griot transcribe" takes a file of any size.'
/** Links that are fetched at once, for all callers together: each holds a connection, and a place on disk. */
export const MAX_LINKS = 8
/** Recordings that lie here at once: each may take 25 MB of the disk. */
const JOB_LIMITS = { inAll: 64, ofAccount: 32, ofToken: 16, ofGuest: 4 } as const
const FETCH_TIMEOUT_MS = 60_000
/** Age from which a file was left by a killed process, in milliseconds. */
const LEFT_MS = 60 * 60_000

/** Sound in, its words out. */
export interface TranscriptionService {
  /**
   * A place on disk for the sound of one request. Close it when done. Throws AppError('transcribe/unavailable') where
   * nobody could use the sound, ('rate/limited') while too many are open, in all or of the same token or account, and
   * ('storage/failed').
   */
  open(by?: LimitedCaller): Promise<TranscriptionJob>
  /**
   * Writes down sound as it comes, for as long as it comes. Throws as `open`, AppError('transcribe/unavailable') where no
   * installed pack knows the language, and ('model/failed').
   */
  live(
    sound: AsyncIterable<Float32Array>,
    order: LiveOrder,
    signal: AbortSignal,
    by?: LimitedCaller,
  ): AsyncGenerator<TranscribedPiece>
}

/** The sound of one request on its way to the transcriber. */
export interface TranscriptionJob {
  /** Writes the sound down as it arrives; returns its size in bytes. Throws what `bytes` throws. */
  take(bytes: AsyncIterable<Uint8Array>): Promise<number>
  /**
   * Fetches the sound from a link, which may lead anywhere on the public internet and nowhere else. Throws what
   * `guardedFetch` throws, and AppError('transcribe/failed') while `MAX_LINKS` others are being fetched.
   */
  fetch(link: string, signal: AbortSignal): Promise<void>
  /** Takes the sound of a file that lies on disk already. Throws AppError('file/not-found') where it is gone. */
  use(path: string): Promise<void>
  /** Throws AppError, where there is no sound in words that say what would be, and the signal's reason when it aborts. */
  transcribe(
    options: TranscriptionRequest,
    signal: AbortSignal,
    onText?: OnText,
  ): Promise<Transcript>
  close(): Promise<void>
}

export interface TranscriptionDependencies {
  /** Folder for temporary sound files. Those of killed processes are removed. */
  readonly folder: string
  readonly transcriber: Transcribers
  readonly network: Network
  readonly now: () => Date
}

/** The way of sound to a transcriber. */
export function createTranscriptionService(
  dependencies: TranscriptionDependencies,
): TranscriptionService {
  let purged: Promise<void> | undefined
  /** Folders of the desks that are fetching a link. */
  const fetching = new Set<string>()
  const limiter = createConcurrencyLimiter(
    JOB_LIMITS,
    (count) => `${count} recordings are already being transcribed`,
  )
  const makeFolder = (): Promise<string> =>
    stored(async () => {
      await mkdir(dependencies.folder, { recursive: true, mode: 0o700 })
      purged ??= purge(dependencies.folder, dependencies.now())
      await purged.catch((error) => {
        // The next request tries again.
        purged = undefined
        throw error
      })
      return mkdtemp(join(dependencies.folder, 'sound-'))
    })
  return {
    async open(by) {
      const { transcriber, network } = dependencies
      if (!(await transcriber.isThere())) throw await transcriber.whyNone(undefined)
      const release = limiter.acquire(by)
      try {
        return openJob(await makeFolder(), { transcriber, network, release }, fetching)
      } catch (error) {
        release()
        throw error
      }
    },
    async *live(sound, order, signal, by) {
      const { live } = dependencies.transcriber
      if (!live) throw noTranscriber(order.language)
      const release = limiter.acquire(by)
      try {
        yield* live(sound, order, signal)
      } finally {
        release()
      }
    },
  }
}

interface JobDependencies {
  readonly transcriber: Transcriber
  readonly network: Network
  readonly release: () => void
}

/** Another program on the same data folder keeps what it works on. */
async function purge(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(absent)
    if (found && now.getTime() - found.mtimeMs > LEFT_MS)
      await rm(path, { recursive: true, force: true })
  }
}

function openJob(
  folder: string,
  { transcriber, network, release }: JobDependencies,
  fetching: Set<string>,
): TranscriptionJob {
  let count = 0
  let sound: string | undefined
  const take: TranscriptionJob['take'] = async (bytes) => {
    const path = join(folder, `${count++}`)
    const size = await write(path, bytes)
    if (size > 0) sound = path
    return size
  }
  return {
    take,
    async fetch(link, signal) {
      checkUrl(link)
      if (fetching.size >= MAX_LINKS) throw tooManyLinks()
      fetching.add(folder)
      const options = { network, maxBytes: MAX_SOUND_BYTES, timeoutMs: FETCH_TIMEOUT_MS }
      const size = await take(guardedFetch(link, options, signal)).finally(() =>
        fetching.delete(folder),
      )
      if (size === 0) throw new AppError('transcribe/source', 'The file behind the link is empty.')
    },
    async use(path) {
      const own = join(folder, `${count++}`)
      // A copy, so that nobody can delete it half-way.
      const size = await stored(() => copy(path, own))
      if (size === undefined)
        throw new AppError('file/not-found', 'There is no such file. It may have been deleted.')
      if (size > MAX_SOUND_BYTES) throw tooLarge(size)
      if (size > 0) sound = own
    },
    async transcribe(options, signal, onText) {
      if (sound === undefined) throw new AppError('transcribe/source', 'The sound is empty.')
      const path = sound
      const { audio: kind } = await stored(() => sniff(path))
      if (!kind) throw noSound()
      return transcriber.transcribe({ path, kind }, options, signal, onText)
    },
    close: () => rm(folder, { recursive: true, force: true }).finally(release),
  }
}

/** Writes all of `bytes` into a new file, no faster than the disk takes it; returns how many there were. */
async function write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await stored(() => open(path, 'wx', 0o600))
  try {
    let size = 0
    for await (const chunk of bytes) {
      await stored(() => file.appendFile(chunk))
      size += chunk.length
    }
    return size
  } finally {
    await file.close()
  }
}

/** Returns the size of the file, undefined where there is none; copies nothing that is too large. */
async function copy(from: string, to: string): Promise<number | undefined> {
  const found = await stat(from).catch(absent)
  if (!found || found.size > MAX_SOUND_BYTES) return found?.size
  const copied = await copyFile(from, to).then(() => true, absent)
  return copied ? found.size : undefined
}

/** A file that another process has removed meanwhile is no failure. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

/** A failure of the disk, in words. */
async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new AppError(
      storageCode(error),
      `The sound could not be stored temporarily${why}. Check that the disk has space and that the data folder is writable.`,
      error,
    )
  }
}

function noSound(): AppError {
  const kinds = Object.keys(AUDIO_FILES).join(', ')
  return new AppError(
    'transcribe/source',
    `This is not a sound file of a supported format: its bytes match none of ${kinds}. Send one of these.`,
  )
}

function tooManyLinks(): AppError {
  return new AppError(
    'transcribe/failed',
    `Griot is already fetching ${MAX_LINKS} links, which is the limit. Try again in a moment, or send the recording itself.`,
  )
}

function tooLarge(size: number): AppError {
  const figures = [size, MAX_SOUND_BYTES].map((bytes) => bytes.toLocaleString('en'))
  return new AppError(
    'file/too-large',
    `The file has ${figures[0]} bytes; at most ${figures[1]} can be transcribed. ${TOO_LARGE_ADVICE}`,
  )
}
