import type { HeardWord } from '#inference/runtimes/runtime.ts'
import type { WhisperTokens } from './tokens.ts'

/** Text between two tokens of time. */
export interface Segment {
  readonly ids: readonly number[]
  readonly start: number
  readonly end: number
}

/** Parts an answer at its tokens of time. What has none lasts to the end of the sound. `seconds`: length of the sound. */
export function segmentsOf(
  ids: readonly number[],
  tokens: WhisperTokens,
  seconds: number,
): readonly Segment[] {
  const segments: Segment[] = []
  let open: number[] = []
  let start = 0
  for (const id of ids) {
    const time = tokens.secondsOf(id)
    if (time === undefined) {
      if (tokens.isText(id)) open.push(id)
      continue
    }
    const at = Math.min(time, seconds)
    if (open.length > 0) segments.push({ ids: open, start, end: Math.max(at, start) })
    open = []
    start = at
  }
  if (open.length > 0) segments.push({ ids: open, start, end: Math.max(seconds, start) })
  return segments
}

/** Whisper's graphs tell no times of words: they are estimated, in proportion to their letters. */
export function estimatedWords(
  text: string,
  start: number,
  end: number,
): readonly Omit<HeardWord, 'averageLogProbability'>[] {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  // A letter for the gap behind every word.
  const total = words.reduce((sum, word) => sum + word.length + 1, 0)
  let passed = 0
  return words.map((word) => {
    const from = start + ((end - start) * passed) / total
    passed += word.length + 1
    return { text: word, start: from, end: start + ((end - start) * passed) / total }
  })
}
