import { letterContexts } from './contexts.ts'
import { marked, markOf, marksFor } from './letters.ts'
import { clustersOf, hasMarks } from './marks.ts'
import { chances } from './softmax.ts'
import type { Weights } from './weights.ts'

/** Longer runs of letters are no word. */
const LONGEST_WORD = 40
/** A letter of a reading has log odds of so many marks. */
const MARKS = 6
/** Letters and pairs that no Yoruba word has: the word stays as it is. */
const FOREIGN = /[cqvxz]|(?:[bdfhjklprstwyg](?![aeiou]))(?!(?<=g)b)|m$/

export interface Guess {
  readonly form: string
  /** Of the least sure letter, between 0 and 1. */
  readonly confidence: number
}

/**
 * Marks for a word that the lexicon has not, letter by letter from the left; marks that are written stay, and where any
 * under-dot is written none is added. A word spelled as no Yoruba word is, is returned as it is. `reading`: what the model
 * makes of the letters, where there is one.
 */
export function guessMarks(
  word: string,
  plain: string,
  weights: Weights,
  reading?: Float32Array,
): Guess {
  if (plain.length < 2 || plain.length > LONGEST_WORD || FOREIGN.test(plain)) {
    return { form: word, confidence: 1 }
  }
  const written = clustersOf(word)
  const keepsDots = hasMarks(word)
  const letters = [...plain]
  const marks: number[] = []
  let confidence = 1
  for (const [at, letter] of letters.entries()) {
    const choices = choicesFor(letter, written[at] ?? letter, keepsDots)
    const contexts = choices.length > 1 ? letterContexts(letters, marks, at) : []
    const scores = choices.map((choice) =>
      contexts.reduce(
        (sum, context) => sum + weights(context, choice),
        reading?.[MARKS * at + choice] ?? 0,
      ),
    )
    const [best, chance] = chances(scores)
    marks.push(choices[best] ?? 0)
    confidence = Math.min(confidence, chance)
  }
  return { form: letters.map((letter, at) => marked(letter, marks[at] ?? 0)).join(''), confidence }
}

function choicesFor(letter: string, cluster: string, keepsDots: boolean): readonly number[] {
  const own = markOf(cluster) ?? 0
  const choices = marksFor(letter)
  if (own % 3 !== 0) return [own]
  return keepsDots ? choices.filter((choice) => choice >= 3 === own >= 3) : choices
}
