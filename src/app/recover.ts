import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sniff } from '#media/sniff.ts'
import { OWNER } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { type Accounts, createAccounts } from '#storage/db/accounts.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createFileRows, type FileContent, type FileRows } from '#storage/db/files.ts'
import { createStoredVoices, type StoredVoices } from '#storage/db/voices.ts'
import {
  type FileMetadata,
  metadataOf,
  readFileMetadata,
  writeFileMetadata,
} from '#storage/files/file-metadata.ts'
import { describeDiskError, folderOf, pathsOf } from '#storage/files/folders.ts'
import { libraryOf } from '#storage/home.ts'
import { claimFolders } from '#storage/library-ownership/adopt-folders.ts'
import { moveAside } from '#storage/library-ownership/lost-and-found.ts'
import { lockShared } from '#storage/lock-home.ts'
import { openRecordings } from './custom-voices/recordings.ts'
import { readVoiceMetadata } from './custom-voices/voice-metadata.ts'

/** Ids and paths of what was on the disk and the library did not know. */
export interface Recovered {
  readonly files: readonly string[]
  /** Ids of those files that had no metadata: they are the owner's, without a name. */
  readonly nameless: readonly string[]
  readonly voices: readonly string[]
  /** Recordings without anything that says whose voice they are and that it was agreed to. */
  readonly recordings: readonly string[]
}

const FILE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const VOICE = /^voice_[\da-f]{32}$/

/**
 * Enters files and voices that lie on the disk into the library of `home`, which is made where there is none. `from`: the
 * data folder itself, whose folders become the library's own, or one that was set aside: then they are moved into their
 * places. What was deleted on purpose stays deleted. May run beside a server. Throws AppError('storage/failed') and ('storage/busy').
 */
export async function recover(home: string, from: string, signal: AbortSignal): Promise<Recovered> {
  if (from !== home && !existsSync(from))
    throw new AppError('storage/failed', `There is no folder ${from}.`)
  const hold = lockShared(home)
  try {
    const database = openDatabase(libraryOf(home))
    try {
      const rows = createFileRows(database)
      const accounts = createAccounts(database, () => new Date())
      const files = await recoverFiles({ rows, home, from, accounts }, signal)
      const voices = await recoverVoices(createStoredVoices(database), home, from)
      signal.throwIfAborted()
      // Of another folder, nothing tells what lies in this one.
      if (resolve(from) === resolve(home)) claimFolders(home, database)
      return { ...files, ...voices }
    } finally {
      database.close()
    }
  } catch (error) {
    throw describeDiskError(error, `The contents of ${from} could not be added to the library`)
  } finally {
    hold.release()
  }
}

interface RecoveryContext {
  readonly rows: FileRows
  readonly home: string
  readonly from: string
  /** Accounts, whose folders are known by their names. */
  readonly accounts: Accounts
}

async function recoverFiles(
  context: RecoveryContext,
  signal: AbortSignal,
): Promise<Pick<Recovered, 'files' | 'nameless'>> {
  const [files, nameless]: [string[], string[]] = [[], []]
  const { rows, from } = context
  const deleted = new Set((await rows.deletions.list()).map(({ id }) => id))
  const source = join(from, 'files')
  for (const folder of namesIn(source))
    for (const id of namesIn(join(source, folder)).filter((name) => FILE.test(name))) {
      signal.throwIfAborted()
      if ((await rows.find(id)) || deleted.has(id)) continue
      const known = await readFileMetadata(join(source, folder, `${id}.json`))
      const isKnown = known?.id === id
      await enterFile(context, folder, id, isKnown ? known : undefined)
      files.push(id)
      if (!isKnown) nameless.push(id)
    }
  return { files, nameless }
}

async function enterFile(
  { rows, home, from, accounts }: RecoveryContext,
  folder: string,
  id: string,
  known: FileMetadata | undefined,
): Promise<void> {
  const path = join(from, 'files', folder, id)
  const named = (await accounts.list()).find(({ name }) => folderOf(name) === folder)?.name
  const account = known?.account ?? named ?? OWNER
  await accounts.ensure(account)
  const content = await measure(path)
  const paths = pathsOf(join(home, 'files'), { account, id })
  // The file first: a row without it would be an error.
  if (resolve(path) !== resolve(paths.whole)) {
    moveAside(path, paths.whole)
    moveAside(`${path}.json`, paths.about)
  }
  const { originalName, uploadedBy } = known ?? {}
  const createdAt = known?.createdAt ?? statSync(paths.whole).mtime.toISOString()
  await rows.enter({ id, account, originalName, uploadedBy, createdAt, content })
  await describe(rows, id, paths.about)
}

/** Writes metadata that says that the file belongs to this library. */
async function describe(rows: FileRows, id: string, path: string): Promise<void> {
  const row = await rows.find(id)
  const about = row && metadataOf(await rows.identity(), row)
  if (about) await writeFileMetadata(path, about)
}

/** The bytes tell length, digest and type. */
async function measure(path: string): Promise<FileContent> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const piece of createReadStream(path)) {
    hash.update(piece)
    sizeBytes += piece.length
  }
  return { sizeBytes, sha256: hash.digest(), mediaType: (await sniff(path)).mediaType }
}

async function recoverVoices(
  stored: StoredVoices,
  home: string,
  from: string,
): Promise<Pick<Recovered, 'voices' | 'recordings'>> {
  const [voices, unknown]: [string[], string[]] = [[], []]
  const target = openRecordings(join(home, 'voices'), process.pid)
  const source = join(from, 'voices')
  const isThere = existsSync(source)
  const found = isThere ? openRecordings(source, process.pid) : undefined
  for (const id of found?.list().filter((name) => VOICE.test(name)) ?? []) {
    if (await stored.consent(id)) continue
    const record = readVoiceMetadata(found?.about(id) ?? '')
    if (record?.id !== id) {
      unknown.push(join(source, id))
      continue
    }
    if (resolve(join(source, id)) !== resolve(target.folderOf(id)))
      moveAside(join(source, id), target.folderOf(id))
    if (await stored.enter(record)) voices.push(id)
  }
  return { voices, recordings: unknown }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}
