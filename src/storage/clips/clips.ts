import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeSound } from '#media/decode.ts'
import type { GetFfmpeg } from '#media/ffmpeg.ts'
import { toPcm, toSamples } from '#media/pcm.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import type { Clip } from '#shared/clips.ts'
import { AppError } from '#shared/errors.ts'
import { createKeyedMutex } from '#shared/mutex.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import type { LiveProcess } from '#storage/live-process.ts'
import {
  duplicate,
  finished,
  notFound,
  recordedElsewhere,
  tooLong,
  unfinished,
} from './clip-errors.ts'
import {
  appendBytes,
  arrivedAt,
  arrivedBytes,
  arrivingIn,
  beginClip,
  type ClipMetadata,
  keepSound,
  type NewClip,
  readClipMetadata,
  soundBytes,
  soundOf,
} from './clip-folder.ts'
import {
  checkBeginning,
  checkSound,
  checkWhole,
  MAX_READ_SECONDS,
  maxBytes,
} from './clip-limits.ts'
import { listClips, shownClip } from './list-clips.ts'
import { CLIP_ID } from './purge.ts'

/** A microphone that is recorded by another program sends something many times a second. */
const SILENT_MS = 60_000

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
   * AppError('file/unfinished') for a file that is not whole and for what another program records, ('voice/recording')
   * for one that is no sound or too long, which is then gone, ('encode/no-ffmpeg').
   */
  finish(clipId: string, signal: AbortSignal): Promise<Clip>
  /** Ends recording: others may use the clip, as far as it came. */
  release(clipId: string): void
  /**
   * The newest first. One that is being recorded, here or within the last minute by another program, is not among them,
   * nor a file that never came whole.
   */
  list(): Promise<readonly Clip[]>
  /** 24 kHz mono, 16 bit little endian. Throws AppError('file/unfinished'), ('speech/failed'), and why `signal` was aborted. */
  sound(clipId: string, cleaned: boolean, signal: AbortSignal): Promise<Uint8Array>
  /** Gone from disk; so it is if there was none. */
  discard(clipId: string): Promise<void>
}

export interface ClipDependencies {
  readonly folder: string
  readonly getFfmpeg: GetFfmpeg
  /** See clean-noise.ts. */
  readonly clean: (samples: Float32Array, signal: AbortSignal) => Promise<Float32Array>
  readonly now: () => Date
  readonly process: LiveProcess
}

/** The clips in `folder`, which is made where it is missing. All but `begin` throw AppError('file/not-found'); the disk's failures are AppError('storage/failed'). */
export function createClips(dependencies: ClipDependencies): Clips {
  const { folder, getFfmpeg, clean, now, process } = dependencies
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const byClip = createKeyedMutex<string>()
  const recording = new Set<string>()
  const on = <T>(clipId: string, work: (place: string) => Promise<T>): Promise<T> => {
    const id = clipId.toLowerCase()
    if (!CLIP_ID.test(id)) throw notFound()
    return byClip.runExclusive(id, () => inWords(() => work(join(folder, id))))
  }
  const isElsewhere = async (place: string, about: ClipMetadata): Promise<boolean> => {
    if (about.process === process.mark || !process.isAlive(about.process)) return false
    const at = await arrivedAt(place)
    return at !== undefined && now().getTime() - at.getTime() < SILENT_MS
  }
  return {
    begin: (clipId, order) =>
      on(clipId, async (place) => {
        checkBeginning(order, await readdir(folder))
        const about: ClipMetadata = {
          startedAt: now().toISOString(),
          process: process.mark,
          ...order,
        }
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
        if (position + bytes.length > maxBytes(about)) throw tooLong(about)
        await appendBytes(place, about, position, bytes)
      }),
    finish: (clipId, signal) =>
      on(clipId, async (place) => {
        const about = await found(place)
        if (await isElsewhere(place, about)) throw recordedElsewhere()
        await finish(place, about, getFfmpeg, signal)
        recording.delete(clipId.toLowerCase())
        return shownClip(clipId, place, about)
      }),
    release: (clipId) => {
      recording.delete(clipId.toLowerCase())
    },
    list: () =>
      inWords(() =>
        listClips(
          folder,
          async (id, place, about) => recording.has(id) || isElsewhere(place, about),
        ),
      ),
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

async function finish(
  place: string,
  about: ClipMetadata,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): Promise<void> {
  if ((await soundBytes(place)) !== undefined) return
  checkWhole(about, await arrivedBytes(place, about))
  try {
    const samples = await decodeSound(arrivingIn(place), getFfmpeg, MAX_READ_SECONDS, signal)
    checkSound(samples.length / SAMPLE_RATE)
    await keepSound(place, 'sound', toPcm(samples))
  } catch (error) {
    // Nobody can make anything of it.
    if (error instanceof AppError && error.code === 'voice/recording')
      await rm(place, { recursive: true, force: true })
    throw error
  }
}

async function found(place: string): Promise<ClipMetadata> {
  const about = await readClipMetadata(place)
  if (!about) throw notFound()
  return about
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw describeDiskError(error, 'The recording could not be stored')
  }
}
