import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { InstalledPack } from '#inference/pack.ts'

/**
 * Compares every file of a pack with its SHA-256: native code reads these files next, and a damaged one may end the whole
 * process. Throws an Error that names a file that is missing or differs.
 */
export async function verifyFiles({ id, folder, files }: InstalledPack): Promise<void> {
  for (const { name, sha256 } of files) {
    if (sha256 === null) continue
    const path = join(folder, ...name.split('/'))
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash).catch((cause: unknown) => {
      throw new Error(
        `The file ${name} of the pack ${id} cannot be read. Install the pack again with "griot models install ${id}".`,
        { cause },
      )
    })
    if (hash.digest('hex') !== sha256)
      throw new Error(
        `The file ${name} of the pack ${id} is damaged. Install the pack again with "griot models install ${id}".`,
      )
  }
}
