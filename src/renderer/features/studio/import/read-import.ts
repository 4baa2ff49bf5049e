import { call, on } from '#renderer/client.ts'
import { runHostJob } from '#renderer/host-job.ts'
import { sendParts } from '#renderer/send-parts.ts'
import { IMPORT_LIMITS, type ImportedFile, type TextEncoding } from '#shared/imports.ts'

/**
 * Has a file read by the host. `onSent` is told the part that was sent, 0 to 1. Rejects as `runHostJob` does, 'request/unreadable' and
 * 'file/too-large' with what a person can do.
 */
export function readImport(
  file: File,
  encoding: TextEncoding | undefined,
  signal: AbortSignal,
  onSent: (share: number) => void,
): Promise<ImportedFile> {
  return runHostJob<ImportedFile>(
    {
      listen: (jobId, finish) => [
        on('import.done', ({ jobId: id, file: read }) => {
          if (id === jobId) finish(read)
        }),
      ],
      async start(jobId) {
        await call('import.begin', { jobId, sizeBytes: file.size })
        await sendParts(file, IMPORT_LIMITS.partBytes, signal, async (position, bytes) => {
          await call('import.append', { jobId, position, bytes })
          onSent((position + bytes.length) / file.size)
        })
        return call('import.read', { jobId, name: file.name, encoding })
      },
    },
    signal,
  )
}
