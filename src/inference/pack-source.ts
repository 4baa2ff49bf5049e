import { AppError } from '#shared/errors.ts'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import type { InstalledPack, PackSource, Runtime, UnusablePack } from './pack.ts'

/** The catalog says what a pack needs, as far as that can be told from its files. A process ends well above that. */
const SPARE = { factor: 1.5, megabytes: 500 } as const

/** The parts of the store of packs that are used here. */
export interface Store {
  list(): Promise<readonly { readonly pack: ListedPack; readonly state: string }[]>
  folderOf(id: string): Promise<StoredPack>
  onChange(
    listener: (change: { readonly id: string; readonly kind: string }) => void | Promise<void>,
  ): () => void
}

interface ListedPack {
  readonly id: string
  readonly name: string
  readonly task: InstalledPack['task']
  readonly languages: readonly string[]
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
    readonly licence?: { readonly id: string; readonly commercialUse: boolean } | undefined
  }
}

/** The installed packs of a store. */
export function packSourceOf(store: Store): PackSource {
  const folderOf: PackSource['folderOf'] = async (id) => packOf(await store.folderOf(id))
  return {
    folderOf,
    async installed() {
      return (await looked(store)).filter((found) => 'folder' in found)
    },
    async unusable() {
      return (await looked(store)).filter((found) => 'problem' in found)
    },
    onLeaving: (listener) =>
      store.onChange(async ({ id, kind }) => {
        if (kind === 'removing' || kind === 'removed' || kind === 'damaged') await listener(id)
      }),
  }
}

function packOf({ id, folder, manifest }: StoredPack): InstalledPack {
  const { name, task, runtime, settings, licence } = manifest
  return {
    ...{ id, name, folder, task, runtime, settings },
    ...(licence && { licence: { id: licence.id, commercialUse: licence.commercialUse } }),
    memoryMegabytes: Math.round(manifest.memoryMegabytes * SPARE.factor + SPARE.megabytes),
    files: manifest.files.map((file) => ({ name: file.name, sha256: file.sha256 })),
    languages: spoken(manifest.languages),
  }
}

/** Failures that are those of one pack: the others are there all the same. */
const OF_ONE: ReadonlySet<string> = new Set(['pack/damaged', 'pack/licence', 'pack/busy'])

/** Every pack whose files are there: ready for use, or with why it is not. */
async function looked(store: Store): Promise<readonly (InstalledPack | UnusablePack)[]> {
  const found = await Promise.all(
    (await store.list())
      .filter(({ state }) => state === 'installed' || state === 'damaged')
      .map(async ({ pack: { id, name, task, languages } }) => {
        try {
          return packOf(await store.folderOf(id))
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          // It was removed after it was listed.
          if (error.code === 'pack/not-installed') return undefined
          if (!OF_ONE.has(error.code)) throw error
          return { id, name, task, languages: spoken(languages), problem: error }
        }
      }),
  )
  return found.filter((pack) => pack !== undefined)
}

function spoken(languages: readonly string[]): readonly LanguageCode[] {
  return LANGUAGES.map(({ code }) => code).filter((code) => languages.includes(code))
}
