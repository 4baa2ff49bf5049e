export type SaveState = 'saved' | 'pending' | 'saving' | 'failed'

/** Keeps a document saved: a moment after its first edit, whatever is typed meanwhile, and again after a failure. */
export interface Autosave {
  /** There is something new to save. */
  changed(): void
  /** Save now what is waiting. Resolves when it is saved or has failed. */
  flush(): Promise<void>
}

export interface AutosaveOptions {
  /** Saves what is unsaved; answers whether there is more by now. */
  readonly save: () => Promise<boolean>
  /** Keeps what is unsaved where a crash does not reach it, until it is saved. */
  readonly storeDraft: () => void
  readonly onState: (state: SaveState, reason?: unknown) => void
}

/** The longest time from an edit to its save, beside the save itself, and from a failed save to the next. Milliseconds. */
export const AUTOSAVE = { waitMs: 150, retryMs: 5_000 } as const

/** One save at a time. A failure is told with its reason and tried again, so no edit is ever dropped. */
export function createAutosave({ save, storeDraft, onState }: AutosaveOptions): Autosave {
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDirty = false
  let isWaiting = false

  const schedule = (delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isWaiting = false
      storeDraft()
      void flush()
    }, delayMs)
  }

  const saveAll = async (): Promise<void> => {
    onState('saving')
    try {
      while (isDirty) {
        isDirty = false
        if (await save()) isDirty = true
      }
      onState('saved')
    } catch (reason) {
      isDirty = true
      onState('failed', reason)
      if (!isWaiting) schedule(AUTOSAVE.retryMs)
    }
  }

  const flush = (): Promise<void> => {
    if (!isDirty) return running ?? Promise.resolve()
    running ??= saveAll().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    changed() {
      isDirty = true
      if (!running) onState('pending')
      if (isWaiting) return
      isWaiting = true
      schedule(AUTOSAVE.waitMs)
    },
    flush,
  }
}
