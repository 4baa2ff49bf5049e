import { randomBytes } from 'node:crypto'
import { createHistoryReader, type HistoryReader } from '#history/history.ts'
import type { Speaker, WordReader } from '#speech/speaker.ts'
import { type VoiceLease, withCustomVoices } from '#speech/worker/with-custom-voices.ts'
import { withDiacriticOverrides } from '#speech/worker/with-diacritic-overrides.ts'
import { withPronunciations } from '#speech/worker/with-pronunciations.ts'
import { type Browsers, createBrowsers } from '#storage/db/browsers.ts'
import { readDatabase } from '#storage/db/database.ts'
import { createDiacriticOverrideRows } from '#storage/db/diacritic-overrides.ts'
import { createLinks, type Links } from '#storage/db/links.ts'
import { createPronunciations } from '#storage/db/pronunciations.ts'
import type { RowDatabase } from '#storage/db/steps.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { libraryOf } from '#storage/home.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { openShared } from '#storage/open-shared.ts'
import type { Access } from './access/access.ts'
import { createAccess } from './access/create-access.ts'
import { createVoicesInUse } from './custom-voices/voices-in-use.ts'
import { createDiacriticOverrides, type DiacriticOverrides } from './diacritic-overrides.ts'
import { createDictionary, type Dictionary, WORD_KEYS } from './dictionary.ts'
import { type Normalise, normaliserWith } from './normaliser.ts'

/** The dictionary of a data folder, to change it; `close` when done. Throws AppError('storage/failed') and ('storage/busy'). */
export function openDictionary(home: string): Dictionary & { close(): void } {
  const { database, close } = openShared(home)
  return { ...dictionaryOf(database), close }
}

/** The history of a data folder, beside a server that may be running; `close` when done. Throws AppError('storage/failed') and ('storage/busy'). */
export function openHistory(home: string): HistoryReader & { close(): void } {
  const { database, close } = openShared(home)
  return { ...createHistoryReader(database), close }
}

/** The tokens of a data folder, to manage them beside a server that may be running; `close` when done. Throws AppError. */
export function openAccess(home: string, onBug: (error: unknown) => void): Access {
  const { database, reserve, close } = openShared(home)
  const now = (): Date => new Date()
  const own = createLiveProcess(process.pid)
  const options = { now, randomBytes, extraKeys: [], process: own, reserve, onBug }
  const access = createAccess(database, options)
  return {
    ...access,
    async close() {
      await access.close()
      close()
    },
  }
}

/** `speaker`, with the dictionary of a data folder where it has one; nothing is made or changed there. */
export function withDictionaryOf(home: string, speaker: Speaker): Speaker {
  return withPronunciations(speaker, async (text, projectId) => {
    const database = readDatabase(libraryOf(home))
    if (!database) return []
    try {
      return await dictionaryOf(database).entriesFor(text, projectId)
    } finally {
      database.close()
    }
  })
}

/** `speaker`, with the custom voices of a data folder where it has some; nothing is made or changed there. */
export function withVoicesOf(home: string, speaker: Speaker): Speaker {
  return withCustomVoices(speaker, async (account, id) => {
    const database = readDatabase(libraryOf(home))
    if (!database) return undefined
    let used: VoiceLease | undefined
    try {
      used = await createVoicesInUse(createStoredVoices(database)).acquire(account, id)
    } finally {
      if (!used) database.close()
    }
    return (
      used && {
        ...used,
        end() {
          used.end()
          database.close()
        },
      }
    )
  })
}

/** The dictionary of an open library. */
export function dictionaryOf(database: RowDatabase): Dictionary {
  return createDictionary(createPronunciations(database, WORD_KEYS))
}

/** Signed-in browsers, and the links that sign one in. */
export interface SignInStore {
  readonly browsers: Browsers
  readonly links: Links
}

/** Sign-ins of an open library, as this process knows them. */
export function createSignInStore(database: RowDatabase, now: () => Date): SignInStore {
  const thisProcess = createLiveProcess(process.pid)
  return {
    browsers: createBrowsers(database, now, thisProcess),
    links: createLinks(database, thisProcess, { now, randomBytes }),
  }
}

/** Sign-ins of a data folder, to manage them beside a running server; `close` when done. Throws AppError. */
export function openSignInStore(home: string): SignInStore & { close(): void } {
  const { database, close } = openShared(home)
  return { ...createSignInStore(database, () => new Date()), close }
}

/** The accepted forms of a data folder, to change them; `close` when done. Throws AppError('storage/failed') and ('storage/busy'). */
export function openDiacriticOverrides(home: string): DiacriticOverrides & { close(): void } {
  const { database, close } = openShared(home)
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
  const normalise = normaliserWith({
    words: reader,
    pronunciations: dictionaryOf(database),
    diacriticOverrides: createDiacriticOverrides(createDiacriticOverrideRows(database)),
  })
  return { normalise, close: database.close }
}

/** `speaker`, with the accepted forms of a data folder where it has some; nothing is made or changed there. */
export function withDiacriticOverridesOf(home: string, speaker: Speaker): Speaker {
  return withDiacriticOverrides(speaker, async (text, projectId) => {
    const forms = readDiacriticOverrides(home)
    try {
      return await forms.among(text, projectId)
    } finally {
      forms.close()
    }
  })
}
