import { type Input, methods } from '#shared/api.ts'

/** A save that the engine has not confirmed: what is needed to make it after a crash, by whichever window comes next. */
export type Draft = Input<'script.save'>

/** Each window keeps its own draft of a script. */
const keyOf = ({ scriptId, window }: Pick<Draft, 'scriptId' | 'window'>): string =>
  `griot.draft ${scriptId} ${window}`

/** Keeps a draft in place of the window's last one. Throws where the browser's store is full or closed. */
export function keepDraft(draft: Draft): void {
  localStorage.setItem(keyOf(draft), JSON.stringify(draft))
}

/** Forgets the draft of a window. */
export function dropDraft(draft: Pick<Draft, 'scriptId' | 'window'>): void {
  localStorage.removeItem(keyOf(draft))
}

/** The drafts that windows have left of a script; what cannot be read is passed over. */
export function draftsOf(scriptId: string): readonly Draft[] {
  const prefix = keyOf({ scriptId, window: '' })
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
  return keys.flatMap((key) => {
    if (!key?.startsWith(prefix)) return []
    const draft = methods['script.save'].input.safeParse(parsed(localStorage.getItem(key)))
    return draft.success ? [draft.data] : []
  })
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? '')
  } catch {
    return undefined
  }
}
