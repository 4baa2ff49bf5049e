import { openModelProcesses } from '#inference/model-process.ts'
import { packSourceOf } from '#inference/pack-source.ts'
import type { PackSettings } from '#packs/pack-settings.ts'
import { openPackStore } from '#packs/packs.ts'
import { OWNER } from '#shared/access.ts'
import { openDiacritizer } from '#speech/open-diacritizer.ts'
import type { MarkRestorer } from '#speech/speaker.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import type { WorkerLink } from '#speech/worker/link.ts'
import { restoringDiacriticOverrides } from '#speech/worker/with-diacritic-overrides.ts'
import { readDatabase } from '#storage/db/database.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import { createTranslationMemoryRows } from '#storage/db/translation-memory.ts'
import { libraryOf } from '#storage/home.ts'
import { readDiacriticOverrides } from './open-library.ts'
import { type LibraryPlace, openLibrary } from './open-service.ts'
import { type ProviderSettings, translationChainOf } from './services/providers.ts'
import { createBuiltIn } from './services/translate/built-in.ts'
import { packTranslatorsOf } from './services/translate/pack-translators.ts'
import type { Recall } from './services/translate/segments.ts'
import { createTranslatorProcess } from './services/translate/worker/remote.ts'
import { createTexts, type Texts } from './texts.ts'
import { createRecall } from './translation-memory/recall.ts'
import {
  createTranslationMemory,
  type TranslationMemory,
} from './translation-memory/translation-memory.ts'

export interface TranslationPlaces {
  /** The data folder: the owner's translation memory and accepted Yoruba forms are read from it, where it has some. */
  readonly home: string
  readonly resources: string
  readonly models: string
  readonly providers: ProviderSettings
  /** Where packs of models come from. */
  readonly packs: PackSettings
  /** Starts the process of the built-in translator, and one that opens a pack. */
  readonly startTranslator: () => WorkerLink
  readonly startModel: () => WorkerLink
  readonly onBug: (error: unknown) => void
}

/**
 * Translation without a server, for the owner; nothing is made or changed in the data folder. `close` when done. Throws
 * AppError('settings/invalid'), ('storage/failed') and ('storage/busy').
 */
export function openTranslation(
  places: TranslationPlaces,
): Pick<Texts, 'translate'> & { close(): void } {
  const { home, resources, models, providers, onBug } = places
  const languages = openLanguageIdentifier(models, onBug)
  const translator = createTranslatorProcess({ start: places.startTranslator, onBug })
  const now = (): Date => new Date()
  const store = packSourceOf(openPackStore({ home, resources, settings: places.packs, now }))
  const packs = openModelProcesses({ start: places.startModel, store })
  const chain = translationChainOf(providers, languages, {
    builtIn: createBuiltIn(translator.open),
    packs: packTranslatorsOf({ models: packs, store }),
  })
  const { mark } = openDiacritizer(resources)
  const forms = readDiacriticOverrides(home)
  const restorer: MarkRestorer = {
    restoreMarks: ({ text, language: _, ...overrides }) => mark(text, overrides),
  }
  const marks = restoringDiacriticOverrides(restorer, forms.among)
  const { translate } = createTexts(marks, { chain, memory: memoryOf(home) }, languages)
  return {
    translate,
    close() {
      translator.close()
      packs.close()
      forms.close()
    },
  }
}

function memoryOf(home: string): { recall(account: string): Recall } {
  return {
    recall: (account) =>
      createRecall(async (source, target) => {
        const database = readDatabase(libraryOf(home))
        if (!database) return []
        try {
          return await createTranslationMemoryRows(database).pairs(account, source, target)
        } finally {
          database.close()
        }
      }),
  }
}

/** The owner's translation memory. */
export interface OwnTranslationMemory {
  list: (page: Parameters<TranslationMemory['list']>[1]) => ReturnType<TranslationMemory['list']>
  remember: (draft: unknown) => ReturnType<TranslationMemory['remember']>
  forget: (id: number) => ReturnType<TranslationMemory['forget']>
  close(): Awaitable<void>
}

/** The owner's translation memory in a data folder or a service, to change it; `close` when done. Throws AppError('storage/failed') and ('storage/busy'). */
export async function openTranslationMemory(place: LibraryPlace): Promise<OwnTranslationMemory> {
  const { database, now, close } = await openLibrary(place)
  const memory = createTranslationMemory(createTranslationMemoryRows(database), now)
  return {
    list: (page) => memory.list(OWNER, page),
    remember: (draft) => memory.remember(OWNER, draft),
    forget: (id) => memory.forget(OWNER, id),
    close,
  }
}
