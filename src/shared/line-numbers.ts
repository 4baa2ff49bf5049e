import type { ScriptLine } from '#shared/script.ts'

/**
 * Number of every line and of every chapter, by its id. Both are counted from 1, each for itself: headings of chapters do not count as
 * lines.
 */
export function lineNumbers(lines: readonly ScriptLine[]): ReadonlyMap<string, number> {
  const known = numbers.get(lines)
  if (known) return known
  const counted = new Map<string, number>()
  let spoken = 0
  let chapters = 0
  for (const { id, kind } of lines) {
    if (kind === 'chapter') chapters += 1
    else spoken += 1
    counted.set(id, kind === 'chapter' ? chapters : spoken)
  }
  numbers.set(lines, counted)
  return counted
}

/** Scripts are immutable, so their numbers can be cached. */
const numbers = new WeakMap<readonly ScriptLine[], ReadonlyMap<string, number>>()
