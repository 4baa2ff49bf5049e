import { z } from 'zod'
import { LANGUAGES } from '#shared/voices.ts'

/** What a person has said about a recording of which no voice has been made yet. */
const Draft = z.object({
  name: z.string(),
  transcript: z.string(),
  /** Empty: told by the words. */
  language: z.enum([...LANGUAGES.map(({ code }) => code), '']),
})
export type Draft = z.infer<typeof Draft>

const STORE = 'griot.clip-drafts'
const KEPT = 20

/** What was written about a clip before the page was closed. */
export function draftOf(clipId: string): Draft | undefined {
  return drafts().find(([id]) => id === clipId)?.[1]
}

/** Keep what is written about a clip on this device, for when it is gone on with. */
export function keepDraft(clipId: string, draft: Draft): void {
  store([[clipId, draft], ...drafts().filter(([id]) => id !== clipId)])
}

/** Forget what was written about a clip. */
export function dropDraft(clipId: string): void {
  store(drafts().filter(([id]) => id !== clipId))
}

function drafts(): readonly (readonly [string, Draft])[] {
  const stored = localStorage.getItem(STORE)
  if (stored === null) return []
  try {
    return z.array(z.tuple([z.string(), Draft])).parse(JSON.parse(stored))
  } catch {
    // Written by another version: the recordings themselves are with the engine.
    return []
  }
}

function store(known: readonly (readonly [string, Draft])[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(known.slice(0, KEPT)))
  } catch {
    // The browser's store is full or closed: what was written stays on the screen.
    return
  }
}
