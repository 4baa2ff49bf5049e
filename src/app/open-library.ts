import { randomBytes } from 'node:crypto'
import type { Speaker } from '#speech/speaker.ts'
import { withPronunciations } from '#speech/worker/with-pronunciations.ts'
import { withVoices } from '#speech/worker/with-voices.ts'
import { type Database, readDatabase } from '#storage/db/database.ts'
import { createPronunciations } from '#storage/db/pronunciations.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { libraryOf } from '#storage/home.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { openShared } from '#storage/open-shared.ts'
import type { Access } from './access/access.ts'
import { createAccess } from './access/create-access.ts'
import { createVoicesInUse } from './custom-voices/voices-in-use.ts'
import { createDictionary, type Dictionary, WORD_KEYS } from './dictionary.ts'

/** The dictionary of a data folder, to change it; `close` when done. Throws AppError('storage/failed') and ('storage/busy'). */
export function openDictionary(home: string): Dictionary & { close(): void } {
  const { database, close } = openShared(home)
  return { ...dictionaryOf(database), close }
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
    close() {
      access.close()
      close()
    },
  }
}

/** `speaker`, with the dictionary of a data folder where it has one; nothing is made or changed there. */
export function withDictionaryOf(home: string, speaker: Speaker): Speaker {
  return withPronunciations(speaker, (text, projectId) => {
    const database = readDatabase(libraryOf(home))
    if (!database) return []
    try {
      return dictionaryOf(database).entriesFor(text, projectId)
    } finally {
      database.close()
    }
  })
}

/** `speaker`, with the custom voices of a data folder where it has some; nothing is made or changed there. */
export function withVoicesOf(home: string, speaker: Speaker): Speaker {
  return withVoices(speaker, (account, id) => {
    const database = readDatabase(libraryOf(home))
    if (!database) return undefined
    const used = createVoicesInUse(createStoredVoices(database)).borrow(account, id)
    if (!used) {
      database.close()
      return undefined
    }
    return {
      ...used,
      end() {
        used.end()
        database.close()
      },
    }
  })
}

/** The dictionary of an open library. */
export function dictionaryOf(database: Database): Dictionary {
  return createDictionary(createPronunciations(database, WORD_KEYS))
}
