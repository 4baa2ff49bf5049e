import { AppError } from '#shared/errors.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'
import type { InstalledPack, PackSource, Runtime } from './pack.ts'

/** The catalog says what a pack needs, as far as that can be told from its files. A process ends well above that. */
const SPARE = { factor: 1.5, megabytes: 500 } as const

/** The parts of the store of packs that are used here. */
export interface Store {
  list(): Promise<readonly { readonly pack: { readonly id: string }; readonly state: string }[]>
  folderOf(id: string): Promise<StoredPack>
  onChange(
    listener: (change: { readonly id: string; readonly kind: string }) => void | Promise<void>,
  ): () => void
}

interface StoredPack {
  readonly id: string
  readonly folder: string
  readonly manifest: {
    readonly name: string
    readonly task: InstalledPack['task']
    readonly runtime: Runtime
    readonly languages: readonly string[]
    readonly files: readonly { readonly name: string; readonly sha256: string | null }[]
    readonly settings: Readonly<Record<string, unknown>>
    readonly memoryMegabytes: number
  }
}

/** The installed packs of a store. */
export function packSourceOf(store: Store): PackSource {
  const folderOf: PackSource['folderOf'] = async (id) => packOf(await store.folderOf(id))
  return {
    folderOf,
    async installed() {
      const states = await store.list()
      const ready = states.filter(({ state }) => state === 'installed')
      const packs = await Promise.all(ready.map(({ pack }) => folderOf(pack.id).catch(unlessLeft)))
      return packs.filter((pack) => pack !== undefined)
    },
    onLeaving: (listener) =>
      store.onChange(async ({ id, kind }) => {
        if (kind === 'removing' || kind === 'removed' || kind === 'damaged') await listener(id)
      }),
  }
}

function packOf({ id, folder, manifest }: StoredPack): InstalledPack {
  const { name, task, runtime, settings } = manifest
  return {
    ...{ id, name, folder, task, runtime, settings },
    memoryMegabytes: Math.round(manifest.memoryMegabytes * SPARE.factor + SPARE.megabytes),
    files: manifest.files.map((file) => ({ name: file.name, sha256: file.sha256 })),
    languages: LANGUAGES.map(({ code }) => code).filter((code) =>
      manifest.languages.includes(code),
    ),
  }
}

const LEFT: ReadonlySet<string> = new Set([
  'pack/not-installed',
  'pack/damaged',
  'pack/licence',
  'pack/busy',
])

/** A pack may be removed, or found damaged, after it was listed: the others are there all the same. */
function unlessLeft(error: unknown): undefined {
  if (!(error instanceof AppError && LEFT.has(error.code))) throw error
}
