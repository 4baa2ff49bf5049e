import { applyChanges } from './apply-changes.ts'
import { changesBetween } from './changes-between.ts'
import { mergeChanges } from './merge-changes.ts'
import { asSeenBy, asStored } from './own-view.ts'
import type { Script, ScriptLine } from './script.ts'
import {
  type Change,
  type ChangeOf,
  type Entry,
  fieldsThatDiffer,
  LINE_FIELDS,
} from './script-changes.ts'

/** A script in a window: what the host has confirmed, and what the window shows, with edits that are not saved yet. */
export interface LiveScript {
  readonly window: string
  readonly scriptId: string
  readonly revision: number
  readonly confirmed: Script
  readonly shown: Script
}

/** A script as it was loaded, with no edits yet. */
export function openLiveScript(
  window: string,
  loaded: { readonly scriptId: string; readonly revision: number; readonly script: Script },
): LiveScript {
  const { scriptId, revision, script } = loaded
  return { window, scriptId, revision, confirmed: script, shown: asSeenBy(window, script) }
}

/** Changes to save: from the host's script to the one that the window shows. */
export function unsavedChanges(live: LiveScript): Change[] {
  return changesBetween(live.confirmed, targetOf(live))
}

function targetOf({ window, confirmed, shown }: LiveScript): Script {
  return asStored(window, shown, confirmed)
}

/** The window's save was taken as it was sent. */
export function keptAt(live: LiveScript, revision: number, sent: readonly Change[]): LiveScript {
  return { ...live, revision, confirmed: applyChanges(live.confirmed, sent) }
}

/** The script after what others, and the window itself, have saved; what is known already is passed over. */
export function received(live: LiveScript, entries: readonly Entry[]): LiveScript {
  return entries.reduce((now, entry) => {
    if (entry.revision <= now.revision) return now
    const { revision, window, changes } = entry
    if (window === now.window) return keptAt(now, revision, changes)
    return { ...withTheirs(now, changes), revision }
  }, live)
}

/**
 * The script after a time away, or where it was put back to an earlier time: whatever differs from what the window knew
 * was done by others, except what it had `sent` itself without hearing the answer.
 */
export function loadedAgain(
  live: LiveScript,
  loaded: { readonly scriptId: string; readonly revision: number; readonly script: Script },
  sent: readonly Change[],
): { readonly live: LiveScript; readonly theirs: readonly Change[] } {
  const { scriptId, revision, script } = loaded
  const arrived = sent.filter((change) => isIn(script, change))
  const known = { ...live, confirmed: applyChanges(live.confirmed, arrived) }
  const theirs = changesBetween(known.confirmed, script)
  const next = { ...withTheirs(known, theirs), scriptId, revision, confirmed: script }
  return { live: next, theirs }
}

/** Whether a script looks as if a change was taken. */
function isIn({ lines, title }: Script, change: Change): boolean {
  const find = (id: string): ScriptLine | undefined => lines.find((line) => line.id === id)
  switch (change.kind) {
    case 'title':
      return change.title === title
    case 'insert':
      return change.lines.some(({ id }) => find(id))
    case 'remove':
      return !find(change.id)
    case 'set': {
      const line = find(change.line.id)
      return line !== undefined && isSet(line, change)
    }
    case 'move':
    case 'settings':
    case 'contest':
    case 'settle':
      return false
  }
}

function isSet(line: ScriptLine, { line: sent, fields }: ChangeOf<'set'>): boolean {
  const differing = fieldsThatDiffer(line, sent)
  return !fields.some((field) => differing.includes(field))
}

function withTheirs(live: LiveScript, theirs: readonly Change[]): LiveScript {
  const mine = mergeChanges(theirs, unsavedChanges(live), live.window)
  const confirmed = applyChanges(live.confirmed, theirs)
  const seen = asSeenBy(live.window, applyChanges(confirmed, mine))
  return { ...live, confirmed, shown: withSameLines(seen, live.shown) }
}

/** Lines that are as they were stay the same objects, so that nothing is drawn anew for them. */
function withSameLines(script: Script, before: Script): Script {
  const known = new Map(before.lines.map((line) => [line.id, line]))
  const lines = script.lines.map((line) => {
    const old = known.get(line.id)
    return old && fieldsThatDiffer(old, line).length === 0 ? old : line
  })
  return { ...script, lines }
}

/**
 * The script with changes that were never saved, made on a script that nobody knows any more: whatever they touch counts
 * as changed by others, so that nothing is written over and nothing deleted without a question.
 */
export function withUnsaved(live: LiveScript, changes: readonly Change[]): LiveScript {
  const assumed = changes.flatMap((change) => othersMayHave(live.confirmed, change))
  const mine = mergeChanges(assumed, changes, live.window)
  return { ...live, shown: asSeenBy(live.window, applyChanges(live.confirmed, mine)) }
}

function othersMayHave({ lines, title }: Script, change: Change): Change[] {
  if (change.kind === 'title') return [{ kind: 'title', title }]
  if (change.kind !== 'set' && change.kind !== 'remove') return []
  const id = change.kind === 'set' ? change.line.id : change.id
  const line = lines.find((known) => known.id === id)
  if (line) return [{ kind: 'set', line, fields: [...LINE_FIELDS] }]
  const last = lines.at(-1)
  return [{ kind: 'remove', id, ...(last && { after: last.id }) }]
}

/**
 * An earlier or later state of a script that a window may go back to, after others have changed the script: what they
 * did stays done. Lines over which the window has a question keep what they had.
 */
export function rebased(
  state: Script,
  theirs: readonly Change[],
  { window, shown }: Pick<LiveScript, 'window' | 'shown'>,
): Script {
  const { conflicts = [] } = shown
  const own = conflicts.filter(({ by }) => by === window)
  const contested = new Set(own.flatMap((one) => (one.kind === 'line' ? [one.line.id] : [])))
  const isTitleContested = own.some(({ kind }) => kind === 'title')
  const fitting = theirs.filter((change) => {
    if (change.kind === 'title') return !isTitleContested
    return change.kind !== 'set' || !contested.has(change.line.id)
  })
  const { title, lines } = applyChanges(state, fitting)
  return {
    ...{ title, lines },
    ...(shown.settings && { settings: shown.settings }),
    ...(conflicts.length > 0 && { conflicts }),
  }
}

/**
 * The part of the changes that goes into one message: at least one change, and no more letters than `limit` where that
 * can be helped. What is left out is found again by comparing what was saved with what is shown.
 */
export function firstPart(changes: readonly Change[], limit: number): Change[] {
  const part: Change[] = []
  let room = limit
  for (const change of changes) {
    const fitted = change.kind === 'insert' ? firstLines(change, room) : change
    const letters = JSON.stringify(fitted).length
    if (part.length > 0 && letters > room) break
    part.push(fitted)
    if (fitted !== change) break
    room -= letters
  }
  return part
}

/** Whether all of the changes go into one message of `limit` letters. */
export function fitsAtOnce(changes: readonly Change[], limit: number): boolean {
  const part = firstPart(changes, limit)
  return part.length === changes.length && part.at(-1) === changes.at(-1)
}

function firstLines(insert: ChangeOf<'insert'>, limit: number): ChangeOf<'insert'> {
  let room = limit
  const lines = insert.lines.filter((line, index) => {
    room -= JSON.stringify(line).length
    return index === 0 || room >= 0
  })
  return lines.length === insert.lines.length ? insert : { ...insert, lines }
}
