import type { Doubt } from '#shared/doubts.ts'
import type { BuiltInQuality } from '#translation/quality.ts'
import type { DirectionModel } from '#translation/statistical/direction.ts'
import { variantsOf } from '#translation/statistical/unknown-words.ts'
import { type Lexicon, wordFindings } from './words.ts'

/** Least product of both probabilities of a phrase of one word, so that it counts as a translation of the other (chosen on the half of the development pairs that was looked at). */
const CERTAINTY = { draft: 0.01, 'word help': 0.03 } as const

/** What the words that the built-in translator has learned do not account for. In a pair of languages that is word help, no sentence is beyond doubt. */
export function builtInDoubts(
  source: string,
  text: string,
  { phrases, source: from, target: to }: Pick<DirectionModel, 'phrases' | 'source' | 'target'>,
  quality: BuiltInQuality,
): readonly Doubt[] {
  const lexicon: Lexicon = (word) => {
    const unmarked = phrases.unmarked(word)
    const forms = new Set([word, ...variantsOf(word, from), ...(unmarked ? [unmarked] : [])])
    return [...forms]
      .filter((form) => phrases.knows(form))
      .flatMap((form) => phrases.lookUp([form])[0]?.[0] ?? [])
      .map(({ words, scores: [forward, backward] }) => ({
        ...{ words, forward: Math.exp(forward), backward: Math.exp(backward) },
      }))
  }
  const found = wordFindings({ source, from, text, to }, lexicon, CERTAINTY[quality])
  const doubts = found.map((finding): Doubt => ({ kind: 'words', ...finding }))
  return quality === 'word help' && /\p{L}/u.test(source)
    ? [...doubts, { kind: 'sentence', source, text }]
    : doubts
}
