import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

/** Finished files waiting for a browser to fetch them. */
export interface Exports {
  /** The finished file behind an unguessable id, or undefined. */
  find(id: string): { readonly path: string; readonly fileName: string } | undefined
}

/** Files that can be fetched for an hour. */
export interface Downloads extends Exports {
  /** Keeps a file, and removes its folder in the end. Returns where it may be fetched. */
  keep(path: string): string
  /** Offers a file that stays where it is. Returns where it may be fetched. */
  offer(path: string): string
}

/** How long a file can be fetched, in milliseconds. */
const FETCHABLE_MS = 60 * 60_000

/** A name that nobody can guess. */
export const unguessableName = (): string => randomBytes(32).toString('base64url')

/** Files for browsers to fetch; none at first. */
export function createDownloads(): Downloads {
  const finished = new Map<string, { path: string; fileName: string }>()
  const offerUntil = (path: string, end: () => Promise<void>): string => {
    const id = unguessableName()
    finished.set(id, { path, fileName: basename(path) })
    const forget = async (): Promise<void> => {
      finished.delete(id)
      await end()
    }
    // A file that cannot be removed now is purged when the program next starts.
    setTimeout(() => forget().catch(() => undefined), FETCHABLE_MS).unref()
    return `/studio/exports/${id}`
  }
  return {
    find: (id) => finished.get(id),
    keep: (path) => offerUntil(path, () => rm(dirname(path), { recursive: true, force: true })),
    offer: (path) => offerUntil(path, async () => undefined),
  }
}
