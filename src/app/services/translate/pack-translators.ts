import type { ModelProcesses } from '#inference/model-process.ts'
import type { InstalledPack, PackSource, UnusablePack } from '#inference/pack.ts'
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
  readonly store: Pick<PackSource, 'installed' | 'unusable'>
}): () => Promise<readonly TranslationProvider[]> {
  return async () => {
    const [packs, unusable] = [await store.installed(), await store.unusable()]
    const usable = packs
      .filter(({ task }) => task === 'translation')
      .map((pack) => {
        const supports: TranslationProvider['supports'] = (source, target) =>
          knows(pack, { source, target })
        const { id, name, licence } = pack
        return createPackProvider({ id, name, licence, supports }, models)
      })
    return [...usable, ...unusable.filter(({ task }) => task === 'translation').map(refusing)]
  }
}

/** Stands for a pack that cannot be used, so that whoever counts on it hears why. */
function refusing({ id, name, languages, problem }: UnusablePack): TranslationProvider {
  return {
    ...{ id: `pack:${id}`, quality: `pack ${name}`, unit: 'sentence' },
    supports: (source, target) => languages.includes(source) && languages.includes(target),
    translate: async () => {
      throw problem
    },
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
