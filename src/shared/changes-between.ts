import type { Conflict, Script, ScriptLine } from './script.ts'
import { type Change, fieldsThatDiffer, type Place } from './script-changes.ts'
import { settingsBetween } from './settings-changes.ts'

/**
 * The changes that lead from one script to another: `applyChanges(before, changesBetween(before, after))` is `after`. As
 * few lines as possible are moved. What is new comes before what goes, so that any first part of the changes, taken
 * alone, loses nothing that was only moved or cut in two.
 */
export function changesBetween(before: Script, after: Script): Change[] {
  if (before === after) return []
  const title: Change[] =
    before.title === after.title ? [] : [{ kind: 'title', title: after.title }]
  const lines = before.lines === after.lines ? [] : lineChanges(before.lines, after.lines)
  const settings = settingsBetween(before.settings, after.settings)
  return [
    ...title,
    ...(settings ? [{ kind: 'settings', settings } as const] : []),
    ...lines,
    ...conflictChanges(before, after),
  ]
}

function lineChanges(before: readonly ScriptLine[], after: readonly ScriptLine[]): Change[] {
  const known = new Map(before.map((line) => [line.id, line]))
  const kept = new Set(after.map(({ id }) => id))
  const set = after.flatMap((line): Change[] => {
    const old = known.get(line.id)
    const fields = old && old !== line ? fieldsThatDiffer(old, line) : []
    return fields.length > 0 ? [{ kind: 'set', line, fields }] : []
  })
  return [...placed(before, after), ...set, ...removed(before, kept)]
}

/** Lines that are new or have moved, in the order of `after`: the line above each is in place by then. */
function placed(before: readonly ScriptLine[], after: readonly ScriptLine[]): Change[] {
  const indexes = new Map(before.map(({ id }, index) => [id, index]))
  const still = longestRising(after.map(({ id }) => indexes.get(id)))
  const changes: Change[] = []
  let run: ScriptLine[] = []
  const end = (index: number): void => {
    const first = run[0]
    if (!first) return
    changes.push({ kind: 'insert', lines: run, ...between(after, index - run.length, index) })
    run = []
  }
  for (const [index, line] of after.entries()) {
    if (!indexes.has(line.id)) {
      run.push(line)
      continue
    }
    end(index)
    if (!still.has(index))
      changes.push({ kind: 'move', id: line.id, ...between(after, index, index + 1) })
  }
  end(after.length)
  return changes
}

/** The neighbours of the lines from `start` to before `end`. */
function between(lines: readonly ScriptLine[], start: number, end: number): Place {
  return place(lines[start - 1], lines[end])
}

function place(after: ScriptLine | undefined, before: ScriptLine | undefined): Place {
  return { ...(after && { after: after.id }), ...(before && { before: before.id }) }
}

/** The neighbours of a line that goes are the nearest ones that stay. */
function removed(before: readonly ScriptLine[], kept: ReadonlySet<string>): Change[] {
  const below = before.map((): ScriptLine | undefined => undefined)
  let next: ScriptLine | undefined
  for (let index = before.length - 1; index >= 0; index--) {
    below[index] = next
    const line = before[index]
    if (line && kept.has(line.id)) next = line
  }
  let above: ScriptLine | undefined
  return before.flatMap((line, index): Change[] => {
    if (kept.has(line.id)) {
      above = line
      return []
    }
    return [{ kind: 'remove', id: line.id, ...place(above, below[index]) }]
  })
}

function conflictChanges(before: Script, after: Script): Change[] {
  const old = new Map((before.conflicts ?? []).map((conflict) => [conflict.id, conflict]))
  const open = new Set((after.conflicts ?? []).map(({ id }) => id))
  const lines = new Set(after.lines.map(({ id }) => id))
  const contested = (after.conflicts ?? []).filter((conflict) => {
    const known = old.get(conflict.id)
    return !known || !sameConflict(known, conflict)
  })
  // A line takes its conflicts with it.
  const settled = [...old.values()].filter(
    (conflict) =>
      !open.has(conflict.id) && (conflict.kind === 'title' || lines.has(conflict.line.id)),
  )
  return [
    ...contested.map((conflict): Change => ({ kind: 'contest', conflict })),
    ...settled.map(({ id }): Change => ({ kind: 'settle', id })),
  ]
}

function sameConflict(one: Conflict, other: Conflict): boolean {
  if (one === other) return true
  if (one.kind === 'title') return other.kind === 'title' && one.title === other.title
  return other.kind === 'line' && fieldsThatDiffer(one.line, other.line).length === 0
}

/** The places of a longest rising subsequence (https://en.wikipedia.org/wiki/Longest_increasing_subsequence); undefined is passed over. */
function longestRising(values: readonly (number | undefined)[]): ReadonlySet<number> {
  const ends: number[] = []
  const previous = new Map<number, number | undefined>()
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous.set(index, ends[low - 1])
    ends[low] = index
  }
  const rising = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) rising.add(at)
  return rising
}
