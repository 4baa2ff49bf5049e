import type { ModelProcesses } from '#inference/model-process.ts'
import type { InstalledPack, PackSource } from '#inference/pack.ts'
import { checkDirection } from '#inference/runtimes/seq2seq/settings.ts'
import type { Direction } from '#translation/translator.ts'
import { createPackProvider } from './pack.ts'
import type { TranslationProvider } from './translator.ts'

/** The installed packs that translate, as providers. What is listed is read anew with each call. */
export function packTranslatorsOf({
  models,
  store,
}: {
  readonly models: Pick<ModelProcesses, 'translate'>
  readonly store: Pick<PackSource, 'installed'>
}): () => Promise<readonly TranslationProvider[]> {
  return async () => {
    const packs = await store.installed()
    return packs
      .filter(({ task }) => task === 'translation')
      .map((pack) => {
        const supports: TranslationProvider['supports'] = (source, target) =>
          knows(pack, { source, target })
        return createPackProvider({ id: pack.id, name: pack.name, supports }, models)
      })
  }
}

/** A pack whose settings cannot be read translates nothing. */
function knows(pack: InstalledPack, direction: Direction): boolean {
  try {
    checkDirection(pack, direction)
    return true
  } catch {
    return false
  }
}
