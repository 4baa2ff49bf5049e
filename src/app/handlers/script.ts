import type { EmitEvent, Handlers } from '#shared/api.ts'
import { AppError } from '#shared/errors.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'
import type { SaveRequest, Scripts } from '#storage/db/scripts.ts'

/** Interval of polling for saves by other processes, in milliseconds. */
const POLL_INTERVAL_MS = 1_000

type ScriptMethod = Extract<keyof Handlers, `script.${string}`>

/** Windows that have the script open: each receives what the others save. */
export interface ScriptWindows {
  connect(emit: EmitEvent): { readonly handlers: Pick<Handlers, ScriptMethod>; close(): void }
  close(): void
}

/** Handlers about the script, for all windows of this process. */
export function createScriptWindows(
  scripts: Scripts,
  retryWhileBusy: RetryWhileBusy,
  onBug: (error: unknown) => void,
): ScriptWindows {
  const windows = new Set<EmitEvent>()
  let polling: NodeJS.Timeout | undefined
  /** Revision of the last change that was emitted to the windows. */
  let emittedRevision: number | undefined

  const emitChangesSince = (revision: number, except?: EmitEvent): void => {
    const { scriptId } = scripts.load()
    const entries = [...(scripts.since(revision) ?? [])]
    const last = entries.at(-1)
    if (!last) return
    emittedRevision = last.revision
    for (const emit of windows)
      if (emit !== except) emit('script.changed', { scriptId, base: revision, entries })
  }

  const poll = (): void => {
    if (windows.size === 0) return
    try {
      const { revision } = scripts.load()
      emittedRevision ??= revision
      // A library that was put back to an earlier time is reported when its windows save.
      if (revision > emittedRevision) emitChangesSince(emittedRevision)
    } catch (error) {
      // A library that is locked or gone is reported to whoever saves.
      if (!(error instanceof AppError)) onBug(error)
    }
  }

  const save = (request: SaveRequest, by: EmitEvent) => {
    const before = scripts.load().revision
    const saved = scripts.save(request)
    if (saved.outcome !== 'unknown-base' && saved.revision > before)
      emitChangesSince(emittedRevision ?? before, by)
    return saved
  }

  return {
    connect(emit) {
      windows.add(emit)
      polling ??= setInterval(poll, POLL_INTERVAL_MS).unref()
      return {
        handlers: {
          'script.load': async () => scripts.load(),
          'script.save': async (request) => {
            const saved = await retryWhileBusy(() => save(request, emit))
            return saved.outcome === 'merged' ? { ...saved, entries: [...saved.entries] } : saved
          },
        },
        close() {
          windows.delete(emit)
        },
      }
    },
    close() {
      clearInterval(polling)
    },
  }
}
