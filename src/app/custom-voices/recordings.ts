import {
  closeSync,
  createReadStream,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ByteStores } from '#app/byte-stores.ts'
import { UNKNOWN_MEDIA_TYPE } from '#media/sniff.ts'
import type { Blobs } from '#storage/blobs/blobs.ts'
import type { LocalCopies } from '#storage/blobs/local-copies.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import type { Placing } from '#storage/db/voices.ts'
import { writeDurably as writeNow } from '#storage/durable-files.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import type { Orphans } from '#storage/library-ownership/orphans.ts'
import { isRunning } from '#storage/live-process.ts'

/** The folder of a voice in the making carries the process that makes it. */
const MAKING = /^making-(\d+)-/
const RECORDING = 'recording'
const TRANSCRIPT = 'transcript.txt'
const ABOUT = 'about.json'
/** Begins the keys of all recordings in a store. */
const PREFIX = 'voices/'
/** Nothing takes this long to be made: what is older was left behind, whoever has its process number now. */
const MAKING_MS = 60 * 60_000

/** The recordings of voices: for each its bytes, its transcript, and metadata. */
export interface Recordings {
  /** Takes a recording in as it comes; nothing of it is kept until it is kept. Throws AppError('storage/failed'). */
  receive(id: string, bytes: AsyncIterable<Uint8Array>): Promise<PendingRecording>
  /** Gone for good, at once. Throws AppError('storage/failed') and ('storage/busy'). */
  remove(id: string): Promise<void>
  /** Recording and transcript of a voice; undefined where they were removed. Throws AppError('storage/failed') and ('storage/busy'). */
  find(id: string): Promise<FoundRecording | undefined>
  /** Metadata text of a voice; undefined where there is none. Throws AppError('storage/failed') and ('storage/busy'). */
  about(id: string): Awaitable<string | undefined>
  /** Nothing where the recording is gone. Throws AppError('storage/failed') and ('storage/busy'). */
  writeAbout(id: string, text: string): Awaitable<void>
  /** Removes what processes that are gone have left unfinished. */
  purgeUnfinished(now: Date): void
  /** Where they lie in folders beside the library. */
  readonly beside?: Pick<RecordingFolders, 'list' | 'folderOf'> | undefined
  /** Where they lie elsewhere: ids of those that have not changed since a time. Throws AppError('storage/failed') and ('storage/busy'). */
  readonly unchangedSince?: ((time: Date) => Promise<readonly string[]>) | undefined
}

/** Recordings on disk, for their owner's eyes alone (0700 and 0600): `<folder>/<voice id>/recording`, `transcript.txt` and `about.json`. */
export interface RecordingFolders extends Recordings {
  about(id: string): string | undefined
  writeAbout(id: string, text: string): void
  /** Folder of a voice's recording, transcript and metadata. */
  folderOf(id: string): string
  /** Ids of all that are there. */
  list(): readonly string[]
}

/** A recording that is kept. */
export interface FoundRecording {
  /** Path of a file with its bytes, which is a copy where they lie elsewhere. Throws what `LocalCopies.pathOf` throws. */
  path(signal: AbortSignal): Promise<string>
  readonly transcript: string
}

export interface PendingRecording {
  /** Temporary path of the bytes. */
  readonly path: string
  writeTranscript(text: string): Promise<void>
  /** See voice-metadata.ts. */
  writeAbout(text: string): Promise<void>
  /** Brings it to its place together with the rows of the voice. */
  readonly keep: Placing
  /** Removes it, unless it was kept. */
  discard(): Promise<void>
}

/** Recordings below `folder`, which is made where it is missing. `pid` is this process. */
export function openRecordings(folder: string, pid: number): RecordingFolders {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const beside = {
    folderOf: (id: string) => join(folder, id),
    list: () => readdirSync(folder).filter((name) => !MAKING.test(name) && !name.startsWith('.')),
  }
  return {
    ...beside,
    beside,
    receive: (id, bytes) => receive(folder, `making-${pid}-${id}`, id, bytes),
    find: (id) => find(join(folder, id)),
    remove: (id) => rm(join(folder, id), { recursive: true, force: true }).catch(notRemoved),
    about: (id) => aboutIn(join(folder, id)),
    writeAbout: (id, text) => {
      try {
        writeNow(join(folder, id, ABOUT), text)
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
        throwDescribed(error)
      }
    },
    purgeUnfinished: (now) => purgeMaking(folder, pid, now),
  }
}

/** Where recordings are kept that lie in no folder beside the library. */
export interface RecordingBlobs {
  readonly blobs: Blobs
  readonly copies: LocalCopies
  /** Folder for recordings that belong to no voice yet; it is made where it is missing. */
  readonly folder: string
  readonly pid: number
}

/** Recordings in a store of bytes: `voices/<voice id>/…`, with the names that they have in folders. */
export function openRecordingBlobs({ blobs, copies, folder, pid }: RecordingBlobs): Recordings {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const textAt = async (key: string): Promise<string | undefined> => {
    const content = await blobs.get(key)
    return content && text(content.bytes)
  }
  const remove = async (id: string): Promise<void> => {
    // What says whose recording it is goes last.
    for (const name of [RECORDING, TRANSCRIPT, ABOUT]) await blobs.remove(keyOf(id, name))
  }
  const place = async (id: string, making: string): Promise<void> => {
    for (const [name, type] of [
      [ABOUT, 'application/json'],
      [TRANSCRIPT, 'text/plain'],
      [RECORDING, UNKNOWN_MEDIA_TYPE],
    ] as const) {
      const bytes = createReadStream(join(making, name))
      await blobs.put(keyOf(id, name), { bytes, type }).finally(() => bytes.destroy())
    }
  }
  return {
    async receive(id, bytes) {
      const pending = await receive(folder, `making-${pid}-${id}`, id, bytes)
      const keep = {
        place: () => place(id, dirname(pending.path)),
        remove: () => remove(id),
      }
      return { ...pending, keep }
    },
    remove,
    async find(id) {
      const transcript = await textAt(keyOf(id, TRANSCRIPT))
      if (transcript === undefined) return undefined
      return { transcript, path: (signal) => copies.pathOf(keyOf(id, RECORDING), signal) }
    },
    about: (id) => textAt(keyOf(id, ABOUT)),
    async writeAbout(id, about) {
      if (!(await blobs.head(keyOf(id, RECORDING)))) return
      await blobs.put(keyOf(id, ABOUT), { bytes: Buffer.from(about), type: 'application/json' })
    },
    purgeUnfinished: (now) => purgeMaking(folder, pid, now),
    async unchangedSince(time) {
      const changed = new Map<string, boolean>()
      for await (const { key, modified } of blobs.list(PREFIX)) {
        const [id = ''] = key.slice(PREFIX.length).split('/')
        changed.set(id, changed.get(id) || modified >= time)
      }
      return [...changed].flatMap(([id, isChanged]) => (isChanged ? [] : [id]))
    },
  }
}

/** The recordings of a data folder, or of a store elsewhere. `orphans`: of the data folder, which has no say in what lies elsewhere. */
export function recordingsOf(
  home: string,
  { blobs, copies, shared }: Pick<ByteStores, 'blobs' | 'copies' | 'shared'>,
  orphans: Orphans,
): { readonly recordings: Recordings; readonly orphans: Orphans | undefined } {
  const [folder, { pid }] = [join(home, 'voices'), process]
  if (!shared) return { recordings: openRecordings(folder, pid), orphans }
  return { recordings: openRecordingBlobs({ blobs, copies, folder, pid }), orphans: undefined }
}

/** Key of a recording in a store. */
export function keyOfRecording(id: string): string {
  return keyOf(id, RECORDING)
}

function keyOf(id: string, name: string): string {
  return `${PREFIX}${id}/${name}`
}

function purgeMaking(folder: string, pid: number, now: Date): void {
  for (const name of readdirSync(folder)) {
    const maker = MAKING.exec(name)?.[1]
    if (maker === undefined) continue
    const path = join(folder, name)
    if (isOld(path, now) || !isRunning(Number(maker)) || Number(maker) === pid)
      rmSync(path, { recursive: true, force: true })
  }
}

async function receive(
  folder: string,
  name: string,
  id: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<PendingRecording> {
  const making = join(folder, name)
  let isKept = false
  const discard = async (): Promise<void> => {
    if (!isKept) await rm(making, { recursive: true, force: true })
  }
  const path = join(making, RECORDING)
  try {
    await mkdir(making, { mode: 0o700 }).catch(throwDescribed)
    await writeDurably(path, bytes)
  } catch (error) {
    await discard()
    throw error
  }
  return {
    path,
    writeTranscript: (text) => writeDurably(join(making, TRANSCRIPT), [Buffer.from(text)]),
    writeAbout: (text) => writeDurably(join(making, ABOUT), [Buffer.from(text)]),
    keep() {
      renameSync(making, join(folder, id))
      isKept = true
      syncFolder(folder)
    },
    discard,
  }
}

function aboutIn(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, ABOUT), 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    // A person may have put a plain file here.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    return notRead(error)
  }
}

async function find(folder: string): Promise<FoundRecording | undefined> {
  const transcript = await readFile(join(folder, TRANSCRIPT), 'utf8').catch((error) =>
    error.code === 'ENOENT' ? undefined : notRead(error),
  )
  if (transcript === undefined) return undefined
  return { transcript, path: async () => join(folder, RECORDING) }
}

/** A new name survives a power cut only when its folder is written, which Windows does on its own. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

async function writeDurably(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch(throwDescribed)
  try {
    for await (const piece of pieces) await file.writeFile(piece).catch(throwDescribed)
    await file.sync().catch(throwDescribed)
  } finally {
    await file.close()
  }
}

function throwDescribed(error: unknown): never {
  throw describeDiskError(error, 'The recording cannot be stored')
}

function notRead(error: unknown): never {
  throw describeDiskError(error, 'The recording cannot be read')
}

function notRemoved(error: unknown): never {
  throw describeDiskError(error, 'The recording cannot be removed, so the voice is still there')
}

function isOld(path: string, now: Date): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && now.getTime() - found.mtimeMs > MAKING_MS
}
