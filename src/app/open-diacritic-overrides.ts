import type { Speaker } from '#speech/speaker.ts'
import { withDiacriticOverrides } from '#speech/worker/with-diacritic-overrides.ts'
import { readDatabase } from '#storage/db/database.ts'
import { createDiacriticOverrideRows } from '#storage/db/diacritic-overrides.ts'
import { libraryOf } from '#storage/home.ts'
import { openShared } from '#storage/open-shared.ts'
import { createDiacriticOverrides, type DiacriticOverrides } from './diacritic-overrides.ts'

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

/** `speaker`, with the accepted forms of a data folder where it has some; nothing is made or changed there. */
export function withDiacriticOverridesOf(home: string, speaker: Speaker): Speaker {
  return withDiacriticOverrides(speaker, (text, projectId) => {
    const forms = readDiacriticOverrides(home)
    try {
      return forms.among(text, projectId)
    } finally {
      forms.close()
    }
  })
}
