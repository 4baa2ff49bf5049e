import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { ImportedFile } from '#shared/imports.ts'
import { unreadable } from './file-kind.ts'
import type { FileToRead } from './read-file.ts'

const CODES = ['request/unreadable'] as const
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), file: ImportedFile }),
  z.object({ kind: z.literal('failed'), code: z.enum(CODES).optional(), message: z.string() }),
])
/** What the thread says. */
export type ReadMessage = z.infer<typeof Message>

/** What a file may use: seconds, and megabytes of the thread's heap. */
export interface ReadLimits {
  readonly seconds: number
  readonly heapMegabytes: number
}
const LIMITS: ReadLimits = { seconds: 60, heapMegabytes: 1024 }

/** The thread's program: beside this module, as its source or built. */
const ENTRY = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'import-worker.ts' : 'import-worker.js',
)

/**
 * As `readImportedFile`, in a thread of its own with limits of time and memory: a file may be made to keep its reader busy, and a
 * process that speaks cannot wait for that. Rejects with the reason of the signal when that aborts.
 */
export function readInThread(
  file: FileToRead,
  signal: AbortSignal,
  { seconds, heapMegabytes }: ReadLimits = LIMITS,
): Promise<ImportedFile> {
  return new Promise<ImportedFile>((resolve, reject) => {
    signal.throwIfAborted()
    const thread = new Worker(ENTRY, {
      workerData: file,
      // Options of the command line may name files of another folder.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', abort)
      clearTimeout(timer)
      thread.terminate().then(settle, settle)
    }
    const abort = (): void => end(() => reject(signal.reason))
    const timer = setTimeout(
      () => end(() => reject(tookTooLong(file.name, seconds))),
      seconds * 1000,
    )
    signal.addEventListener('abort', abort, { once: true })
    thread.once('message', (sent: unknown) => {
      const message = Message.parse(sent)
      if (message.kind === 'read') end(() => resolve(message.file))
      else end(() => reject(failureOf(message)))
    })
    thread.once('error', (error) =>
      end(() => reject(isOutOfMemory(error) ? tookTooMuch(file.name) : error)),
    )
  })
}

function failureOf({ code, message }: Extract<ReadMessage, { kind: 'failed' }>): Error {
  return code === undefined ? new Error(message) : new AppError(code, message)
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tookTooLong(name: string, seconds: number): Error {
  return unreadable(
    `${name} could not be read within ${seconds} seconds. Divide it, or save it as .txt, and import that.`,
  )
}

function tookTooMuch(name: string): Error {
  return unreadable(
    `${name} needs more memory than one file may take. Divide it, or save it as .txt, and import that.`,
  )
}
