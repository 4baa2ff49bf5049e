export type SaveState = 'saved' | 'pending' | 'saving' | 'failed'

/** Saves a document shortly after its first edit, even while typing continues, and again after a failure. */
export interface Autosave {
  /** Reports that there is something new to save. */
  changed(): void
  /** Saves pending edits now. Resolves when they are saved or the save has failed. */
  flush(): Promise<void>
}

export interface AutosaveOptions {
  /** Saves pending edits; resolves to whether more may be pending. */
  readonly save: () => Promise<boolean>
  /** Stores unsaved edits where they survive a crash. */
  readonly storeDraft: () => void
  readonly onState: (state: SaveState, reason?: unknown) => void
}

/** Longest time from an edit to the start of its save, and from a failed save to the next attempt, in milliseconds. */
export const AUTOSAVE = { waitMs: 150, retryMs: 5_000 } as const

/** Creates an autosave with one save at a time. A failure is reported and retried, so no edit is dropped. */
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
