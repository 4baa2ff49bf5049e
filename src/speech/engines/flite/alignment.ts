/** Start and end in seconds. */
export interface TimeSpan {
  readonly start: number
  readonly end: number
}

/** A phone as the base voice realised it, with its time span. */
export interface RealisedPhone extends TimeSpan {
  readonly phone: string
}

const VOWELS = /^[aeiou]/
const GAP_COST = 1

/**
 * Aligns planned phones with the realised ones, by minimum edit distance (Needleman & Wunsch 1970): flite's
 * post-lexical rules may change, drop or add a phone. A dropped phone gets an empty span; an added one lengthens its
 * neighbour. `planned`: base phones. Time and memory are proportional to planned × realised, of one sentence each.
 */
export function alignPhones(
  planned: readonly string[],
  realised: readonly RealisedPhone[],
): TimeSpan[] {
  const same =
    planned.length === realised.length && planned.every((phone, i) => phone === realised[i]!.phone)
  if (same) return realised.map(({ start, end }) => ({ start, end }))
  const operations = editPath(planned, realised)
  const spans: TimeSpan[] = []
  let at = 0
  for (const operation of operations) {
    const here = realised[Math.min(at, realised.length - 1)]
    const last = spans.at(-1)
    if (operation === 'drop') {
      const edge = last?.end ?? here?.start ?? 0
      spans.push({ start: edge, end: edge })
      continue
    }
    at++
    if (!here) continue
    if (operation === 'match')
      spans.push({ start: last?.end === here.start ? last.end : here.start, end: here.end })
    else if (last) spans[spans.length - 1] = { start: last.start, end: here.end }
  }
  return spans
}

type EditOperation = 'match' | 'drop' | 'add'

function editPath(planned: readonly string[], realised: readonly RealisedPhone[]): EditOperation[] {
  const columns = realised.length + 1
  const cost = new Float64Array((planned.length + 1) * columns)
  for (let j = 1; j < columns; j++) cost[j] = j * GAP_COST
  for (let i = 1; i <= planned.length; i++) {
    cost[i * columns] = i * GAP_COST
    for (let j = 1; j < columns; j++) {
      const match =
        cost[(i - 1) * columns + j - 1]! + difference(planned[i - 1]!, realised[j - 1]!.phone)
      const drop = cost[(i - 1) * columns + j]! + GAP_COST
      const add = cost[i * columns + j - 1]! + GAP_COST
      cost[i * columns + j] = Math.min(match, drop, add)
    }
  }
  const operations: EditOperation[] = []
  let i = planned.length
  let j = realised.length
  while (i > 0 || j > 0) {
    const here = cost[i * columns + j]!
    if (
      i > 0 &&
      j > 0 &&
      here ===
        cost[(i - 1) * columns + j - 1]! + difference(planned[i - 1]!, realised[j - 1]!.phone)
    ) {
      operations.push('match')
      i--
      j--
    } else if (i > 0 && here === cost[(i - 1) * columns + j]! + GAP_COST) {
      operations.push('drop')
      i--
    } else {
      operations.push('add')
      j--
    }
  }
  return operations.reverse()
}

/** Substitution cost: a vowel is taken for another vowel more readily than for a consonant. */
function difference(planned: string, realised: string): number {
  if (planned === realised) return 0
  return VOWELS.test(planned) === VOWELS.test(realised) ? 0.5 : 1.5
}
