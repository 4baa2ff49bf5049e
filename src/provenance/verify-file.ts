import { open } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import type { Verdict } from '#shared/provenance.ts'
import { fileSource } from './c2pa/byte-source.ts'
import { MAX_STORE_BYTES } from './c2pa/containers/container.ts'
import type { TrustAnchors } from './c2pa/trust.ts'
import { verify } from './c2pa/verify.ts'
import { describeVerdict } from './verdict-text.ts'

/**
 * Verifies a file with the manifest in it, or else with that of `sidecarPath`. Throws AppError('storage/failed') for a path
 * that does not exist, is no file or may not be read, and the signal's reason.
 */
export async function verifyFile(
  path: string,
  sidecarPath: string | undefined,
  trust: TrustAnchors,
  signal: AbortSignal,
): Promise<Verdict> {
  const sidecar = sidecarPath === undefined ? undefined : await readSidecar(sidecarPath)
  return reading(path, async (file) =>
    describeVerdict(await verify(await fileSource(file), trust, signal, sidecar)),
  )
}

/** Reads one byte more than a manifest may have, which is enough to refuse it. */
async function readSidecar(path: string): Promise<Uint8Array> {
  return reading(path, async (file) => {
    const source = await fileSource(file)
    const bytes = Buffer.alloc(Math.min(source.size, MAX_STORE_BYTES + 1))
    return bytes.subarray(0, await source.read(bytes, 0))
  })
}

type OpenFile = Awaited<ReturnType<typeof open>>

async function reading<T>(path: string, work: (file: OpenFile) => Promise<T>): Promise<T> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(path, error instanceof Error ? error.message : String(error), error)
  })
  try {
    if (!(await file.stat()).isFile()) throw unreadable(path, 'it is not a file')
    return await work(file)
  } finally {
    await file.close()
  }
}

function unreadable(path: string, why: string, cause?: unknown): AppError {
  return new AppError(
    'storage/failed',
    `"${path}" could not be read (${why}). Check that it exists and that you may read it.`,
    cause,
  )
}
