import { stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { Verdict } from '#shared/provenance.ts'
import { plain } from './verdict-lines.ts'

const SIDECAR = '.c2pa'

export type Check = (file: string, sidecar: string | undefined) => Promise<Verdict>

/** The verdict on a file; without a sidecar that was named, the one beside it counts. Throws AppError. */
export async function verdictOn(
  file: string,
  sidecar: string | undefined,
  check: Check,
): Promise<Verdict> {
  await expectFile(file)
  if (extname(file).toLowerCase() === SIDECAR)
    throw new AppError(
      'storage/failed',
      `"${plain(file)}" is a manifest: verify the file that it was made for.`,
    )
  if (sidecar !== undefined) await expectFile(sidecar)
  return check(file, sidecar ?? (await sidecarBeside(file)))
}

/** A pipe or a device would be read without end, and a folder not at all. */
export async function expectFile(path: string): Promise<void> {
  const found = await stat(path).catch((error) => {
    throw new AppError('storage/failed', whyNot(plain(path), error), error)
  })
  if (found.isFile()) return
  throw new AppError(
    'storage/failed',
    found.isDirectory()
      ? `"${plain(path)}" is a folder: name the files in it.`
      : `"${plain(path)}" is no file that can be verified: save what comes out of it first.`,
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
