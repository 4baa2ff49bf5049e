import { type Input, methods } from '#shared/api.ts'

/** A save that the engine has not confirmed: what is needed to make it after a crash, by whichever window comes next. */
export type ScriptDraft = Input<'script.save'>

/** Each window keeps its own draft of a script. */
const storageKey = ({ scriptId, window }: Pick<ScriptDraft, 'scriptId' | 'window'>): string =>
  `griot.draft ${scriptId} ${window}`

/** Keeps a draft in place of the window's last one. Throws where the browser's store is full or closed. */
export function saveScriptDraft(draft: ScriptDraft): void {
  localStorage.setItem(storageKey(draft), JSON.stringify(draft))
}

/** Forgets the draft of a window. */
export function deleteScriptDraft(draft: Pick<ScriptDraft, 'scriptId' | 'window'>): void {
  localStorage.removeItem(storageKey(draft))
}

/** The drafts that windows have left of a script; what cannot be read is passed over. */
export function loadScriptDrafts(scriptId: string): readonly ScriptDraft[] {
  const prefix = storageKey({ scriptId, window: '' })
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
  return keys.flatMap((key) => {
    if (!key?.startsWith(prefix)) return []
    const draft = methods['script.save'].input.safeParse(parseJson(localStorage.getItem(key)))
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
