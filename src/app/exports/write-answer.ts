import { copyFile } from 'node:fs/promises'
import type { SignedAnswer } from '#provenance/provenance.ts'
import { storing, writeWhole } from './write-whole.ts'

/** Where the manifest of a sound file lies that has none inside: `NAME.c2pa` beside `NAME.flac`. */
export const sidecarBeside = (path: string): string => path.replace(/(?:\.[^./\\]*)?$/, '.c2pa')

/**
 * Writes a signed answer to a file, which appears when it is whole; its manifest is inside, or beside it where the settings keep it
 * apart. Throws what the answer and `signal` throw, and AppError('storage/failed').
 */
export async function writeAnswer(
  path: string,
  sound: SignedAnswer,
  signal: AbortSignal,
): Promise<void> {
  const bytes = sound.asFile(sound.bytes, signal)
  const { manifestPath } = sound
  // As it is in the answer, the manifest of such a file is none of its bytes.
  const isApart = bytes === sound.bytes && manifestPath !== undefined
  await writeWhole(path, bytes, undefined, async () => {
    if (!isApart) return undefined
    const beside = sidecarBeside(path)
    await storing(beside, () => copyFile(manifestPath, beside))
    return beside
  })
}
