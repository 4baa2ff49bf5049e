import { mergeChanges } from '#shared/merge-changes.ts'
import type { Script } from '#shared/script.ts'
import type { Change, Entry } from '#shared/script-changes.ts'

/** A script as it is stored. `scriptId`: the id of its project; `revision` counts what was saved. */
export interface StoredScript {
  readonly scriptId: string
  readonly revision: number
  readonly script: Script
}

/** Changes of one window to the script as it was at revision `base`, with this save's number among its own. */
export interface SaveRequest extends Pick<StoredScript, 'scriptId'>, Omit<Entry, 'revision'> {
  readonly base: number
}

/**
 * Result of a save. `merged`: others had saved since `base`; `entries` holds everything since then, the window's own
 * changes last. `unknown-base`: nothing was saved, because the changes since `base` are not known here.
 */
export type Saved =
  | { readonly outcome: 'kept'; readonly revision: number }
  | { readonly outcome: 'merged'; readonly revision: number; readonly entries: readonly Entry[] }
  | { readonly outcome: 'unknown-base' }

/** The changes of a request as they are to be taken after what it missed: none where its number has come already. */
export function mergedAfter(missed: readonly Entry[], request: SaveRequest): Change[] {
  const { window, number, changes } = request
  if (missed.some((entry) => entry.window === window && entry.number >= number)) return []
  const theirs = missed.filter((entry) => entry.window !== window)
  return mergeChanges(changesOf(theirs), changes, window)
}

/** What a save answers that has missed some entries and added its own. */
export function outcomeOf(
  missed: readonly Entry[],
  own: readonly Entry[],
  revision: number,
): Saved {
  if (missed.length === 0) return { outcome: 'kept', revision }
  return { outcome: 'merged', revision, entries: [...missed, ...own] }
}

/** All changes of some entries, in order. */
export function changesOf(entries: readonly Entry[]): Change[] {
  return entries.flatMap(({ changes }) => changes)
}
