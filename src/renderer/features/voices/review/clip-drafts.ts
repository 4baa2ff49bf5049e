import { z } from 'zod'
import { LANGUAGES } from '#shared/languages/languages.ts'

/** User's entries for a recording from which no voice has been created yet. */
const ClipDraft = z.object({
  name: z.string(),
  transcript: z.string(),
  /** Empty: detected from the transcript. */
  language: z.enum([...LANGUAGES.map(({ code }) => code), '']),
})
export type ClipDraft = z.infer<typeof ClipDraft>

const STORAGE_KEY = 'griot.clip-drafts'
const MAX_DRAFTS = 20

/** Loads the draft of a clip. */
export function loadClipDraft(clipId: string): ClipDraft | undefined {
  return loadDrafts().find(([id]) => id === clipId)?.[1]
}

/** Stores the draft of a clip on this device. */
export function saveClipDraft(clipId: string, draft: ClipDraft): void {
  storeDrafts([[clipId, draft], ...loadDrafts().filter(([id]) => id !== clipId)])
}

/** Deletes the draft of a clip. */
export function deleteClipDraft(clipId: string): void {
  storeDrafts(loadDrafts().filter(([id]) => id !== clipId))
}

function loadDrafts(): readonly (readonly [string, ClipDraft])[] {
  const stored = localStorage.getItem(STORAGE_KEY)
  if (stored === null) return []
  try {
    return z.array(z.tuple([z.string(), ClipDraft])).parse(JSON.parse(stored))
  } catch {
    // The drafts are from another version; the recordings themselves are in the backend.
    return []
  }
}

function storeDrafts(known: readonly (readonly [string, ClipDraft])[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(known.slice(0, MAX_DRAFTS)))
  } catch {
    // The browser's storage is full or disabled: the entries stay on the screen.
    return
  }
}
