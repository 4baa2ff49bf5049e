import type { MemoryMatch, Recall } from '#app/services/translate/segments.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import { fitEnds, foldSentence } from './fold.ts'
import { type ComparedSentence, comparedSentence, similarityOf } from './similarity.ts'
import { substituted } from './substitute.ts'

/** A sentence that a person has translated. */
interface Pair {
  readonly source: string
  readonly target: string
}

/** Similarity from which a stored sentence is worth looking at. */
export const LEAST_SIMILARITY = 0.85

/**
 * Looks sentences up among the pairs of a direction, which are read with the first sentence and kept for those after it. The
 * same sentence is used as it is, one with other figures or names with these in place, and a similar one is offered.
 */
export function createRecall(
  pairsOf: (source: LanguageCode, target: LanguageCode) => Awaitable<readonly Pair[]>,
): Recall {
  const opened = new Map<string, Promise<Finder>>()
  const open = async (source: LanguageCode, target: LanguageCode): Promise<Finder> =>
    rememberingLast(finderOf(await pairsOf(source, target)))
  return async (sentence, source, target) => {
    const direction = `${source} ${target}`
    const opening = opened.get(direction) ?? open(source, target)
    opened.set(direction, opening)
    const find = await opening
    return find(sentence)
  }
}

type Finder = (sentence: string) => MemoryMatch | undefined

/** A line is looked up as a whole, and then again as its only sentence. */
function rememberingLast(find: Finder): Finder {
  let last: { readonly sentence: string; readonly match: MemoryMatch | undefined } | undefined
  return (sentence) => {
    if (last?.sentence !== sentence) last = { sentence, match: find(sentence) }
    return last.match
  }
}

interface Candidate {
  readonly pair: Pair
  readonly as: ComparedSentence
}

function finderOf(pairs: readonly Pair[]): Finder {
  const exact = new Map(pairs.map((pair) => [foldSentence(pair.source), pair]))
  let candidates: readonly Candidate[] | undefined
  return (sentence) => {
    if (pairs.length === 0) return undefined
    const folded = foldSentence(sentence)
    const same = exact.get(folded)
    if (same) return { kind: 'used', text: fitEnds(same.target, same.source, sentence) }
    candidates ??= [...exact].map(([key, pair]) => ({ pair, as: comparedSentence(key) }))
    const nearest = nearestTo(comparedSentence(folded), candidates)
    if (!nearest) return undefined
    const { pair, similarity } = nearest
    const text = substituted(sentence, pair)
    return text === undefined
      ? { kind: 'offered', offer: { sentence, ...pair, similarity } }
      : { kind: 'used', text: fitEnds(text, pair.source, sentence) }
  }
}

function nearestTo(asked: ComparedSentence, candidates: readonly Candidate[]) {
  let nearest: { readonly pair: Pair; readonly similarity: number } | undefined
  for (const { pair, as } of candidates) {
    const similarity = similarityOf(asked, as, nearest?.similarity ?? LEAST_SIMILARITY)
    if (similarity !== undefined && similarity > (nearest?.similarity ?? 0))
      nearest = { pair, similarity }
  }
  return nearest
}
