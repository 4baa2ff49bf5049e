import { stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { Verdict } from '#shared/provenance.ts'
import { plain } from './verdict-lines.ts'

const SIDECAR = '.c2pa'

/** Verdict on one file and the manifest beside it, if any. */
export type VerifyOne = (file: string, sidecar: string | undefined) => Promise<Verdict>

/** Verdict on a file with the sidecar that was named, else with the one beside it, if any. Throws AppError. */
export async function verdictOn(
  file: string,
  sidecar: string | undefined,
  verifyOne: VerifyOne,
): Promise<Verdict> {
  await expectFile(file)
  if (extname(file).toLowerCase() === SIDECAR)
    throw new AppError(
      'storage/failed',
      `"${plain(file)}" is a manifest. Verify the file that it was made for.`,
    )
  if (sidecar !== undefined) await expectFile(sidecar)
  return verifyOne(file, sidecar ?? (await sidecarBeside(file)))
}

/** Throws an AppError for what is not a regular file: a pipe or a device could be read without end. */
export async function expectFile(path: string): Promise<void> {
  const found = await stat(path).catch((error) => {
    throw new AppError('storage/failed', whyNot(plain(path), error), error)
  })
  if (found.isFile()) return
  throw new AppError(
    'storage/failed',
    found.isDirectory()
      ? `"${plain(path)}" is a folder. Name the files in it.`
      : `"${plain(path)}" is not a regular file. Save what comes out of it to a file first.`,
  )
}

function whyNot(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOENT') return `There is no file "${path}".`
  return `"${path}" could not be read (${String(error)}).`
}

async function sidecarBeside(file: string): Promise<string | undefined> {
  const path = join(dirname(file), `${basename(file, extname(file))}${SIDECAR}`)
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() && path !== file ? path : undefined
}
