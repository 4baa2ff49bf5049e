import { randomBytes } from 'node:crypto'
import { createHistoryReader, type HistoryReader } from '#history/history.ts'
import { unspokenWords } from '#speech/pipeline/unspoken-words.ts'
import type { Speaker, WordReader } from '#speech/speaker.ts'
import { type VoiceLease, withCustomVoices } from '#speech/worker/with-custom-voices.ts'
import { withOwnWords } from '#speech/worker/with-own-words.ts'
import { type Browsers, createBrowsers } from '#storage/db/browsers.ts'
import { readDatabase } from '#storage/db/database.ts'
import { createDiacriticOverrideRows } from '#storage/db/diacritic-overrides.ts'
import { createLinks, type Links } from '#storage/db/links.ts'
import { createPronunciations } from '#storage/db/pronunciations.ts'
import type { Awaitable, RowDatabase } from '#storage/db/steps.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { libraryOf } from '#storage/home.ts'
import { createLiveProcess, type LiveProcess } from '#storage/live-process.ts'
import type { Access } from './access/access.ts'
import { createAccess } from './access/create-access.ts'
import { createVoicesInUse } from './custom-voices/voices-in-use.ts'
import { createDiacriticOverrides, type DiacriticOverrides } from './diacritic-overrides.ts'
import { createDictionary, type Dictionary, WORD_KEYS } from './dictionary.ts'
import { type Normalise, normaliserWith } from './normaliser.ts'
import { type LibraryPlace, openLibrary } from './open-service.ts'
import { type OwnWordsStores, ownWordsIn } from './own-words.ts'
import { type FindUnspoken, unspokenWith } from './unspoken.ts'

type Closing<T> = T & { close(): Awaitable<void> }

/** The dictionary of a data folder or a service, to change it; `close` when done. Throws AppError. */
export async function openDictionary(place: LibraryPlace): Promise<Closing<Dictionary>> {
  const { database, close } = await openLibrary(place)
  return { ...dictionaryOf(database), close }
}

/** The history of a data folder or a service, beside servers that may be running; `close` when done. Throws AppError. */
export async function openHistory(place: LibraryPlace): Promise<Closing<HistoryReader>> {
  const { database, close } = await openLibrary(place)
  return { ...createHistoryReader(database), close }
}

/** The tokens of a data folder or a service, to manage them beside servers that may be running; `close` when done. Throws AppError. */
export async function openAccess(
  place: LibraryPlace,
  onBug: (error: unknown) => void,
): Promise<Access> {
  const { database, reserve, process: own, now, close } = await openLibrary(place)
  const options = { now, randomBytes, extraKeys: [], process: own, reserve, onBug }
  const access = createAccess(database, options)
  return {
    ...access,
    async close() {
      await access.close()
      await close()
    },
  }
}

/** `speaker`, with the dictionary and the accepted forms of a data folder where it has some; nothing is made or changed there. */
export function withOwnWordsOf(home: string, speaker: Speaker): Speaker {
  return withOwnWords(speaker, async (text, projectId) => {
    const database = readDatabase(libraryOf(home))
    if (!database) return { pronunciations: [], accepted: [] }
    try {
      return await ownWordsIn(ownWordsStoresOf(database))(text, projectId)
    } finally {
      database.close()
    }
  })
}

/** Finds what is not spoken of a text, with the dictionary of a data folder where it has one; nothing is made or changed there. */
export function unspokenIn(home: string): FindUnspoken {
  return async (order) => {
    const database = readDatabase(libraryOf(home))
    if (!database) return unspokenWords(order.text, order.language)
    try {
      return await unspokenWith(dictionaryOf(database))(order)
    } finally {
      database.close()
    }
  }
}

/** `speaker`, with the custom voices of a data folder or a service where it has some; nothing is made or changed there. */
export function withVoicesOf(place: LibraryPlace, speaker: Speaker): Speaker {
  return withCustomVoices(speaker, async (account, id) => {
    const opened = await openToRead(place)
    if (!opened) return undefined
    const { database, close } = opened
    let used: VoiceLease | undefined
    try {
      used = await createVoicesInUse(createStoredVoices(database)).acquire(account, id)
    } finally {
      if (!used) await close()
    }
    return (
      used && {
        ...used,
        end() {
          used.end()
          Promise.resolve(close()).catch(() => undefined)
        },
      }
    )
  })
}

/** The rows of a data folder, without making any there, or of a service; undefined where there are none. */
async function openToRead(
  place: LibraryPlace,
): Promise<Closing<{ readonly database: RowDatabase }> | undefined> {
  if (place.database !== undefined) return openLibrary(place)
  const database = readDatabase(libraryOf(place.home))
  return database && { database, close: database.close }
}

/** The dictionary of an open library. */
export function dictionaryOf(database: RowDatabase): Dictionary {
  return createDictionary(createPronunciations(database, WORD_KEYS))
}

function ownWordsStoresOf(database: RowDatabase): OwnWordsStores {
  return {
    pronunciations: dictionaryOf(database),
    diacriticOverrides: createDiacriticOverrides(createDiacriticOverrideRows(database)),
  }
}

/** Signed-in browsers, and the links that sign one in. */
export interface SignInStore {
  readonly browsers: Browsers
  readonly links: Links
}

/** Sign-ins of an open library, as `running`, which is this process where it is left out, knows them. */
export function createSignInStore(
  database: RowDatabase,
  now: () => Date,
  running: LiveProcess = createLiveProcess(process.pid),
): SignInStore {
  return {
    browsers: createBrowsers(database, now, running),
    links: createLinks(database, running, { now, randomBytes }),
  }
}

/** Sign-ins of a data folder or a service, to manage them beside a running server; `close` when done. Throws AppError. */
export async function openSignInStore(place: LibraryPlace): Promise<Closing<SignInStore>> {
  const { database, now, process: own, close } = await openLibrary(place)
  return { ...createSignInStore(database, now, own), close }
}

/** The accepted forms of a data folder or a service, to change them; `close` when done. Throws AppError. */
export async function openDiacriticOverrides(
  place: LibraryPlace,
): Promise<Closing<DiacriticOverrides>> {
  const { database, close } = await openLibrary(place)
  return { ...createDiacriticOverrides(createDiacriticOverrideRows(database)), close }
}

/** The accepted forms of a data folder where it has some, to read them; nothing is made or changed there. */
export function readDiacriticOverrides(
  home: string,
): Pick<DiacriticOverrides, 'among'> & { close(): void } {
  const database = readDatabase(libraryOf(home))
  if (!database) return { among: () => [], close: () => undefined }
  const { among } = createDiacriticOverrides(createDiacriticOverrideRows(database))
  return { among, close: database.close }
}

/**
 * Puts texts into words as `reader` does, with the dictionary and the accepted forms of a data folder where it has some; nothing
 * is made or changed there. `close` when done.
 */
export function openNormaliser(
  home: string,
  reader: Pick<WordReader, 'normalise'>,
): { readonly normalise: Normalise; close(): void } {
  const database = readDatabase(libraryOf(home))
  if (!database) return { normalise: reader.normalise, close: () => undefined }
  const normalise = normaliserWith({ words: reader, ...ownWordsStoresOf(database) })
  return { normalise, close: database.close }
}
