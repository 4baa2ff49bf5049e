import { AppError } from '#shared/errors.ts'
import type { PackDetails, PackSummary } from '#shared/packs.ts'
import { catalogFolderIn, openCatalog } from './catalog.ts'
import { downloadProblem } from './pack-entry.ts'
import { packsFolderOf } from './pack-folder.ts'
import { createPackJobs } from './pack-jobs.ts'
import type { PackSettings } from './pack-settings.ts'
import { createPackStore, type PackStore, type PackStoreOptions } from './store.ts'
import { detailsOf, summaryOf } from './summaries.ts'
import { watchSubfolders } from './watch-folder.ts'

/** The packs of a running program: what is there, and what is being done. Methods throw as those of `PackStore`. */
export interface Packs {
  /** For those who open packs. */
  readonly store: PackStore
  list(): Promise<PackSummary[]>
  show(id: string): Promise<PackDetails>
  summary(id: string): Promise<PackSummary>
  accept(id: string, licence: string): Promise<PackSummary>
  /**
   * Begins or resumes an installation, and does not wait for it. Throws AppError('pack/licence') and ('pack/no-source') at
   * once; what fails later is in the summary's job.
   */
  install(id: string): Promise<PackSummary>
  pause(id: string): Promise<PackSummary>
  /** Ends an installation and deletes what has arrived. */
  cancel(id: string): Promise<PackSummary>
  /** Compares every byte of an installed pack, and waits for the result: the summary says what is damaged. */
  verify(id: string): Promise<PackSummary>
  remove(id: string): Promise<PackSummary>
  /** Installs from a folder. Waits until that is done. */
  import(id: string, folder: string): Promise<PackSummary>
  /** Tells a listener the id of a pack that is not what it was. Answers the function that ends that. */
  onChange(listener: (id: string) => void): () => void
  /** Ends what runs; downloads are continued when they are asked for again. */
  close(): Promise<void>
}

export interface PacksOptions extends Partial<Pick<PackStoreOptions, 'freeBytes' | 'waitsMs'>> {
  readonly home: string
  /** The folder `resources/`, whose catalog counts where the settings name none. */
  readonly resources: string
  readonly settings: PackSettings
  readonly now: () => Date
  readonly onBug: (error: unknown) => void
}

/** The store alone, for commands that wait for what they do. */
export function openPackStore(options: Omit<PacksOptions, 'onBug'>): PackStore {
  const { resources, settings } = options
  return createPackStore({
    ...options,
    catalog: openCatalog(settings.catalogFolder ?? catalogFolderIn(resources)),
    async openHttp() {
      // Loading its package would make every start of the program longer.
      const { openPackHttp } = await import('./http-client.ts')
      return openPackHttp({ proxies: settings.proxies })
    },
    mirror: settings.mirror,
    commercialOnly: settings.commercialOnly,
  })
}

/** The packs of a data folder. What other programs do with them is noticed, too. */
export function openPacks(options: PacksOptions): Packs {
  const store = openPackStore(options)
  const listeners = new Set<(id: string) => void>()
  const changed = (id: string): void => {
    for (const listener of listeners) listener(id)
  }
  const jobs = createPackJobs({ onChange: changed, onBug: options.onBug })
  const unsubscribe = store.onChange(({ id, kind }) => {
    // Until it is gone, nothing of it is different.
    if (kind !== 'removing') changed(id)
  })
  let looked = Promise.resolve()
  const look = (): void => {
    looked = looked.then(store.lookOutside).catch(options.onBug)
  }
  look()
  const watched = watchSubfolders(packsFolderOf(options.home), look)
  const summary = async (id: string): Promise<PackSummary> =>
    summaryOf(await store.find(id), jobs.of(id))
  const after = async (id: string, work: Promise<unknown>): Promise<PackSummary> => {
    await work
    return summary(id)
  }
  /** Work that is waited for, and whose progress is seen meanwhile. */
  const inJob = async (
    id: string,
    work: (...args: Parameters<Parameters<typeof jobs.start>[2]>) => Promise<void>,
  ): Promise<void> => {
    let failure: unknown
    const before = jobs.of(id)
    if (before && !ENDED.has(before.state)) throw inWork(id)
    await jobs.start(id, false, (onProgress, signal) =>
      work(onProgress, signal).catch((error) => {
        failure = error
        throw error
      }),
    )
    if (failure !== undefined) throw failure
  }
  const never = new AbortController().signal
  return {
    store,
    summary,
    async list() {
      return (await store.list()).map((state) => summaryOf(state, jobs.of(state.pack.id)))
    },
    async show(id) {
      const [state, text] = await Promise.all([store.find(id), store.licenceText(id)])
      return detailsOf(state, text, jobs.of(id))
    },
    accept: (id, licence) => after(id, store.accept(id, licence)),
    async install(id) {
      const { pack, state } = await store.find(id)
      await store.requireLicence(id)
      const problem = downloadProblem(pack)
      if (problem !== undefined && state !== 'installed')
        throw new AppError('pack/no-source', problem)
      jobs
        .start(id, true, (onProgress, signal) => store.install(id, onProgress, signal))
        .catch(options.onBug)
      return summary(id)
    },
    pause: async (id) => {
      await store.find(id)
      return after(id, jobs.stop(id, 'paused'))
    },
    async cancel(id) {
      await store.find(id)
      await jobs.stop(id, 'cancelled')
      return after(id, store.discard(id))
    },
    async verify(id) {
      await store.requireInstalled(id)
      await inJob(id, async (onProgress, signal) => {
        await store.verify(id, onProgress, signal)
      })
      return summary(id)
    },
    async remove(id) {
      await store.find(id)
      await jobs.stop(id, 'cancelled')
      jobs.forget(id)
      return after(id, store.remove(id))
    },
    async import(id, folder) {
      await store.find(id)
      await store.import(folder, id, never)
      jobs.forget(id)
      return summary(id)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      unsubscribe()
      watched.close()
      await looked
      await jobs.close()
    },
  }
}

const ENDED: ReadonlySet<string> = new Set(['paused', 'failed', 'cancelled', 'done'])

function inWork(id: string): AppError {
  return new AppError(
    'pack/busy',
    `${id} is being installed or checked right now. Wait until that is done, or cancel it.`,
  )
}
