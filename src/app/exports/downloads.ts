import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Blobs, ServedBlob } from '#storage/blobs/blobs.ts'
import type { Awaitable } from '#storage/db/steps.ts'

/** Finished files waiting for a browser to fetch them. */
export interface Exports {
  /** The finished file behind an unguessable id, or undefined. Throws AppError('storage/failed') and ('storage/busy'). */
  find(id: string): Awaitable<FoundExport | undefined>
}

/** A finished file: its path on this computer, or its bytes elsewhere. */
export type FoundExport =
  | { readonly fileName: string; readonly path: string }
  | { readonly fileName: string; readonly path?: undefined; readonly served: ServedBlob }

/** Files that can be fetched for an hour. */
export interface Downloads extends Exports {
  /** Keeps a file, and removes its folder in the end. Returns where it may be fetched. Throws what `find` throws, and AppError('storage/full'). */
  keep(path: string): Promise<string>
  /** Offers a file that stays where it is. Returns where it may be fetched. Throws what `keep` throws. */
  offer(path: string): Promise<string>
  /** Path of a file of this computer that may be fetched at an address. */
  pathAt(address: string): string | undefined
}

/** How long a file can be fetched, in milliseconds. */
const FETCHABLE_MS = 60 * 60_000
/** Begins the keys of all files in a store, `exports/<id>/file`, beside which `about.json` says what is known of each. */
const PREFIX = 'exports/'
/** As `unguessableName` makes them. */
const ID = /^[\w-]{43}$/

const About = z.object({ fileName: z.string(), sizeBytes: z.number(), storedAt: z.number() })

/** A name that nobody can guess. */
export const unguessableName = (): string => randomBytes(32).toString('base64url')

/**
 * Files for browsers to fetch; none at first. `shared`: a store with which a browser may fetch them from other servers too. Each
 * server sends its own from its disk.
 */
export function createDownloads(shared?: Blobs): Downloads {
  const finished = new Map<string, { path: string; fileName: string }>()
  const offerUntil = async (path: string, end: () => Promise<void>): Promise<string> => {
    const id = unguessableName()
    if (shared) await store(shared, id, path)
    finished.set(id, { path, fileName: basename(path) })
    const forget = async (): Promise<void> => {
      finished.delete(id)
      await end()
      if (shared) await remove(shared, id)
    }
    // A file that cannot be removed now is purged when the program next starts.
    setTimeout(() => forget().catch(() => undefined), FETCHABLE_MS).unref()
    return `/studio/exports/${id}`
  }
  return {
    find: (id) => finished.get(id) ?? (shared && findShared(shared, id)),
    pathAt: (address) => finished.get(basename(address))?.path,
    keep: (path) => offerUntil(path, () => rm(dirname(path), { recursive: true, force: true })),
    offer: (path) => offerUntil(path, async () => undefined),
  }
}

async function store(shared: Blobs, id: string, path: string): Promise<void> {
  const bytes = createReadStream(path)
  const type = 'application/octet-stream'
  try {
    const { sizeBytes } = await shared.put(fileOf(id), { bytes, type })
    const about = { fileName: basename(path), sizeBytes, storedAt: Date.now() }
    const record = Buffer.from(JSON.stringify(about))
    await shared.put(aboutOf(id), { bytes: record, type: 'application/json' })
  } catch (error) {
    await remove(shared, id).catch(() => undefined)
    throw error
  } finally {
    bytes.destroy()
  }
}

async function remove(shared: Blobs, id: string): Promise<void> {
  await shared.remove(aboutOf(id))
  await shared.remove(fileOf(id))
}

async function findShared(shared: Blobs, id: string): Promise<FoundExport | undefined> {
  const content = ID.test(id) ? await shared.get(aboutOf(id)) : undefined
  if (!content) return undefined
  const { fileName, sizeBytes, storedAt } = About.parse(JSON.parse(await text(content.bytes)))
  if (Date.now() - storedAt > FETCHABLE_MS) return undefined
  return {
    fileName,
    served: {
      ...{ sizeBytes, etag: id, modified: new Date(storedAt) },
      async open(range, signal) {
        const found = await shared.get(fileOf(id), { range, signal })
        if (found) return found
        throw new AppError('file/not-found', 'This export has expired. Export the script again.')
      },
    },
  }
}

const fileOf = (id: string): string => `${PREFIX}${id}/file`
const aboutOf = (id: string): string => `${PREFIX}${id}/about.json`
