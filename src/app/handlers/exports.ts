import type { Exporter, ExportListener } from '#app/exports/exporter.ts'
import type { Provenance } from '#provenance/provenance.ts'
import type { EmitEvent, Handlers } from '#shared/api.ts'
import type { Jobs } from './jobs.ts'

interface ExportDependencies {
  readonly exporter: Exporter
  readonly provenance: Pick<Provenance, 'verifyFile'>
}

/** Handlers about exports, for one window. */
export function exportHandlers(
  { exporter, provenance }: ExportDependencies,
  jobs: Jobs,
  emit: EmitEvent,
): Pick<Handlers, Extract<keyof Handlers, `export.${string}`>> {
  return {
    'export.start': async ({ jobId, ...order }) => {
      jobs.start(jobId, async (signal) => {
        const listener: ExportListener = {
          progress: (done, total) => emit('export.progress', { jobId, done, total }),
          file: (file) => emit('export.file', { jobId, file }),
        }
        const result = await exporter.run({ jobId, ...order }, listener, signal)
        emit('export.done', { jobId, ...result })
      })
      return {}
    },
    'export.verify': async ({ path }) =>
      provenance.verifyFile(path, exporter.sidecarOf(path), new AbortController().signal),
    'export.reveal': async ({ path }) => {
      exporter.reveal(path)
      return {}
    },
  }
}
