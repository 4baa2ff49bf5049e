import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeSound } from '#media/decode.ts'
import type { GetFfmpeg } from '#media/ffmpeg.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import { modelsBeside } from '#speech/models/catalog.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { createLocalCopies } from '#storage/blobs/local-copies.ts'
import { openBlobs } from '#storage/blobs/open-blobs.ts'
import { isSqlite, readDatabase } from '#storage/db/database.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import { createStoredVoices, type StoredVoices } from '#storage/db/voices.ts'
import { libraryOf } from '#storage/home.ts'
import { createOrphans, NO_ORPHANS } from '#storage/library-ownership/orphans.ts'
import { openByteStores, type StoreAddress } from './byte-stores.ts'
import {
  type CustomVoiceDependencies,
  type CustomVoices,
  createCustomVoices,
  purgeCustomVoices,
} from './custom-voices/custom-voices.ts'
import { keyOfRecording, recordingsOf } from './custom-voices/recordings.ts'
import { linesSpokenBy } from './open-projects.ts'
import {
  bytesFolderOf,
  type CommandLibrary,
  type LibraryPlace,
  openLibrary,
} from './open-service.ts'

/** Recording of a voice, as it lies on disk. */
export interface RecordingOnDisk {
  readonly bytes: number
  /** Undefined where it cannot be decoded here. */
  readonly seconds: number | undefined
}

/** The custom voices of a data folder or a service, to look at; `close` when done. */
export interface KnownVoices extends Pick<StoredVoices, 'list' | 'find' | 'consent'> {
  /** Number of lines that use the voice, in all projects that can be read; a service has none. */
  linesSpokenBy(id: string): number
  /** Undefined where there is none, or no more. Throws what `signal` was aborted with, in words. */
  recording(
    id: string,
    getFfmpeg: GetFfmpeg,
    signal: AbortSignal,
  ): Promise<RecordingOnDisk | undefined>
  close(): Awaitable<void>
}

/**
 * The custom voices of a data folder or a service; nothing is made or changed there. `where`: the store of their recordings, where that is not
 * the data folder. Throws AppError('storage/failed') and ('storage/busy').
 */
export async function readCustomVoices(
  place: LibraryPlace,
  where?: StoreAddress,
): Promise<KnownVoices> {
  const home = bytesFolderOf(place)
  const recording: KnownVoices['recording'] = async (id, getFfmpeg, signal) => {
    if (!where) return recordingAt(join(home, 'voices', id, 'recording'), getFfmpeg, signal)
    return recordingElsewhere(where, id, (path) => recordingAt(path, getFfmpeg, signal))
  }
  if (place.database !== undefined) {
    const { database, close } = await openLibrary(place)
    const { list, find, consent } = createStoredVoices(database)
    return { ...{ list, find, consent, recording, close }, linesSpokenBy: () => 0 }
  }
  const database = readDatabase(libraryOf(home))
  if (!database) return { ...NONE, recording }
  const { list, find, consent } = createStoredVoices(database)
  return {
    ...{ list, find, consent, recording, close: database.close },
    linesSpokenBy: (id) => linesSpokenBy(database, home, id),
  }
}

const NONE = {
  list: () => [],
  find: () => undefined,
  consent: () => undefined,
  linesSpokenBy: () => 0,
  close: () => undefined,
}

/** Lets `look` read a recording that lies in a store, from a copy in a folder for temporary files. */
async function recordingElsewhere(
  { address, env }: StoreAddress,
  id: string,
  look: (path: string) => Promise<RecordingOnDisk | undefined>,
): Promise<RecordingOnDisk | undefined> {
  const blobs = await openBlobs(address, env)
  const folder = await mkdtemp(join(tmpdir(), 'griot-recording-'))
  try {
    const path = await createLocalCopies({ blobs, folder }).pathOf(keyOfRecording(id))
    return await look(path)
  } catch (error) {
    if (error instanceof AppError && error.code === 'file/not-found') return undefined
    throw error
  } finally {
    blobs.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function recordingAt(
  path: string,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): Promise<RecordingOnDisk | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return undefined
  try {
    const sound = await decodeSound(path, getFfmpeg, CUSTOM_VOICE_LIMITS.seconds.max + 1, signal)
    return { bytes: found.size, seconds: sound.length / SAMPLE_RATE }
  } catch (error) {
    // Without ffmpeg, and of a file that somebody has changed, the size is all that is known.
    if (error instanceof AppError && !signal.aborted)
      return { bytes: found.size, seconds: undefined }
    throw error
  }
}

/** Paths and tools for making and deleting voices without a server. */
export interface CustomVoicePlaces extends LibraryPlace {
  readonly resources: string
  /** Store of the recordings; left out: the data folder. */
  readonly blobs?: StoreAddress | undefined
  readonly getFfmpeg: GetFfmpeg
  readonly onBug: (error: unknown) => void
}

/**
 * The custom voices of a data folder or a service, to make and delete them beside a server that may be running; `close` when done.
 * Voices are made in this process. Throws AppError('storage/failed') and ('storage/busy').
 */
export async function openCustomVoices(
  places: CustomVoicePlaces,
): Promise<CustomVoices & { close(): Promise<void> }> {
  const { resources, getFfmpeg, onBug } = places
  const home = bytesFolderOf(places)
  const stores = await openByteStores(home, places.blobs)
  let library: CommandLibrary
  try {
    library = await openLibrary(places)
  } catch (error) {
    stores.close()
    throw error
  }
  const { database, reserve, now } = library
  const close = async (): Promise<void> => {
    await library.close()
    stores.close()
  }
  const dependencies: CustomVoiceDependencies = {
    stored: createStoredVoices(database, reserve),
    ...recordingsOf(
      home,
      stores,
      isSqlite(database) ? createOrphans(home, database, now) : NO_ORPHANS,
    ),
    // Who deletes a voice needs nothing that speaks.
    cloner: {
      clone: async (order, signal) => (await openSpeaker(resources)).clone(order, signal),
    },
    detectLanguage: openLanguageIdentifier(modelsBeside(resources), onBug).identify,
    ...{ getFfmpeg, now, randomBytes },
  }
  try {
    await purgeCustomVoices(dependencies)
  } catch (error) {
    await close()
    throw error
  }
  return { ...createCustomVoices(dependencies), close }
}
