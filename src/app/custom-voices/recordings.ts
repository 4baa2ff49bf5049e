import {
  closeSync,
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
import { join } from 'node:path'
import type { Placing } from '#storage/db/voices.ts'
import { writeDurably as writeNow } from '#storage/durable-files.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { isRunning } from '#storage/live-process.ts'

/** The folder of a voice in the making carries the process that makes it. */
const MAKING = /^making-(\d+)-/
const ABOUT = 'about.json'
/** Nothing takes this long to be made: what is older was left behind, whoever has its process number now. */
const MAKING_MS = 60 * 60_000

/** Recordings on disk, for their owner's eyes alone (0700 and 0600): `<folder>/<voice id>/recording`, `transcript.txt` and `about.json`. */
export interface Recordings {
  /** Takes a recording in as it comes; nothing of it is kept until it is kept. Throws AppError('storage/failed'). */
  receive(id: string, bytes: AsyncIterable<Uint8Array>): Promise<PendingRecording>
  /** Gone from disk, at once. Throws AppError('storage/failed'). */
  remove(id: string): Promise<void>
  /** Recording and transcript of a voice; undefined where they were removed. Throws AppError('storage/failed'). */
  find(id: string): Promise<{ readonly path: string; readonly transcript: string } | undefined>
  /** Folder of a voice's recording, transcript and metadata. */
  folderOf(id: string): string
  /** Metadata text of a voice; undefined where there is none. Throws AppError('storage/failed'). */
  about(id: string): string | undefined
  /** Nothing where the recording is gone. Throws AppError('storage/failed'). */
  writeAbout(id: string, text: string): void
  /** Ids of all that are there. */
  list(): readonly string[]
  removeNow(id: string): void
  /** Removes what processes that are gone have left unfinished. */
  purgeUnfinished(now: Date): void
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
export function openRecordings(folder: string, pid: number): Recordings {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    receive: (id, bytes) => receive(folder, `making-${pid}-${id}`, id, bytes),
    find: (id) => find(join(folder, id)),
    remove: (id) => rm(join(folder, id), { recursive: true, force: true }).catch(notRemoved),
    removeNow: (id) => rmSync(join(folder, id), { recursive: true, force: true }),
    folderOf: (id) => join(folder, id),
    about: (id) => aboutIn(join(folder, id)),
    writeAbout: (id, text) => {
      try {
        writeNow(join(folder, id, ABOUT), text)
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
        throwDescribed(error)
      }
    },
    list: () => readdirSync(folder).filter((name) => !MAKING.test(name) && !name.startsWith('.')),
    purgeUnfinished(now) {
      for (const name of readdirSync(folder)) {
        const maker = MAKING.exec(name)?.[1]
        if (maker === undefined) continue
        const path = join(folder, name)
        if (isOld(path, now) || !isRunning(Number(maker)) || Number(maker) === pid)
          rmSync(path, { recursive: true, force: true })
      }
    },
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
  const path = join(making, 'recording')
  try {
    await mkdir(making, { mode: 0o700 }).catch(throwDescribed)
    await writeDurably(path, bytes)
  } catch (error) {
    await discard()
    throw error
  }
  return {
    path,
    writeTranscript: (text) => writeDurably(join(making, 'transcript.txt'), [Buffer.from(text)]),
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

async function find(
  folder: string,
): Promise<{ readonly path: string; readonly transcript: string } | undefined> {
  const transcript = await readFile(join(folder, 'transcript.txt'), 'utf8').catch((error) =>
    error.code === 'ENOENT' ? undefined : notRead(error),
  )
  return transcript === undefined ? undefined : { path: join(folder, 'recording'), transcript }
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
