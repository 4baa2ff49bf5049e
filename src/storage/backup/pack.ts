import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createTarPacker, type TarPackController } from 'modern-tar'
import {
  contentsOf,
  dropFromCopy,
  type LibraryContents,
  SCHEMA_VERSION,
} from '#storage/db/contents.ts'
import type { Database } from '#storage/db/database.ts'
import { createLibraryIdentity } from '#storage/db/identity.ts'
import { folderOf } from '#storage/files/folders.ts'
import { compare } from './compare.ts'
import { isPlain, LIBRARY_NAME, MANIFEST_NAME, type Manifest, SETTINGS_NAME } from './manifest.ts'

/** Receives how many bytes of how many were read. */
export type OnProgress = (done: number, total: number) => void

export interface PackOptions {
  readonly home: string
  readonly version: string
  readonly now: () => Date
  readonly onProgress: OnProgress
  /** The copy of the library, and where it lies. It is closed here. */
  readonly copy: Database
  readonly snapshot: string
  /** Also what the library does not know, because it is not the one that the folders belong to. */
  readonly everything: boolean
}

type Entry = Manifest['entries'][number]

const KEYS = ['signing-key.pem', 'sealed-signing-key.pem', 'former-roots.pem']
const UNFINISHED = /\.part$|^making-/
const PIECE_BYTES = 1 << 18

/** A data folder as one tar: what lies on the disk, then the library, then the manifest. `done` settles with its end. */
export function packHome(
  options: PackOptions,
  signal: AbortSignal,
): { readonly bytes: ReadableStream<Uint8Array>; readonly done: Promise<void> } {
  const { readable, controller } = createTarPacker()
  const done = pack(options, controller, signal).catch((error) => {
    controller.error(error)
    throw error
  })
  return { bytes: readable, done }
}

async function pack(
  { home, version, now, onProgress, copy, snapshot, everything }: PackOptions,
  tar: TarPackController,
  signal: AbortSignal,
): Promise<void> {
  const entries: Entry[] = []
  try {
    const expected = contentsOf(copy)
    const { paths, leftOut } = packable(home, pathsIn(home, everything ? undefined : expected))
    const total = paths.reduce((sum, path) => sum + sizeOf(join(home, path)), sizeOf(snapshot))
    let done = 0
    for (const path of paths) {
      const entry = await add(tar, join(home, path), path, signal)
      if (entry) entries.push(entry)
      done += entry?.sizeBytes ?? 0
      onProgress(done, total)
    }
    const { gone, ...differences } = compare(home, expected, entries)
    dropFromCopy(copy, gone)
    const identity = createLibraryIdentity(copy).read()
    copy.close()
    const library = await add(tar, snapshot, LIBRARY_NAME, signal)
    if (library) entries.push(library)
    const createdAt = now().toISOString()
    const about = { format: 'griot-backup', version: 1, program: version, createdAt } as const
    const manifest: Manifest = {
      ...{ ...about, ...identity, schema: SCHEMA_VERSION, entries },
      missing: [...differences.missing],
      changed: [...differences.changed],
      leftOut: [...leftOut],
    }
    await addBytes(tar, MANIFEST_NAME, Buffer.from(JSON.stringify(manifest)))
    tar.finalize()
  } finally {
    copy.close()
  }
}

/** Paths below `home`, with "/"; of files and voices only those that the library expects, where it is given. */
function pathsIn(home: string, expected: LibraryContents | undefined): readonly string[] {
  const known = expected && {
    files: new Set(
      expected.files.flatMap(({ id, account }) => {
        const path = `files/${folderOf(account)}/${id}`
        return [path, `${path}.json`]
      }),
    ),
    voices: new Set(expected.voices),
    answers: new Set(expected.answers.map((id) => `answers/${id}`)),
  }
  const all = (part: string): readonly string[] => filesBelow(home, part)
  return [
    ...all('files').filter((path) => !known || known.files.has(path)),
    ...all('voices').filter((path) => !known || known.voices.has(path.split('/')[1] ?? '')),
    ...all('answers').filter((path) => !known || known.answers.has(path)),
    ...all('clips'),
    // In the order of their names the journal comes before project.json, which is then at least as new.
    ...all('projects').toSorted(),
    ...KEYS.map((name) => `provenance/${name}`),
    ...all('provenance/manifests'),
    ...all('lost+found'),
    ...entriesOf(home)
      .filter((entry) => entry.name === SETTINGS_NAME && entry.isFile())
      .map(({ name }) => name),
  ]
}

/** Sorts paths by whether they can be packed: a file of unknown origin may have a name that cannot be read back. */
function packable(
  home: string,
  all: readonly string[],
): { readonly paths: readonly string[]; readonly leftOut: readonly string[] } {
  const [paths, leftOut]: [string[], string[]] = [[], []]
  const taken = new Set<string>()
  for (const path of all) {
    // Some systems tell no capitals apart.
    const key = path.toLowerCase()
    // Node shows bytes that are no UTF-8 so, and finds no such file.
    const isNameless = path.includes('\uFFFD') && !existsSync(join(home, path))
    const isTaken = isPlain(path) && !taken.has(key) && !isNameless
    if (isTaken) taken.add(key)
    ;(isTaken ? paths : leftOut).push(path)
  }
  return { paths, leftOut }
}

/** Plain files alone: what somebody has linked here lies elsewhere. */
function filesBelow(home: string, folder: string): string[] {
  return entriesOf(join(home, folder)).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (UNFINISHED.test(entry.name) || entry.name.startsWith('.')) return []
    if (entry.isDirectory()) return filesBelow(home, path)
    return entry.isFile() ? [path] : []
  })
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Undefined where the file is gone by now. One that grows is taken as long as it was. */
async function add(
  tar: TarPackController,
  path: string,
  name: string,
  signal: AbortSignal,
): Promise<Entry | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  try {
    return await addOpen(tar, file, name, signal)
  } finally {
    await file.close()
  }
}

async function addOpen(
  tar: TarPackController,
  file: FileHandle,
  name: string,
  signal: AbortSignal,
): Promise<Entry> {
  const { size, mtime } = await file.stat()
  const writer = tar.add({ name, size, mtime, mode: 0o600, type: 'file' }).getWriter()
  const hash = createHash('sha256')
  for (let at = 0; at < size; ) {
    signal.throwIfAborted()
    const room = Buffer.alloc(Math.min(PIECE_BYTES, size - at))
    const { bytesRead } = await file.read(room, 0, room.length, at)
    if (bytesRead === 0) throw new Error(`${name} became shorter while it was read. Try again.`)
    const piece = room.subarray(0, bytesRead)
    hash.update(piece)
    await writer.write(piece)
    at += bytesRead
  }
  await writer.close()
  return { path: name, sizeBytes: size, sha256: hash.digest('hex') }
}

async function addBytes(tar: TarPackController, name: string, bytes: Uint8Array): Promise<void> {
  const writer = tar.add({ name, size: bytes.length, mode: 0o600, type: 'file' }).getWriter()
  await writer.write(bytes)
  await writer.close()
}
