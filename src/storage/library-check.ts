import type { Dirent } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { WAV_HEADER_BYTES } from '#media/wav.ts'
import { readClipMetadata } from './clips/clip-folder.ts'
import { CLIP_ID } from './clips/purge.ts'
import { type Database, examineDatabase, MIGRATIONS } from './db/database.ts'
import { pathsOf } from './files/folders.ts'
import { formatSize } from './files/format-size.ts'
import { libraryOf } from './home.ts'
import { MARKER } from './library-ownership/marker.ts'

const Version = z.tuple([z.object({ user_version: z.number() })])
const FileRows = z.array(
  z.object({ id: z.string(), account: z.string(), size_bytes: z.number().nullable() }),
)
const VoiceRows = z.array(z.object({ id: z.string() }))

/** Maximum of names listed of one kind; the others are counted. */
const MAX_NAMED = 3

/**
 * Reads the library of a data folder from its first page to its last, and compares its rows with what lies on the disk.
 * Changes nothing. `isAlone`: files and recordings lie in a store elsewhere, and are not looked at. Answers what was found, in words; throws an Error that says what is wrong and what to do.
 */
export async function checkLibrary(
  home: string,
  { isAlone = false }: { readonly isAlone?: boolean } = {},
): Promise<string> {
  const path = libraryOf(home)
  const database = examineDatabase(path)
  if (!database) return 'none yet: the first start creates it'
  try {
    const size = formatSize((await stat(path)).size)
    const [{ user_version: version }] = Version.parse(database.all('PRAGMA user_version'))
    if (version < MIGRATIONS.length)
      return `undamaged, ${size}, from an older Griot (version ${version}): the next start updates it`
    const beside = isAlone ? [] : [await files(database, home), await voices(database, home)]
    const found = [...beside, await clips(home)]
    const faults = found.flatMap((kind) => kind.faults)
    if (faults.length > 0) throw new Error(faults.join(' '))
    return `undamaged, ${size}, and it matches the disk: ${found.map(({ summary }) => summary).join(', ')}`
  } finally {
    database.close()
  }
}

interface Compared {
  readonly summary: string
  readonly faults: readonly string[]
}

const BACKUP = 'Put them back from a backup, or delete them in Griot.'
const STRANGERS =
  'Run "griot recover" to add them to the library; otherwise the next start moves them to lost+found for thirty days.'

async function files(database: Database, home: string): Promise<Compared> {
  const folder = join(home, 'files')
  const rows = FileRows.parse(database.all('SELECT id, account, size_bytes FROM files'))
  const missing: string[] = []
  const changed: string[] = []
  for (const { id, account, size_bytes: size } of rows) {
    if (size === null) continue
    const there = await sizeOf(pathsOf(folder, { account, id }).whole)
    if (there === undefined) missing.push(id)
    else if (there !== size) changed.push(id)
  }
  const known = new Set(rows.map(({ id }) => id))
  const entries = await entriesIn(folder, true)
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const strangers = names.filter(
    (name) => name !== MARKER && !known.has(name.replace(/(\.json)?(\.part)?$/, '')),
  )
  return {
    summary: `${rows.length} files`,
    faults: [
      ...fault(missing, 'in the library are not on the disk', 'uploaded files', BACKUP),
      ...fault(changed, 'have another size than in the library', 'uploaded files', BACKUP),
      ...fault(strangers, `in ${folder} are not in the library`, 'files', STRANGERS),
    ],
  }
}

async function voices(database: Database, home: string): Promise<Compared> {
  const folder = join(home, 'voices')
  const rows = VoiceRows.parse(database.all('SELECT id FROM voices'))
  const missing: string[] = []
  for (const { id } of rows)
    for (const name of ['recording', 'transcript.txt'])
      if (!(await sizeOf(join(folder, id, name)))) missing.push(`${id}/${name}`)
  const known = new Set(rows.map(({ id }) => id))
  const names = (await entriesIn(folder)).map(({ name }) => name)
  const strangers = names.filter(
    (name) => name !== MARKER && !known.has(name) && !name.startsWith('making-'),
  )
  return {
    summary: `${rows.length} voices of your own`,
    faults: [
      ...fault(missing, 'are not on the disk', 'recordings of your voices', BACKUP),
      ...fault(strangers, `in ${folder} are not in the library`, 'recordings', STRANGERS),
    ],
  }
}

async function clips(home: string): Promise<Compared> {
  const folder = join(home, 'clips')
  const names = (await entriesIn(folder)).map(({ name }) => name).filter((id) => CLIP_ID.test(id))
  const damaged: string[] = []
  for (const id of names) {
    const place = join(folder, id)
    const isKnown = (await readClipMetadata(place)) !== undefined
    if (!isKnown || !(await isWholeWav(join(place, 'sound.wav')))) damaged.push(id)
  }
  return {
    summary: `${names.length} recordings that wait to become voices`,
    faults: fault(
      damaged,
      `in ${folder} are damaged`,
      'recordings',
      'Discard them in the studio and record again.',
    ),
  }
}

/** Whether a wav is as long as its header says; true for one that is missing, because it is still coming in. */
async function isWholeWav(path: string): Promise<boolean> {
  const size = await sizeOf(path)
  if (size === undefined) return true
  const file = await open(path)
  try {
    const head = Buffer.alloc(WAV_HEADER_BYTES)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return bytesRead === head.length && head.readUInt32LE(40) + WAV_HEADER_BYTES === size
  } finally {
    await file.close()
  }
}

function fault(
  names: readonly string[],
  what: string,
  kind: string,
  mending: string,
): readonly string[] {
  if (names.length === 0) return []
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
  const named = names.slice(0, MAX_NAMED).join(', ')
  return [`${names.length} ${kind} ${what} (${named}${more}). ${mending}`]
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(unlessMissing))?.size
}

async function entriesIn(folder: string, recursive = false): Promise<readonly Dirent[]> {
  return (await readdir(folder, { recursive, withFileTypes: true }).catch(unlessMissing)) ?? []
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
