/** Start and end in seconds. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A segment that was heard: its phone and its span. */
export interface HeardPhone extends Span {
  readonly phone: string
}

const VOWELS = /^[aeiou]/
const GAP = 1

/**
 * Give every planned phone its place in what was heard. flite's post-lexical rules may change, drop or add a phone,
 * so the two lists are aligned at least cost (Needleman & Wunsch 1970). A phone that was dropped gets an empty span;
 * one that was added lengthens its neighbour. `planned`: base phones. Linear memory in planned × heard; both are one sentence.
 */
export function alignPhones(planned: readonly string[], heard: readonly HeardPhone[]): Span[] {
  const same =
    planned.length === heard.length && planned.every((phone, i) => phone === heard[i]!.phone)
  if (same) return heard.map(({ start, end }) => ({ start, end }))
  const moves = alignmentMoves(planned, heard)
  const spans: Span[] = []
  let at = 0
  for (const move of moves) {
    const here = heard[Math.min(at, heard.length - 1)]
    const last = spans.at(-1)
    if (move === 'drop') {
      const edge = last?.end ?? here?.start ?? 0
      spans.push({ start: edge, end: edge })
      continue
    }
    at++
    if (!here) continue
    if (move === 'match')
      spans.push({ start: last?.end === here.start ? last.end : here.start, end: here.end })
    else if (last) spans[spans.length - 1] = { start: last.start, end: here.end }
  }
  return spans
}

type Move = 'match' | 'drop' | 'add'

function alignmentMoves(planned: readonly string[], heard: readonly HeardPhone[]): Move[] {
  const columns = heard.length + 1
  const cost = new Float64Array((planned.length + 1) * columns)
  for (let j = 1; j < columns; j++) cost[j] = j * GAP
  for (let i = 1; i <= planned.length; i++) {
    cost[i * columns] = i * GAP
    for (let j = 1; j < columns; j++) {
      const match =
        cost[(i - 1) * columns + j - 1]! + difference(planned[i - 1]!, heard[j - 1]!.phone)
      const drop = cost[(i - 1) * columns + j]! + GAP
      const add = cost[i * columns + j - 1]! + GAP
      cost[i * columns + j] = Math.min(match, drop, add)
    }
  }
  const moves: Move[] = []
  let i = planned.length
  let j = heard.length
  while (i > 0 || j > 0) {
    const here = cost[i * columns + j]!
    if (
      i > 0 &&
      j > 0 &&
      here === cost[(i - 1) * columns + j - 1]! + difference(planned[i - 1]!, heard[j - 1]!.phone)
    ) {
      moves.push('match')
      i--
      j--
    } else if (i > 0 && here === cost[(i - 1) * columns + j]! + GAP) {
      moves.push('drop')
      i--
    } else {
      moves.push('add')
      j--
    }
  }
  return moves.reverse()
}

/** Vowels are taken for other vowels more readily than for consonants. */
function difference(planned: string, heard: string): number {
  if (planned === heard) return 0
  return VOWELS.test(planned) === VOWELS.test(heard) ? 0.5 : 1.5
}
