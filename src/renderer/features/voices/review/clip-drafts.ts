import { z } from 'zod'
import { LANGUAGES } from '#shared/voices.ts'

/** What a person has said about a recording of which no voice has been made yet. */
const ClipDraft = z.object({
  name: z.string(),
  transcript: z.string(),
  /** Empty: told by the words. */
  language: z.enum([...LANGUAGES.map(({ code }) => code), '']),
})
export type ClipDraft = z.infer<typeof ClipDraft>

const STORAGE_KEY = 'griot.clip-drafts'
const MAX_DRAFTS = 20

/** What was written about a clip before the page was closed. */
export function loadClipDraft(clipId: string): ClipDraft | undefined {
  return loadDrafts().find(([id]) => id === clipId)?.[1]
}

/** Keep what is written about a clip on this device, for when it is gone on with. */
export function saveClipDraft(clipId: string, draft: ClipDraft): void {
  storeDrafts([[clipId, draft], ...loadDrafts().filter(([id]) => id !== clipId)])
}

/** Forget what was written about a clip. */
export function deleteClipDraft(clipId: string): void {
  storeDrafts(loadDrafts().filter(([id]) => id !== clipId))
}

function loadDrafts(): readonly (readonly [string, ClipDraft])[] {
  const stored = localStorage.getItem(STORAGE_KEY)
  if (stored === null) return []
  try {
    return z.array(z.tuple([z.string(), ClipDraft])).parse(JSON.parse(stored))
  } catch {
    // Written by another version: the recordings themselves are with the engine.
    return []
  }
}

function storeDrafts(known: readonly (readonly [string, ClipDraft])[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(known.slice(0, MAX_DRAFTS)))
  } catch {
    // The browser's store is full or closed: what was written stays on the screen.
    return
  }
}
