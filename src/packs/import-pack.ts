import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { freeBytesOf } from '#storage/disk-space.ts'
import { type FoundFile, filesIn, findFiles, looksComplete, takeFile } from './import-folder.ts'
import { noSpace, recordOf } from './install-pack.ts'
import type { Manifest } from './pack-entry.ts'
import { type PackPlaces, pathInside } from './pack-folder.ts'
import type { RecordedFile } from './pack-records.ts'

interface FoundPack {
  readonly pack: Manifest
  readonly found: readonly FoundFile[]
}

/** Space that is left free on the disk beside copies, in bytes. */
const KEEP_FREE_BYTES = 64e6

export const importPack = {
  /**
   * The pack whose files are in a folder, the only one of `packs`. Throws AppError('pack/incomplete') where there is none,
   * or more than one, in words.
   */
  async find(folder: string, packs: readonly Manifest[], signal: AbortSignal): Promise<FoundPack> {
    const candidates = await filesIn(folder, signal)
    const [first, ...others] = packs.filter(
      (pack) => packs.length === 1 || looksComplete(pack, candidates),
    )
    if (!first)
      throw new AppError(
        'pack/incomplete',
        `The folder ${folder} holds all files of no pack. Name the pack that you mean (--pack ID) to see what is missing.`,
      )
    if (others.length === 0)
      return { pack: first, found: await findFiles(first, candidates, signal) }
    const complete: FoundPack[] = []
    for (const pack of [first, ...others]) {
      const found = await findFiles(pack, candidates, signal).catch(unlessIncomplete)
      if (found) complete.push({ pack, found })
    }
    const [only, ...more] = complete
    if (only && more.length === 0) return only
    const ids = (only ? complete.map(({ pack }) => pack) : [first, ...others]).map(({ id }) => id)
    throw new AppError(
      'pack/incomplete',
      `The files in ${folder} could be those of several packs: ${ids.join(', ')}. Name the one that you mean (--pack ID).`,
    )
  },

  /** Puts found files in their places and compares them there. Throws AppError('storage/full') and what `recordOf` throws. */
  async take(
    pack: Manifest,
    places: PackPlaces,
    found: readonly FoundFile[],
    freeBytes: ((folder: string) => number | undefined) | undefined,
    signal: AbortSignal,
  ): Promise<readonly RecordedFile[]> {
    await pathInside(places.files, 'file')
    const device = (await stat(places.files)).dev
    let copied = KEEP_FREE_BYTES
    for (const { from, bytes } of found) if ((await stat(from)).dev !== device) copied += bytes
    const free = (freeBytes ?? freeBytesOf)(places.folder)
    if (copied > KEEP_FREE_BYTES && free !== undefined && free < copied)
      throw noSpace(pack.name, free, copied)
    const recorded: RecordedFile[] = []
    for (const { file, from } of found) {
      signal.throwIfAborted()
      await pathInside(places.files, file.name)
      await takeFile(from, join(places.files, file.name))
      recorded.push(await recordOf(file, places, signal))
    }
    return recorded
  },
} as const

function unlessIncomplete(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'pack/incomplete')) throw error
}
