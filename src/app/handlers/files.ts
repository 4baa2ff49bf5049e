import type { History } from '#history/history.ts'
import type { LibraryFiles } from '#history/library-files.ts'
import { toPcm } from '#media/pcm.ts'
import type { Provenance } from '#provenance/provenance.ts'
import type { EmitEvent, Handlers } from '#shared/api.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'
import type { Jobs } from './jobs.ts'

interface FileDependencies {
  readonly libraryFiles: LibraryFiles
  readonly provenance: Pick<Provenance, 'verifyFile'>
  /** A desktop; left out: a browser fetches files. */
  readonly desktop?: FileDesktop | undefined
}

/** A desktop, where files are saved and shown. */
export interface FileDesktop {
  chooseSavePath(fileName: string): Promise<string | undefined>
  showInFolder(path: string): void
}

/** A window that shows files. `drained`: resolves once it has read what was sent. */
interface FileWindow {
  readonly jobs: Jobs
  readonly emit: EmitEvent
  readonly drained: () => Promise<void>
}

type FileMethod = Extract<keyof Handlers, `files.${string}`>
type HistoryMethod = Extract<keyof Handlers, `history.${string}`>

/** Handlers about the files of the library, for one window. */
export function fileHandlers(
  { libraryFiles, provenance, desktop }: FileDependencies,
  { jobs, emit, drained }: FileWindow,
): { readonly handlers: Pick<Handlers, FileMethod>; close(): void } {
  const stopListening = libraryFiles.onChange(() => emit('files.changed', {}))
  const play = async (jobId: string, id: string, signal: AbortSignal): Promise<void> => {
    for await (const samples of libraryFiles.sound(id, signal)) {
      emit('speech.chunk', { jobId, pcm: toPcm(samples), words: [], done: 0, total: 1 })
      await drained()
    }
    emit('speech.done', { jobId })
  }
  return {
    close: stopListening,
    handlers: {
      'files.list': async () => {
        const { files, accounts } = await libraryFiles.list()
        return { files: [...files], accounts: [...accounts] }
      },
      'files.delete': async ({ ids }) => {
        libraryFiles.remove(ids)
        return {}
      },
      'files.restore': async ({ ids }) => {
        libraryFiles.restore(ids)
        return {}
      },
      'files.play': async ({ jobId, id }) => {
        jobs.start(jobId, (signal) => play(jobId, id, signal))
        return {}
      },
      'files.fetch': async ({ id }) => {
        if (!desktop) return { kind: 'download', ...(await libraryFiles.addressOf(id)) }
        const { name } = await libraryFiles.locate(id)
        const path = await desktop.chooseSavePath(name)
        if (path === undefined) return { kind: 'cancelled' }
        await libraryFiles.copyTo(id, path)
        return { kind: 'saved', path }
      },
      'files.verify': async ({ id }) => {
        const { path, sidecarPath } = await libraryFiles.locate(id)
        return provenance.verifyFile(path, sidecarPath, new AbortController().signal)
      },
      'files.reveal': async ({ id }) => {
        const { path } = await libraryFiles.locate(id)
        desktop?.showInFolder(path)
        return {}
      },
    },
  }
}

/** Handlers about the history. */
export function historyHandlers(
  history: History,
  retryWhileBusy: RetryWhileBusy,
): Pick<Handlers, HistoryMethod> {
  return {
    'history.list': async (query) => {
      await history.flush()
      const [{ entries, isMore }, total] = await Promise.all([history.list(query), history.count()])
      return { entries: [...entries], isMore, total }
    },
    'history.clear': async () => ({ cleared: await retryWhileBusy(() => history.clear()) }),
    'history.measured': async () => {
      await history.flush()
      return [...(await history.measured())]
    },
  }
}
