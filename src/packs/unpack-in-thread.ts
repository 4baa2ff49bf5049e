import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { unpackArchive } from './archive.ts'

const UNPACK_CODES = ['pack/download', 'storage/full', 'storage/failed'] as const
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bytes'), bytes: z.number() }),
  z.object({ kind: z.literal('done') }),
  z.object({
    kind: z.literal('failed'),
    code: z.enum(UNPACK_CODES).optional(),
    message: z.string(),
  }),
])
/** What the thread says. */
export type UnpackMessage = z.infer<typeof Message>

/** What the thread is told. */
export type UnpackOrder =
  Parameters<typeof unpackArchive> extends [infer Path, infer Pack, infer Into, ...unknown[]]
    ? { readonly path: Path; readonly pack: Pack; readonly into: Into }
    : never

/** The thread's program: beside this module, as its source or built. */
const ENTRY = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'unpack-worker.ts' : 'unpack-worker.js',
)

/**
 * As `unpackArchive`, in a thread of its own: bzip2 takes a third of a second for each of its blocks, and a process that
 * speaks cannot wait for that.
 */
export const unpackInThread: typeof unpackArchive = (path, pack, into, signal, onBytes) => {
  const order: UnpackOrder = { path, pack, into }
  return new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const thread = new Worker(ENTRY, { workerData: order, execArgv: [] })
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', abort)
      thread.terminate().then(settle, settle)
    }
    const abort = (): void => end(() => reject(signal.reason))
    signal.addEventListener('abort', abort, { once: true })
    thread.on('message', (sent: unknown) => {
      const message = Message.parse(sent)
      if (message.kind === 'bytes') onBytes(message.bytes)
      else if (message.kind === 'done') end(resolve)
      else end(() => reject(failureOf(message)))
    })
    thread.once('error', (error) => end(() => reject(error)))
  })
}

function failureOf({ code, message }: Extract<UnpackMessage, { kind: 'failed' }>): Error {
  return code === undefined ? new Error(message) : new AppError(code, message)
}
