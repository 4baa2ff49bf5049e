import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import unbzip2 from 'unbzip2-stream'
import { AppError } from '#shared/errors.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { capOf, type Manifest, type PackFile } from './pack-entry.ts'
import { openToWrite, pathInside } from './pack-folder.ts'

/**
 * Unpacks those files of a pack that are in its archive into `into`, each under its name and none that the catalog does
 * not name. `onBytes` is told how many more were written. Throws AppError('pack/download') for an archive that lacks one,
 * holds more than the catalog says or is damaged, ('storage/full'), and the reason of `signal`.
 */
export async function unpackArchive(
  path: string,
  { source, files }: Manifest,
  into: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const root = source.archive?.root ?? ''
  const wanted = new Map(
    files.map((file) => [root === '' ? file.name : `${root}/${file.name}`, file]),
  )
  try {
    const tar = ReadableStream.from(plainBytes(path, signal))
    for await (const entry of tar.pipeThrough(createTarDecoder({ strict: true }))) {
      signal.throwIfAborted()
      const name = entry.header.name.replace(/^\.\//, '')
      const file = wanted.get(name)
      if (!file) {
        await entry.body.pipeTo(new WritableStream())
        continue
      }
      wanted.delete(name)
      await unpack(entry, file, await pathInside(into, file.name), onBytes)
      if (wanted.size === 0) break
    }
  } catch (error) {
    signal.throwIfAborted()
    const told = describeDiskError(error, 'The archive could not be unpacked')
    throw told instanceof AppError ? told : damaged(String(error), error)
  }
  if (wanted.size > 0) throw damaged(`it lacks ${[...wanted.keys()].join(', ')}`)
}

/** The tar inside. */
async function* plainBytes(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const plain = unbzip2()
  const ready: Uint8Array[] = []
  let failure: unknown
  plain.on('data', (bytes: Uint8Array) => ready.push(bytes))
  plain.on('error', (error: unknown) => {
    failure ??= error
  })
  const taken = (): Uint8Array[] => {
    if (failure !== undefined) throw failure
    return ready.splice(0)
  }
  for await (const bytes of createReadStream(path, { signal, highWaterMark: 1 << 16 })) {
    plain.write(bytes)
    yield* taken()
  }
  plain.end()
  yield* taken()
}

async function unpack(
  { header, body }: ParsedTarEntry,
  file: PackFile,
  path: string,
  onBytes: (bytes: number) => void,
): Promise<void> {
  if (header.type !== 'file') throw damaged(`${file.name} is not a plain file in it`)
  if (header.size > capOf(file)) throw damaged(`${file.name} is larger in it than it may be`)
  const handle = await openToWrite(path)
  try {
    await handle.truncate(0)
    await fill(handle, body, onBytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function fill(
  handle: FileHandle,
  body: ReadableStream<Uint8Array>,
  onBytes: (bytes: number) => void,
): Promise<void> {
  for await (const bytes of body) {
    await handle.writeFile(bytes)
    onBytes(bytes.length)
  }
}

function damaged(why: string, cause?: unknown): AppError {
  return new AppError(
    'pack/download',
    `The archive of the pack cannot be used: ${why}. Try again later, or import the files from a folder.`,
    cause,
  )
}
