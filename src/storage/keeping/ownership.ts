import { join } from 'node:path'
import type { Identity } from '#storage/db/identity.ts'
import { readMarker } from './marker.ts'

/** The folders whose contents only the library can explain. Recordings that are no voice yet and answers have a time of their own. */
export const KEPT_FOLDERS = ['files', 'voices'] as const

/** How a library stands to the folders beside it: what it does not know in them is only its own to clear away when `own`. */
export interface Ownership {
  readonly kind: 'own' | 'unmarked' | 'older' | 'foreign'
  /** What it is, and what to do about it. */
  readonly message: string
}

const OWN: Ownership = { kind: 'own', message: 'The files on the disk are those of this library.' }

/** The ownership of a library to the folders of `home`, the worst first. Throws what the disk says. */
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
      message: `Nothing tells which library the folder "${folder}" belongs to. ${ADVICE}`,
    }
  if (marker.identity !== library.identity)
    return {
      kind: 'foreign',
      message: `The folder "${folder}" belongs to another library than the one that lies beside it. ${ADVICE}`,
    }
  if (marker.generation > library.generation)
    return {
      kind: 'older',
      message: `The library is an older copy (${library.generation}) than the folder "${folder}" has seen (${marker.generation}). ${ADVICE}`,
    }
  return OWN
}

const ADVICE =
  'Nothing that the library does not know is cleared away. Put the right library back ("griot restore"), or have what lies on the disk entered into this one: griot recover.'

/** The highest generation of this library that a folder of `home` has seen. Throws what the disk says. */
export function highestSeen(home: string, { identity }: Identity): number {
  const seen = KEPT_FOLDERS.map((folder) => readMarker(join(home, folder)))
    .filter((marker) => marker?.identity === identity)
    .map((marker) => marker?.generation ?? 0)
  return Math.max(0, ...seen)
}
