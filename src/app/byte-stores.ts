import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Blobs } from '#storage/blobs/blobs.ts'
import { createHomeBlobs } from '#storage/blobs/folder.ts'
import { createLocalCopies, type LocalCopies } from '#storage/blobs/local-copies.ts'
import { openBlobs } from '#storage/blobs/open-blobs.ts'
import { KEPT_FOLDERS } from '#storage/library-ownership/ownership.ts'

/** Where the bytes lie that outlive a request. */
export interface ByteStores {
  readonly blobs: Blobs
  /** Copies on this computer, of bytes that lie elsewhere. */
  readonly copies: LocalCopies
  /** The same blobs where they lie in no data folder, and several servers may use them; otherwise undefined. */
  readonly shared: Blobs | undefined
  /** Removes what nobody needs any more. Throws AppError and file system errors. */
  purge(now: Date): Promise<void>
  close(): void
}

/** Address of a store, as `openBlobs` reads it. */
export interface StoreAddress {
  readonly address: string
  /** Environment, which may have the credentials. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Playlists and exports are kept for an hour at most, and nothing is written for so long to a playlist that still grows. Each server
 * removes its own; later than this, what servers that are gone have left.
 */
const PASSING_MS = 2 * 60 * 60_000

/** Part of the options of the app. */
export interface StoreOptions {
  /** Where bytes lie that outlive a request; left out: in the data folder. */
  readonly blobs?: StoreAddress | undefined
}

/** A put that has received nothing for so long has died with its process. */
const DEAD_MS = 24 * 60 * 60_000

/** The folders of a data folder. Nothing is made there yet. */
export function createHomeStores(home: string): ByteStores {
  const blobs = createHomeBlobs(home)
  return {
    ...{ blobs, copies: createLocalCopies({ blobs, folder: copiesOf(home) }), shared: undefined },
    // Anything else in the place of a folder is told before something is to be stored there.
    purge: () => lookInto(join(home, 'answers')),
    close: () => undefined,
  }
}

/**
 * The store at an address, which was just written to and read; undefined: the folders of the data folder. `onNotice` is told where files
 * of an earlier time lie in the data folder, which are not used. Throws AppError in words where the store cannot be used.
 */
export async function openByteStores(
  home: string,
  where: StoreAddress | undefined,
  onNotice: (words: string) => void = () => undefined,
): Promise<ByteStores> {
  if (!where) return createHomeStores(home)
  const blobs = await openBlobs(where.address, where.env)
  // Whoever names the data folder itself gets it as it always was.
  if (blobs.pathOf('files') === join(resolve(home), 'files')) return createHomeStores(home)
  try {
    await blobs.check()
  } catch (error) {
    blobs.close()
    throw error
  }
  const copies = createLocalCopies({ blobs, folder: copiesOf(home) })
  for (const folder of KEPT_FOLDERS)
    if (await holdsSomething(join(home, folder)))
      onNotice(
        `The folder "${folder}" in ${home} has files of an earlier time, which are not used: this server keeps its files at another place (--blobs or GRIOT_BLOBS). Start it without that to reach them.`,
      )
  return {
    ...{ blobs, copies, shared: blobs },
    async purge(now) {
      await copies.purge(now)
      await blobs.discardUnfinished(new Date(now.getTime() - DEAD_MS))
      for (const prefix of ['hls/', 'exports/'])
        await removeOlderThan(blobs, prefix, new Date(now.getTime() - PASSING_MS))
    },
    close: () => blobs.close(),
  }
}

async function lookInto(folder: string): Promise<void> {
  await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/**
 * Removes the blobs of all groups `PREFIX<group>/…` to which nothing has come since `time`. Throws AppError('storage/failed')
 * and ('storage/busy').
 */
async function removeOlderThan(blobs: Blobs, prefix: string, time: Date): Promise<void> {
  const keys = new Map<string, string[]>()
  const alive = new Set<string>()
  for await (const { key, modified } of blobs.list(prefix)) {
    const [group = ''] = key.slice(prefix.length).split('/')
    if (modified >= time) alive.add(group)
    keys.set(group, [...(keys.get(group) ?? []), key])
  }
  for (const [group, own] of keys)
    if (!alive.has(group)) for (const key of own) await blobs.remove(key)
}

function copiesOf(home: string): string {
  return join(home, 'copies')
}

async function holdsSomething(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  return names.some((name) => !name.startsWith('.') && !name.startsWith('making-'))
}
