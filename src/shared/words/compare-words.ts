import { type AlignedWords, alignWords, likenessOf } from './align-words.ts'
import { foldWord } from './fold-word.ts'

/** In what a reading differs from what should be read. `different`: another word, or a misheard one. */
export const DIFFERENCE_KINDS = ['missing', 'extra', 'repeated', 'different'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** A stretch of words that should be read, and the one that was heard in its place. Either may be empty. */
export interface WordDifference {
  readonly kind: DifferenceKind
  /** Of the words that should be read: from `from` to before `to`. */
  readonly from: number
  readonly to: number
  /** Of the words that were heard. */
  readonly heardFrom: number
  readonly heardTo: number
  /** Share of letters that agree, 0 to 1. */
  readonly similarity: number
}

/** So much of a word must be there again for it to count as repeated. */
const SAME_AGAIN = 0.7

/**
 * The differences between the words that should be read and those that were heard, in order. A word that was heard twice
 * in a row, or a phrase, is `repeated`. Marks, letter case and word spaces are not differences.
 */
export function compareWords(
  expected: readonly string[],
  heard: readonly string[],
): WordDifference[] {
  const differences: WordDifference[] = []
  for (const pair of alignWords(expected, heard)) {
    const found = differenceOf(pair)
    if (!found) continue
    const last = differences.at(-1)
    if (last && isGap(last) && last.kind === found.kind && isNext(last, found))
      differences[differences.length - 1] = { ...last, to: found.to, heardTo: found.heardTo }
    else differences.push(found)
  }
  const folded = { expected: expected.map(foldWord), heard: heard.map(foldWord) }
  return differences.map((difference) =>
    difference.kind === 'extra' && isRepeated(difference, folded)
      ? { ...difference, kind: 'repeated' }
      : difference,
  )
}

function differenceOf({ a, aEnd, b, bEnd, similarity }: AlignedWords): WordDifference | undefined {
  if (similarity === 1) return undefined
  const place = { from: a, to: aEnd, heardFrom: b, heardTo: bEnd, similarity }
  if (b === bEnd) return { kind: 'missing', ...place }
  if (a === aEnd) return { kind: 'extra', ...place }
  return { kind: 'different', ...place }
}

function isGap({ kind }: WordDifference): boolean {
  return kind !== 'different'
}

function isNext(one: WordDifference, other: WordDifference): boolean {
  return one.to === other.from && one.heardTo === other.heardFrom
}

/** Whether the same words, or nearly, stand directly before or behind these: as they were heard, or as they should be read. */
function isRepeated(
  { from, heardFrom, heardTo }: WordDifference,
  { expected, heard }: { readonly expected: readonly string[]; readonly heard: readonly string[] },
): boolean {
  const length = heardTo - heardFrom
  const said = heard.slice(heardFrom, heardTo).join('')
  const beside = [
    wordsAt(heard, heardFrom - length, length),
    wordsAt(heard, heardTo, length),
    wordsAt(expected, from - length, length),
    wordsAt(expected, from, length),
  ]
  return beside.some((words) => words !== '' && likenessOf(said, words) >= SAME_AGAIN)
}

function wordsAt(words: readonly string[], from: number, count: number): string {
  return from < 0 || from + count > words.length ? '' : words.slice(from, from + count).join('')
}
