import { Readable } from 'node:stream'
import yazl from 'yazl'

/** A file that goes into a bundle. */
export interface BundledFile {
  readonly path: string
  readonly name: string
  /** Sound is small already; words become a third. */
  readonly compress: boolean
}

/** The bytes of a zip file with these files, which are read one after the other. Throws what reading them throws. */
export async function* zipOf(
  files: readonly BundledFile[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream
  if (!(output instanceof Readable)) throw new TypeError('A zip file is no stream.')
  // Without this, a file that cannot be read would end the program.
  zip.on('error', (error: Error) => output.destroy(error))
  for (const { path, name, compress } of files) zip.addFile(path, name, { compress })
  zip.end()
  for await (const piece of output) {
    signal.throwIfAborted()
    if (piece instanceof Uint8Array) yield piece
  }
}
