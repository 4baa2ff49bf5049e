import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeSound } from '#core/encode/decode.ts'
import type { GetFfmpeg } from '#core/encode/ffmpeg.ts'
import { toPcm, toSamples } from '#core/encode/pcm.ts'
import { diskInWords } from '#core/files/folders.ts'
import type { Inspector } from '#core/speaker/clone.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { CLIP_LIMITS, type Clip } from '#shared/clips.ts'
import { AppError } from '#shared/errors.ts'
import {
  type AboutClip,
  aboutClip,
  appendBytes,
  arrivedBytes,
  arrivingIn,
  beginClip,
  keepSound,
  type NewClip,
  soundBytes,
  soundOf,
} from './clip-folder.ts'
import {
  checkBeginning,
  checkSound,
  checkWhole,
  MOST_READ_SECONDS,
  mostBytes,
} from './clip-limits.ts'
import { CLIP_ID } from './sweep.ts'

const BYTES_PER_SECOND = SAMPLE_RATE * 2

/** Recordings of which no voice has been made yet. They lie on disk as they come, and outlive what recorded them. */
export interface Clips {
  /** Throws AppError('job/duplicate'), ('file/too-large'), ('file/quota'), ('voice/recording') for an empty file. */
  begin(clipId: string, order: NewClip): Promise<void>
  /**
   * `position`: how many bytes came before. Throws AppError('request/invalid') for a gap, for other bytes at a place
   * and for a clip that is finished, ('file/too-large') beyond its length; nothing that came before is lost.
   */
  append(clipId: string, position: number, bytes: Uint8Array): Promise<void>
  /**
   * The clip with its length; what came in is decoded once, here. Again for one that is finished. Throws
   * AppError('file/unfinished') for a file that is not whole, ('voice/recording') for one that is no sound or too
   * long, which is then gone, ('encode/no-ffmpeg').
   */
  finish(clipId: string, signal: AbortSignal): Promise<Clip>
  /** Whoever recorded this clip is gone: as far as it came, others may use it. */
  leave(clipId: string): void
  /** The newest first. One that is being recorded is not among them, nor a file that never came whole. */
  list(): Promise<readonly Clip[]>
  /** 24 kHz mono, 16 bit little endian. Throws AppError('file/unfinished'), ('speech/failed'), and why `signal` was aborted. */
  sound(clipId: string, cleaned: boolean, signal: AbortSignal): Promise<Uint8Array>
  /** Gone from disk; so it is if there was none. */
  discard(clipId: string): Promise<void>
}

export interface ClipParts {
  readonly folder: string
  readonly getFfmpeg: GetFfmpeg
  /** See clean-noise.ts. */
  readonly clean: Inspector['clean']
  readonly now: () => Date
}

/** The clips in `folder`, which is made where it is missing. All but `begin` throw AppError('file/not-found'); the disk's failures are AppError('storage/failed'). */
export function createClips({ folder, getFfmpeg, clean, now }: ClipParts): Clips {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const inTurn = createClipTurns()
  const recording = new Set<string>()
  const on = <T>(clipId: string, work: (place: string) => Promise<T>): Promise<T> => {
    const id = clipId.toLowerCase()
    if (!CLIP_ID.test(id)) throw notFound()
    return inTurn(id, () => inWords(() => work(join(folder, id))))
  }
  return {
    begin: (clipId, order) =>
      on(clipId, async (place) => {
        checkBeginning(order, await namesIn(folder))
        const about: AboutClip = { startedAt: now().toISOString(), ...order }
        await beginClip(place, about).catch(async (error) => {
          if (error.code === 'EEXIST') throw duplicate()
          await rm(place, { recursive: true, force: true })
          throw error
        })
        recording.add(clipId.toLowerCase())
      }),
    append: (clipId, position, bytes) =>
      on(clipId, async (place) => {
        const about = await found(place)
        if ((await soundBytes(place)) !== undefined) throw finished()
        if (position + bytes.length > mostBytes(about)) throw tooLong(about)
        await appendBytes(place, about, position, bytes)
      }),
    finish: (clipId, signal) =>
      on(clipId, async (place) => {
        await finish(place, getFfmpeg, signal)
        recording.delete(clipId.toLowerCase())
        return shown(clipId, place, await found(place))
      }),
    leave: (clipId) => {
      recording.delete(clipId.toLowerCase())
    },
    list: () => inWords(() => list(folder, recording)),
    sound: (clipId, cleaned, signal) =>
      on(clipId, async (place) => {
        await found(place)
        const pcm = await soundOf(place, 'sound')
        if (!pcm) throw unfinished()
        if (!cleaned) return pcm
        const known = await soundOf(place, 'cleaned')
        if (known) return known
        const made = toPcm(await clean(toSamples(pcm), signal))
        await keepSound(place, 'cleaned', made)
        return made
      }),
    discard: (clipId) =>
      on(clipId, async (place) => {
        await rm(place, { recursive: true, force: true })
        recording.delete(clipId.toLowerCase())
      }),
  }
}

async function finish(place: string, getFfmpeg: GetFfmpeg, signal: AbortSignal): Promise<void> {
  const about = await found(place)
  if ((await soundBytes(place)) !== undefined) return
  checkWhole(about, await arrivedBytes(place, about))
  try {
    const samples = await decodeSound(arrivingIn(place), getFfmpeg, MOST_READ_SECONDS, signal)
    checkSound(samples.length / SAMPLE_RATE)
    await keepSound(place, 'sound', toPcm(samples))
  } catch (error) {
    // Nobody can make anything of it.
    if (error instanceof AppError && error.code === 'voice/recording')
      await rm(place, { recursive: true, force: true })
    throw error
  }
}

async function list(folder: string, recording: ReadonlySet<string>): Promise<readonly Clip[]> {
  const clips: Clip[] = []
  for (const id of await namesIn(folder)) {
    const place = join(folder, id)
    const about = CLIP_ID.test(id) && !recording.has(id) ? await aboutClip(place) : undefined
    const clip = about && (await shown(id, place, about))
    if (clip?.isFinished || clip?.source === 'microphone') clips.push(clip)
  }
  return clips.sort((one, other) => other.startedAt.localeCompare(one.startedAt))
}

async function shown(clipId: string, place: string, about: AboutClip): Promise<Clip> {
  const { source, startedAt } = about
  const bytes = await soundBytes(place)
  const isFinished = bytes !== undefined
  const known = { clipId, source, startedAt, isFinished }
  if (about.source === 'file')
    return { ...known, fileName: about.fileName, seconds: (bytes ?? 0) / BYTES_PER_SECOND }
  const came = (await arrivedBytes(place, about)) / (2 * about.rate)
  return { ...known, seconds: isFinished ? bytes / BYTES_PER_SECOND : came }
}

async function found(place: string): Promise<AboutClip> {
  const about = await aboutClip(place)
  if (!about) throw notFound()
  return about
}

/** Names of what is in `folder`. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder)
}

/** One step after the other for each clip, in the order they were asked for. */
function createClipTurns(): <T>(id: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (id, work) => {
    const turn = (last.get(id) ?? Promise.resolve()).then(work)
    const over = turn
      .catch(() => undefined)
      .then(() => {
        if (last.get(id) === over) last.delete(id)
      })
    last.set(id, over)
    return turn
  }
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskInWords(error, 'The recording could not be stored')
  }
}

const notFound = (): AppError =>
  new AppError(
    'file/not-found',
    'This recording is not there any more: it was discarded. Record again.',
  )

const duplicate = (): AppError =>
  new AppError('job/duplicate', 'A recording of this number has begun already.')

const finished = (): AppError =>
  new AppError('request/invalid', 'This recording is finished: nothing can be added to it.')

const unfinished = (): AppError =>
  new AppError('file/unfinished', 'This recording is not finished yet. Finish it first.')

const tooLong = (about: AboutClip): AppError =>
  about.source === 'file'
    ? new AppError('file/too-large', 'More came than the file was said to hold. Choose it again.')
    : new AppError(
        'file/too-large',
        `A recording is at most ${CLIP_LIMITS.seconds} s long. It is kept up to there: finish it.`,
      )
