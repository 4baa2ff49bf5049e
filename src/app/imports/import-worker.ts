/** Reads a file in a thread: `read-in-thread.ts` starts it and says what `ReadMessage` means. */
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
import { type FileToRead, readImportedFile } from './read-file.ts'
import type { ReadMessage } from './read-in-thread.ts'

const tell = (message: ReadMessage): void => parentPort?.postMessage(message)

try {
  // Only read-in-thread.ts starts this.
  tell({ kind: 'read', file: await readImportedFile(workerData as FileToRead) })
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof AppError && error.code === 'request/unreadable')
    tell({ kind: 'failed', code: error.code, message })
  else tell({ kind: 'failed', message })
}
