import { join } from 'node:path'
import type { Identity } from '#storage/db/identity.ts'
import { readMarker } from './marker.ts'

/** The folders whose contents only the library can explain. Recordings that are no voice yet and answers have a time of their own. */
export const KEPT_FOLDERS = ['files', 'voices'] as const

/**
 * Relation of a library to the folders beside it. Only where it is `own` may the library clear away what it does not
 * know.
 */
export interface Ownership {
  readonly kind: 'own' | 'unmarked' | 'older' | 'foreign'
  /** Explanation for people, with advice. */
  readonly message: string
}

const OWN: Ownership = { kind: 'own', message: 'The files on the disk are those of this library.' }

/** Ownership of the folders of `home` by a library, the worst of all folders. Throws file system errors. */
export function ownershipOf(home: string, library: Identity): Ownership {
  const all = KEPT_FOLDERS.map((folder) => ownershipOfFolder(home, folder, library))
  for (const kind of ['foreign', 'older', 'unmarked'] as const) {
    const found = all.find((ownership) => ownership.kind === kind)
    if (found) return found
  }
  return OWN
}

function ownershipOfFolder(home: string, folder: string, library: Identity): Ownership {
  const marker = readMarker(join(home, folder))
  if (!marker)
    return {
      kind: 'unmarked',
      message: `It is not known which library the folder "${folder}" belongs to. ${ADVICE}`,
    }
  if (marker.identity !== library.identity)
    return {
      kind: 'foreign',
      message: `The folder "${folder}" belongs to another library than the one beside it. ${ADVICE}`,
    }
  if (marker.generation > library.generation)
    return {
      kind: 'older',
      message: `The library is an older copy (generation ${library.generation}) than the one that the folder "${folder}" belongs to (${marker.generation}). ${ADVICE}`,
    }
  return OWN
}

const ADVICE =
  'Griot deletes nothing there that the library does not know. Restore the right library ("griot restore"), or add what is on the disk to this one: griot recover.'

/** The highest generation of this library that a folder of `home` has seen. Throws file system errors. */
export function highestSeen(home: string, { identity }: Identity): number {
  const seen = KEPT_FOLDERS.map((folder) => readMarker(join(home, folder)))
    .filter((marker) => marker?.identity === identity)
    .map((marker) => marker?.generation ?? 0)
  return Math.max(0, ...seen)
}
