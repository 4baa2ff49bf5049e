import type { HeardWord } from '#inference/runtimes/runtime.ts'
import type { SymbolSpan } from './align.ts'
import type { Tokens } from './tokens.ts'

/** Seconds of one frame. */
export const FRAME_SECONDS = 0.02
/** A word reaches at most this far into the silence beside it, in frames. */
const MOST_WIDENED = 5

/**
 * Words with their times. CTC's peaks are narrow and come late, so a word begins and ends half-way to its neighbours, at
 * most a tenth of a second away.
 */
export function wordsOf(
  ids: readonly number[],
  spans: readonly SymbolSpan[],
  { texts, space }: Tokens,
  frames: number,
): readonly HeardWord[] {
  const groups: { text: string; first: number; last: number; logs: number[] }[] = []
  let isOpen = false
  for (const [at, id] of ids.entries()) {
    const span = spans[at]
    if (id === space || !span) {
      isOpen = false
      continue
    }
    const group = isOpen ? groups.at(-1) : undefined
    if (group) {
      group.text += texts[id] ?? ''
      group.last = span.last
      group.logs.push(span.logProbability)
    } else {
      const { first, last, logProbability } = span
      groups.push({ text: texts[id] ?? '', first, last, logs: [logProbability] })
    }
    isOpen = true
  }
  return groups.map(({ text, first, last, logs }, at) => {
    const before = groups[at - 1]?.last ?? -MOST_WIDENED * 2
    const after = groups[at + 1]?.first ?? frames + MOST_WIDENED * 2
    const start = Math.max(0, first - Math.min(MOST_WIDENED, Math.floor((first - before - 1) / 2)))
    const end = Math.min(
      frames,
      last + 1 + Math.min(MOST_WIDENED, Math.floor((after - last - 1) / 2)),
    )
    return {
      text: text.normalize('NFC'),
      start: start * FRAME_SECONDS,
      end: Math.max(end, start + 1) * FRAME_SECONDS,
      averageLogProbability: logs.reduce((sum, log) => sum + log, 0) / logs.length,
    }
  })
}
