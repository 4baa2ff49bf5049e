import type { Handlers, Tell } from '#shared/api.ts'
import { AppError } from '#shared/errors.ts'
import type { SaveOrder, Scripts } from '#storage/db/scripts.ts'
import type { UntilFree } from '#storage/db/until-free.ts'

/** How often is looked for what another program has saved into the same library. Milliseconds. */
const LOOK_EVERY_MS = 1_000

type ScriptMethod = Extract<keyof Handlers, `script.${string}`>

/** The windows that have the script open: each hears what the others save. */
export interface ScriptWindows {
  connect(tell: Tell): { readonly handlers: Pick<Handlers, ScriptMethod>; close(): void }
  close(): void
}

/** The contract's part about the script, for all windows of this program. */
export function createScriptWindows(
  scripts: Scripts,
  untilFree: UntilFree,
  onBug: (error: unknown) => void,
): ScriptWindows {
  const windows = new Set<Tell>()
  let looking: NodeJS.Timeout | undefined
  /** Up to where every window was told. */
  let told: number | undefined

  const tellSince = (revision: number, except?: Tell): void => {
    const { scriptId } = scripts.load()
    const entries = [...(scripts.since(revision) ?? [])]
    const last = entries.at(-1)
    if (!last) return
    told = last.revision
    for (const tell of windows)
      if (tell !== except) tell('script.changed', { scriptId, base: revision, entries })
  }

  const look = (): void => {
    if (windows.size === 0) return
    try {
      const { revision } = scripts.load()
      told ??= revision
      // A library that was put back to an earlier time is told of when its windows save.
      if (revision > told) tellSince(told)
    } catch (error) {
      // A library that is locked or gone is told to whoever saves.
      if (!(error instanceof AppError)) onBug(error)
    }
  }

  const save = (order: SaveOrder, by: Tell) => {
    const before = scripts.load().revision
    const saved = scripts.save(order)
    if (saved.outcome !== 'unknown-base' && saved.revision > before) tellSince(told ?? before, by)
    return saved
  }

  return {
    connect(tell) {
      windows.add(tell)
      looking ??= setInterval(look, LOOK_EVERY_MS).unref()
      return {
        handlers: {
          'script.load': async () => scripts.load(),
          'script.save': async (order) => {
            const saved = await untilFree(() => save(order, tell))
            return saved.outcome === 'merged' ? { ...saved, entries: [...saved.entries] } : saved
          },
        },
        close() {
          windows.delete(tell)
        },
      }
    },
    close() {
      clearInterval(looking)
    },
  }
}
