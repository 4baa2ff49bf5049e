import { z } from 'zod'
import { type Input, methods } from '#shared/api.ts'

/**
 * Save that the backend has not confirmed, with all that another window needs to repeat it after a crash. `at`: when it was
 * stored, in ISO 8601. `left`: its page was left in order, as by a reload.
 */
export type ScriptDraft = Input<'script.save'> & {
  readonly at?: string | undefined
  readonly left?: true | undefined
}

const Stored = methods['script.save'].input.extend({
  at: z.iso.datetime().optional(),
  left: z.literal(true).optional(),
})

/** Each window stores its own draft of a script. */
const storageKey = ({ scriptId, window }: Pick<ScriptDraft, 'scriptId' | 'window'>): string =>
  `griot.draft ${scriptId} ${window}`

/** Stores a draft in place of the window's last one. Throws if the browser's storage is full or disabled. */
export function saveScriptDraft(draft: ScriptDraft): void {
  localStorage.setItem(storageKey(draft), JSON.stringify(draft))
}

/** Deletes the draft of a window. */
export function deleteScriptDraft(draft: Pick<ScriptDraft, 'scriptId' | 'window'>): void {
  localStorage.removeItem(storageKey(draft))
}

/** Drafts of a script that windows have left behind. Unreadable ones are skipped. */
export function loadScriptDrafts(scriptId: string): readonly ScriptDraft[] {
  const prefix = storageKey({ scriptId, window: '' })
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
  return keys.flatMap((key) => {
    if (!key?.startsWith(prefix)) return []
    const draft = Stored.safeParse(parseJson(localStorage.getItem(key)))
    return draft.success ? [draft.data] : []
  })
}

function parseJson(json: string | null): unknown {
  try {
    return JSON.parse(json ?? '')
  } catch {
    return undefined
  }
}
