import { type AcceptedForms, createAcceptedForms } from './accepted-forms.ts'
import { libraryOf } from './home.ts'
import { createStoredForms } from './library/accepted-forms.ts'
import { readDatabase } from './library/database.ts'
import { openHeld } from './open-held.ts'
import type { Speaker } from './speaker/speaker.ts'
import { withAcceptedForms } from './speaker/with-accepted-forms.ts'

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
