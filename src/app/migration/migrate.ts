import { z } from 'zod'
import { knownRoots } from '#provenance/c2pa/key-store.ts'
import { AppError } from '#shared/errors.ts'
import type { Blobs } from '#storage/blobs/blobs.ts'
import { createProvenanceRows } from '#storage/db/provenance.ts'
import { all, type RowDatabase, run } from '#storage/db/steps.ts'
import { copyBlobs, countBlobs, differingBlobs } from './copy-blobs.ts'
import { copyRows, countRows, stateOf } from './copy-rows.ts'
import { MOVED_PREFIXES, MOVED_TABLES } from './tables.ts'

/** A library: its rows, and the store of its bytes below each prefix. */
export interface Library {
  /** For people: a folder, or the place of a database. */
  readonly place: string
  readonly database: RowDatabase
  readonly blobsOf: (prefix: string) => Blobs
}

/** What has moved, by table and by prefix, and what is not the same at both ends. */
export interface MigrationReport {
  readonly moved: readonly { readonly what: string; readonly count: number }[]
  /** Tables and keys that differ; empty where all is well. */
  readonly differing: readonly string[]
}

export interface MigrationOptions {
  readonly source: Library
  readonly target: Library
  /** Folder of the signing keys of the source, whose roots move with its rows; left out: none. */
  readonly keyFolder?: string | undefined
  readonly now: () => Date
  readonly onProgress: (done: number, total: number) => void
}

const Identity = z.tuple([z.object({ identity: z.string(), generation: z.number() })])

/**
 * Moves a library to another place: rows by their keys, bytes by their SHA-256, so that a run that was interrupted goes on where it was. Then
 * both ends are read again and compared. The source stays as it is, but that the roots of its signing keys are entered in its rows. Nobody may use either end meanwhile. Throws AppError('storage/failed')
 * where the target holds another library, what databases and stores throw, and the reason of `signal`.
 */
export async function migrateLibrary(
  { source, target, keyFolder, now, onProgress }: MigrationOptions,
  signal: AbortSignal,
): Promise<MigrationReport> {
  await claim(source, target)
  // What keys of this computer have signed stays "made here", wherever its library is.
  const roots = keyFolder === undefined ? [] : await knownRoots(keyFolder)
  if (roots.length > 0)
    await createProvenanceRows(source.database).addCertificates('own', roots, now().toISOString())
  let total = 0
  for (const table of MOVED_TABLES) total += await countRows(source.database, table)
  for (const prefix of MOVED_PREFIXES) total += await countBlobs(source.blobsOf(prefix), prefix)
  let done = 0
  const advance = (count = 1): void => {
    done += count
    onProgress(done, total)
  }
  // Bytes first: whoever looks at the rows of a run that was interrupted finds what they name.
  for (const prefix of MOVED_PREFIXES)
    await copyBlobs(source.blobsOf(prefix), target.blobsOf(prefix), prefix, signal, advance)
  for (const table of MOVED_TABLES)
    await copyRows(source.database, target.database, table, signal, advance)
  return compare(source, target, signal)
}

/** Makes the target that of this library, or finds that it is already. */
async function claim(source: Library, target: Library): Promise<void> {
  const own = await identityOf(source.database)
  const other = await identityOf(target.database)
  if (own.identity === other.identity) return
  for (const table of MOVED_TABLES) {
    // A database begins with the account of its owner.
    const isEmpty = (await countRows(target.database, table)) <= (table.name === 'accounts' ? 1 : 0)
    if (!isEmpty)
      throw new AppError(
        'storage/failed',
        `${target.place} holds another library (its table "${table.name}" has rows). Give a place that is empty.`,
      )
  }
  await target.database.perform(() =>
    run(
      'UPDATE library_identity SET identity = ?, generation = ?',
      ...[own.identity, own.generation],
    ),
  )
}

async function identityOf(database: RowDatabase) {
  const rows = await database.perform(() =>
    all('SELECT identity, generation FROM library_identity'),
  )
  return Identity.parse(rows)[0]
}

async function compare(
  source: Library,
  target: Library,
  signal: AbortSignal,
): Promise<MigrationReport> {
  const moved: { what: string; count: number }[] = []
  const differing: string[] = []
  for (const table of MOVED_TABLES) {
    signal.throwIfAborted()
    const here = await stateOf(source.database, table)
    const there = await stateOf(target.database, table)
    moved.push({ what: table.name, count: there.count })
    if (here.count !== there.count || here.digest !== there.digest) differing.push(table.name)
  }
  for (const prefix of MOVED_PREFIXES) {
    const [from, to] = [source.blobsOf(prefix), target.blobsOf(prefix)]
    differing.push(...(await differingBlobs(from, to, prefix, signal)))
    moved.push({ what: prefix, count: await countBlobs(to, prefix) })
  }
  return { moved, differing }
}
