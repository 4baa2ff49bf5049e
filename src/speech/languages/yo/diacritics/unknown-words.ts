import { letterContexts } from './contexts.ts'
import { marked, markOf, marksFor } from './letters.ts'
import { clustersOf, hasMarks, hasTone } from './marks.ts'
import { chances } from './softmax.ts'
import type { Weights } from './weights.ts'
import type { Writing } from './writing.ts'

/** Longer runs of letters are no word. */
const LONGEST_WORD = 40
/** A letter of a reading has log odds of so many marks. */
const MARKS = 6
/**
 * Letters are surer than they are right: log odds times this come true about as often as they say, over distinct new words
 * of MENYO-20k's development set, on which it was chosen (train/diacritics/confidence.ts).
 */
const CAUTION = 0.5
/** Letters and pairs that no Yoruba word has: the word stays as it is. */
const FOREIGN = /[cqvxz]|(?:[bdfhjklprstwyg](?![aeiou]))(?!(?<=g)b)|m$/

/** A form that a word may have. */
export interface Likely {
  readonly form: string
  readonly probability: number
}

interface Letter {
  readonly letter: string
  readonly choices: readonly number[]
  readonly chances: readonly number[]
  /** The place of the likeliest choice. */
  readonly best: number
}

/**
 * Marks for a word that the lexicon has not, letter by letter from the left; marks that are written stay, and where any
 * under-dot is written none is added. First the likeliest form, then those that differ from it in one letter; undefined
 * for a word spelled as no Yoruba word is. `reading`: what the model makes of the letters, where there is one.
 */
export function guessMarks(
  word: string,
  plain: string,
  weights: Weights,
  { hasTones, hasDots, lacksDots }: Pick<Writing, 'hasTones' | 'hasDots' | 'lacksDots'>,
  reading?: Float32Array,
): readonly Likely[] | undefined {
  if (plain.length < 2 || plain.length > LONGEST_WORD || FOREIGN.test(plain)) return undefined
  const written = clustersOf(word)
  const keepsDots = !lacksDots && (hasDots || hasMarks(word))
  const keepsTones = lacksDots && (hasTones || hasTone(word))
  const letters = [...plain]
  const marks: number[] = []
  const guessed = letters.map((letter, at): Letter => {
    const choices = choicesFor(letter, written[at] ?? letter, keepsDots, keepsTones)
    const contexts = choices.length > 1 ? letterContexts(letters, marks, at) : []
    const scores = choices.map((choice) =>
      contexts.reduce(
        (sum, context) => sum + weights(context, choice),
        reading?.[MARKS * at + choice] ?? 0,
      ),
    )
    const [best, , all] = chances(scores.map((score) => CAUTION * score))
    marks.push(choices[best] ?? 0)
    return { letter, choices, chances: all, best }
  })
  return [guessed.map(({ best }) => best), ...oneLetterAway(guessed)].map((picked) => ({
    form: guessed
      .map(({ letter, choices }, at) => marked(letter, choices[picked[at] ?? 0] ?? 0))
      .join(''),
    probability: guessed.reduce(
      (product, { chances }, at) => product * (chances[picked[at] ?? 0] ?? 1),
      1,
    ),
  }))
}

/** For each word that has the most likely marks on all letters but one, the choice of each letter. */
function oneLetterAway(guessed: readonly Letter[]): readonly (readonly number[])[] {
  const best = guessed.map((letter) => letter.best)
  return guessed.flatMap(({ choices }, at) =>
    choices.flatMap((_, choice) => (choice === best[at] ? [] : [best.with(at, choice)])),
  )
}

function choicesFor(
  letter: string,
  cluster: string,
  keepsDots: boolean,
  keepsTones: boolean,
): readonly number[] {
  const own = markOf(cluster)
  if (own === undefined) return [0]
  const [tone, hasDot] = [own % 3, own >= 3]
  return marksFor(letter).filter(
    (choice) =>
      (tone === choice % 3 || (tone === 0 && !keepsTones)) &&
      (hasDot === choice >= 3 || (!hasDot && !keepsDots)),
  )
}
