export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed'

/** Keeps a document saved: once it has been still for a moment, at once when asked, again after a failure. */
export interface Autosave<T> {
  /** There is a newer document. */
  changed(document: T): void
  /** Save now what is waiting. Resolves when it is saved or has failed. */
  flush(): Promise<void>
  /** What the engine has not confirmed yet, if anything. */
  unsaved(): T | undefined
}

/** How long a document is left alone after the last edit, and before a failed save is tried again. Milliseconds. */
export const AUTOSAVE = { stillMs: 400, retryMs: 5_000 } as const

/**
 * One save at a time, always the newest document. `tell` hears each change of state; a failure is told with its
 * reason and tried again, so no edit is ever dropped.
 */
export function createAutosave<T>(
  save: (document: T) => Promise<unknown>,
  tell: (state: SaveState, reason?: unknown) => void,
): Autosave<T> {
  let pending: { readonly document: T } | undefined
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const later = (delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), delayMs)
  }

  const saveNewest = async (): Promise<void> => {
    while (pending) {
      const sent = pending
      tell('saving')
      try {
        await save(sent.document)
      } catch (reason) {
        tell('failed', reason)
        later(AUTOSAVE.retryMs)
        return
      }
      if (pending === sent) pending = undefined
    }
    tell('saved')
  }

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    if (!pending) return running
    running ??= saveNewest().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    changed(document) {
      pending = { document }
      tell('waiting')
      later(AUTOSAVE.stillMs)
    },
    flush,
    unsaved: () => pending?.document,
  }
}
