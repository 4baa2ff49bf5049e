/** Unpacks an archive in a thread: `unpack-in-thread.ts` starts it and says what `UnpackMessage` means. */
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
import { unpackArchive } from './archive.ts'
import type { UnpackMessage, UnpackOrder } from './unpack-in-thread.ts'

// Only unpack-in-thread.ts starts this.
const { path, pack, into } = workerData as UnpackOrder
const tell = (message: UnpackMessage): void => parentPort?.postMessage(message)

try {
  await unpackArchive(path, pack, into, new AbortController().signal, (bytes) =>
    tell({ kind: 'bytes', bytes }),
  )
  tell({ kind: 'done' })
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof AppError ? error.code : undefined
  if (code === 'pack/download' || code === 'storage/full' || code === 'storage/failed')
    tell({ kind: 'failed', code, message })
  else tell({ kind: 'failed', message })
}
