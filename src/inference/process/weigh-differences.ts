import type { Evidence } from '#inference/messages.ts'
import type { ScoreText } from '#inference/runtimes/runtime.ts'
import { compareWords, type WordDifference } from '#shared/words/compare-words.ts'

/** Words of a piece of speech, and how well other words would explain its sound. */
export interface HeardPiece {
  readonly words: readonly string[]
  readonly scoreOf: ScoreText | undefined
}

/** Beyond this, a difference in logarithms says no more. */
const MOST = 1_000

/**
 * Weighs every difference between the words that should be said and those that were heard: the score of the piece with the heard
 * words minus its score with the expected ones in their place (a likelihood ratio, as in rescoring of hypotheses). Differences
 * without a common word between them are also weighed together, since a misheard word end shifts its neighbours; the lesser counts.
 */
export function weighDifferences(
  expected: readonly string[],
  pieces: readonly HeardPiece[],
): Evidence {
  const heard = pieces.flatMap(({ words }) => words)
  const placed = placedPieces(pieces)
  const weighOne = (stretch: Stretch): number | null =>
    weigh(stretch, expected.slice(stretch.from, stretch.to), placed)
  return neighboursOf(compareWords(expected, heard)).flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)]
    if (!first || !last) return []
    if (group.length === 1) return [weighOne(first)]
    const together = weighOne({ ...first, to: last.to, heardTo: last.heardTo })
    return group.map((one) => {
      const alone = weighOne(one)
      return alone === null || together === null ? alone : Math.min(alone, together)
    })
  })
}

type Stretch = Pick<WordDifference, 'from' | 'to' | 'heardFrom' | 'heardTo'>

/** Differences in groups that no common word parts. */
function neighboursOf(differences: readonly WordDifference[]): readonly WordDifference[][] {
  const groups: WordDifference[][] = []
  for (const difference of differences) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before?.to === difference.from && before.heardTo === difference.heardFrom)
      last.push(difference)
    else groups.push([difference])
  }
  return groups
}

interface PlacedPiece extends HeardPiece {
  /** Index of its first word among all, and of the first one behind it. */
  readonly first: number
  readonly end: number
}

function placedPieces(pieces: readonly HeardPiece[]): readonly PlacedPiece[] {
  let first = 0
  return pieces.map((piece) => {
    const placed = { ...piece, first, end: first + piece.words.length }
    first = placed.end
    return placed
  })
}

function weigh(
  { heardFrom, heardTo }: Stretch,
  expected: readonly string[],
  pieces: readonly PlacedPiece[],
): number | null {
  if (heardFrom === heardTo) {
    // At a pause, it may have been said before or behind.
    const beside = pieces.filter(({ first, end }) => first <= heardFrom && heardFrom <= end)
    const found = beside.map((piece) => ratio(piece, heardFrom, heardTo, expected))
    const known = found.filter((value) => value !== null)
    return known.length === 0 ? null : Math.min(...known)
  }
  const inside = pieces.filter(({ first, end }) => first < heardTo && heardFrom < end)
  if (expected.length > 0 && inside.length > 1) return null
  const parts = inside.map((piece) =>
    ratio(piece, Math.max(heardFrom, piece.first), Math.min(heardTo, piece.end), expected),
  )
  if (parts.some((part) => part === null)) return null
  return parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
}

/** Words `from` to before `to` of all, as they were heard, against others in their place. */
function ratio(
  { words, scoreOf, first }: PlacedPiece,
  from: number,
  to: number,
  others: readonly string[],
): number | null {
  const heard = scoreOf?.(words.join(' '))
  const changed = words.toSpliced(from - first, to - from, ...others)
  const expected = scoreOf?.(changed.join(' '))
  if (heard === undefined || expected === undefined) return null
  return Math.min(MOST, heard - expected)
}
