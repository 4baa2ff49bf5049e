import type { Speaker } from '#speech/speaker.ts'
import { withAcceptedForms } from '#speech/worker/with-accepted-forms.ts'
import { createStoredForms } from '#storage/db/accepted-forms.ts'
import { readDatabase } from '#storage/db/database.ts'
import { libraryOf } from '#storage/home.ts'
import { openHeld } from '#storage/open-held.ts'
import { type AcceptedForms, createAcceptedForms } from './accepted-forms.ts'

/** The accepted forms of a data folder, to change them; `close` when done. Throws AppError('storage/failed') and ('storage/busy'). */
export function openAcceptedForms(home: string): AcceptedForms & { close(): void } {
  const { database, close } = openHeld(home)
  return { ...createAcceptedForms(createStoredForms(database)), close }
}

/** The accepted forms of a data folder where it has some, to read them; nothing is made or changed there. */
export function readAcceptedForms(home: string): Pick<AcceptedForms, 'among'> & { close(): void } {
  const database = readDatabase(libraryOf(home))
  if (!database) return { among: () => [], close: () => undefined }
  const { among } = createAcceptedForms(createStoredForms(database))
  return { among, close: database.close }
}

/** `speaker`, with the accepted forms of a data folder where it has some; nothing is made or changed there. */
export function withAcceptedFormsOf(home: string, speaker: Speaker): Speaker {
  return withAcceptedForms(speaker, (text, projectId) => {
    const forms = readAcceptedForms(home)
    try {
      return forms.among(text, projectId)
    } finally {
      forms.close()
    }
  })
}
