import { readInThread } from '#app/imports/read-in-thread.ts'
import type { EmitEvent, Handlers, Parsed } from '#shared/api.ts'
import { AppError } from '#shared/errors.ts'
import { IMPORT_LIMITS } from '#shared/imports.ts'
import { createMutex } from '#shared/mutex.ts'
import type { Jobs } from './jobs.ts'

type ImportMethod = Extract<keyof Handlers, `import.${string}`>
type Order = Parsed<'import.read'>

/** A file on its way from the window. */
interface ArrivingFile {
  readonly bytes: Buffer
  received: number
  readonly read: (order: Order) => void
}

/** Handlers about importing scripts, for one window with its jobs. One file of a window comes at a time. */
export function importHandlers(jobs: Jobs, emit: EmitEvent): Pick<Handlers, ImportMethod> {
  const arriving = new Map<string, ArrivingFile>()
  /** One thread at a time reads for a window: each may take a gigabyte. */
  const reading = createMutex()
  const arrivingOf = (jobId: string): ArrivingFile => {
    const known = arriving.get(jobId)
    if (known) return known
    throw new AppError('request/invalid', 'This file is not being read any more. Choose it again.')
  }
  return {
    'import.begin': async ({ jobId, sizeBytes }) => {
      if (sizeBytes > IMPORT_LIMITS.bytes) throw tooLarge(sizeBytes)
      if (arriving.size > 0)
        throw new AppError('request/in-work', 'Another file is being read. Wait, or cancel it.')
      const ordered = Promise.withResolvers<Order>()
      const bytes = Buffer.alloc(sizeBytes)
      jobs.start(jobId, async (signal) => {
        const stop = (): void => ordered.reject(signal.reason)
        signal.addEventListener('abort', stop, { once: true })
        try {
          const { name, encoding } = await ordered.promise
          arriving.delete(jobId)
          const file = await reading.runExclusive(
            () => readInThread({ name, bytes, encoding }, signal),
            signal,
          )
          emit('import.done', { jobId, file })
        } finally {
          signal.removeEventListener('abort', stop)
          arriving.delete(jobId)
        }
      })
      arriving.set(jobId, { bytes, received: 0, read: ordered.resolve })
      return {}
    },
    'import.append': async ({ jobId, position, bytes }) => {
      const file = arrivingOf(jobId)
      if (position !== file.received || position + bytes.length > file.bytes.length)
        throw lostPart()
      file.bytes.set(bytes, position)
      file.received += bytes.length
      return {}
    },
    'import.read': async (order) => {
      const file = arrivingOf(order.jobId)
      if (file.received !== file.bytes.length) throw lostPart()
      file.read(order)
      return {}
    },
  }
}

function lostPart(): AppError {
  return new AppError('request/invalid', 'A part of the file was lost. Import it again.')
}

function tooLarge(size: number): AppError {
  const figures = [size, IMPORT_LIMITS.bytes].map((bytes) => bytes.toLocaleString('en'))
  return new AppError(
    'file/too-large',
    `The file has ${figures[0]} bytes; at most ${figures[1]} (64 MB) can be imported. Divide it into smaller files.`,
  )
}
