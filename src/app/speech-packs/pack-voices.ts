import { downloadProblem } from '#packs/pack-entry.ts'
import type { PackState, PackStore } from '#packs/store.ts'
import { AppError } from '#shared/errors.ts'
import { engineOfPack, packOfVoice, registerEngine, systemVoice } from '#speech/engines/registry.ts'
import type { SpeechModels, SpeechPack } from '#speech/models/speech-pack.ts'
import { speechPackOf } from './speech-pack-of.ts'

/** The voices of the packs that are installed now: they stand among the system voices while their pack is there. */
export interface PackVoices {
  /** Looks at the packs again, and answers when the voices are right. */
  refresh(): Promise<void>
  /** Why there is no such voice, where it belongs to a pack of the catalog that is not installed: which one to install. */
  missing(voice: string): string | undefined
  /** Calls a listener when voices have come or gone. Answers the function that ends that. */
  onChange(listener: () => void): () => void
  close(): void
}

export interface PackVoicesOptions {
  readonly store: Pick<PackStore, 'list' | 'onChange'>
  readonly models: SpeechModels
  /** Told of a pack whose catalog is wrong, in words. */
  readonly onNotice: (words: string) => void
  readonly onBug: (error: unknown) => void
}

interface Registered {
  readonly key: string
  readonly remove: () => void
}

/** Registers the voices of installed packs, and keeps to what is installed. `refresh` comes first. */
export function openPackVoices(options: PackVoicesOptions): PackVoices {
  const { store, onBug } = options
  const registered = new Map<string, Registered>()
  const listeners = new Set<() => void>()
  let catalog: readonly PackState[] = []
  const keep = (packs: readonly SpeechPack[]): boolean => {
    const wanted = new Map(packs.map((pack) => [pack.id, { pack, key: JSON.stringify(pack) }]))
    let isChanged = false
    for (const [id, { key, remove }] of registered) {
      if (wanted.get(id)?.key === key) continue
      remove()
      registered.delete(id)
      isChanged = true
    }
    for (const [id, { pack, key }] of wanted) {
      if (registered.has(id)) continue
      try {
        registered.set(id, { key, remove: registerEngine(engineOfPack(pack, options.models)) })
        isChanged = true
      } catch (error) {
        // Another voice has the id.
        options.onNotice(`The voices of the pack ${pack.name} cannot be listed: ${error}`)
      }
    }
    return isChanged
  }
  const look = async (): Promise<void> => {
    catalog = (await store.list()).filter(({ pack }) => pack.task === 'speech')
    const packs = catalog
      .filter(({ state }) => state === 'installed')
      .flatMap(({ pack }) => readable(pack, options.onNotice))
    if (keep(packs)) for (const listener of listeners) listener()
  }
  let last: Promise<void> = Promise.resolve()
  const refresh = (): Promise<void> => {
    last = last.catch(() => undefined).then(look)
    return last
  }
  const stopListening = store.onChange(async ({ kind }) => {
    if (kind !== 'accepted' && kind !== 'removing') await refresh().catch(onBug)
  })
  return {
    refresh,
    missing(voice) {
      const id = packOfVoice(voice)
      const known = catalog.find(({ pack }) => pack.id === id)
      return known && !systemVoice(voice) ? missingPack(voice, known) : undefined
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      stopListening()
      for (const { remove } of registered.values()) remove()
      registered.clear()
    },
  }
}

function missingPack(voice: string, { pack, state, problem }: PackState): string {
  const what =
    state === 'damaged'
      ? `which is damaged. ${problem ?? ''}`.trim()
      : state === 'installed'
        ? 'which has no such voice.'
        : 'which is not installed.'
  const command =
    downloadProblem(pack) === undefined
      ? `griot models install ${pack.id}`
      : `griot models import FOLDER --pack ${pack.id}`
  const mend =
    state === 'installed'
      ? 'Choose another voice.'
      : `Install it on the Models screen, or with "${command}". Or choose another voice.`
  return `The voice "${voice.slice(0, 80)}" belongs to the pack ${pack.name}, ${what} ${mend}`
}

function readable(
  pack: PackState['pack'],
  onNotice: (words: string) => void,
): readonly SpeechPack[] {
  try {
    return [speechPackOf(pack)]
  } catch (error) {
    onNotice(error instanceof Error ? error.message : String(error))
    return []
  }
}

/** A store without packs, where none can be opened. */
export const NO_PACKS: PackVoicesOptions['store'] = {
  list: async () => [],
  onChange: () => () => undefined,
}

/** Models that are opened later than those who may ask them. */
export function modelsWhenOpen(models: () => SpeechModels | undefined): SpeechModels {
  const open = (): SpeechModels => {
    const found = models()
    if (found) return found
    throw new AppError('model/failed', 'Packs of models cannot be opened here.')
  }
  return {
    describe: async (...args) => open().describe(...args),
    synthesise: async (...args) => open().synthesise(...args),
  }
}
