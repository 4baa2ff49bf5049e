import { t } from '#renderer/i18n/i18n.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Reads a file part by part and gives each, with the number of bytes before it, to `send`. Rejects with the reason of the signal, with what
 * `send` rejects with, or with an AppError where the file cannot be read any more.
 */
export async function sendParts(
  file: Blob,
  partBytes: number,
  signal: AbortSignal,
  send: (position: number, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  for (let position = 0; position < file.size; position += partBytes) {
    const bytes = await readPart(file, position, partBytes)
    signal.throwIfAborted()
    await send(position, bytes)
  }
}

async function readPart(file: Blob, start: number, partBytes: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(start, start + partBytes).arrayBuffer())
  } catch (error) {
    throw new AppError('transcribe/source', t('app:fileNotRead'), error)
  }
}
