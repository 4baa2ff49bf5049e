import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Identity } from '#storage/db/identity.ts'
import { writeDurably } from '#storage/durable-files.ts'

/** File in a folder that names the library it belongs to, and that library's last generation. */
export const MARKER = '.library.json'

const Marker = z.object({ identity: z.string(), generation: z.number() })

/** Undefined where a folder has none. One that cannot be read belongs to no library. Throws file system errors. */
export function readMarker(folder: string): Identity | undefined {
  try {
    return Marker.parse(JSON.parse(readFileSync(join(folder, MARKER), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      if (error.code === 'ENOENT') return undefined
      throw error
    }
    return { identity: '', generation: 0 }
  }
}

/** Makes the folder where it is missing. A marker that is there is whole. Throws file system errors. */
export function writeMarker(folder: string, marker: Identity): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeDurably(join(folder, MARKER), JSON.stringify(marker))
}
