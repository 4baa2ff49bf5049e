/** A token of a sentence whose reading is known. */
export interface LabelledToken {
  /** Class of the token, such as DATE; punctuation has none. */
  readonly label: string
  /** A sign that the test does not read: it may be said or not, and counts for nothing. */
  readonly isOptional?: boolean
  readonly written: string
  readonly expected: string
}

/** How a token may be compared with a stretch of words. */
export type Agreement = (token: LabelledToken, said: string) => boolean

/** Most words that one token is said as. */
const MOST_WORDS = 40
/** An address that is spelled has more. */
const MOST_WORDS_OF_ADDRESS = 300

/** How one token was read. */
export interface TokenReading {
  readonly isRight: boolean
  /** The words that were said for it; of wrong tokens in a row, the first ones may have those of the last. */
  readonly words: readonly string[]
}

/**
 * Which tokens of a sentence are read right: the words that were said are divided among the tokens, in order, so that as many as
 * possible agree. One answer for each token.
 */
export function readTokens(
  tokens: readonly LabelledToken[],
  said: readonly string[],
  agrees: Agreement,
): readonly TokenReading[] {
  let best: Row = [START, ...said.map(() => undefined)]
  for (const token of tokens)
    best = withRight(
      token.isOptional ? withSilence(best) : withWrong(best),
      best,
      token,
      said,
      agrees,
    )
  const answers: TokenReading[] = []
  for (let path = best[said.length]; path?.before; path = path.before)
    answers.push({ isRight: path.isRight, words: said.slice(path.before.end, path.end) })
  return answers.reverse()
}

/** A token that is read wrong takes any stretch of words, or none. */
function withWrong(best: Row): (Path | undefined)[] {
  let wrong: Path | undefined
  return best.map((until, end) => {
    if (until && (!wrong || until.right > wrong.right)) wrong = until
    return wrong && { right: wrong.right, isRight: false, before: wrong, end }
  })
}

/** A sign that was not said takes no words. */
function withSilence(best: Row): (Path | undefined)[] {
  return best.map((before, end) => before && { right: before.right, isRight: true, before, end })
}

/** A token that is read right takes the words that agree with it. */
function withRight(
  next: (Path | undefined)[],
  best: Row,
  token: LabelledToken,
  said: readonly string[],
  agrees: Agreement,
): Row {
  const worth = token.isOptional ? 0 : 1
  const most =
    token.label === 'PLAIN' ? 4 : token.label === 'ELECTRONIC' ? MOST_WORDS_OF_ADDRESS : MOST_WORDS
  for (const [from, before] of best.entries()) {
    if (!before) continue
    for (let to = from + 1; to <= Math.min(said.length, from + most); to++) {
      const isBetter = before.right + worth > (next[to]?.right ?? -1)
      if (isBetter && agrees(token, said.slice(from, to).join(' ')))
        next[to] = { right: before.right + worth, isRight: true, before, end: to }
    }
  }
  return next
}

/** How the tokens so far were read, the last one first. */
interface Path {
  readonly right: number
  readonly isRight: boolean
  readonly before: Path | undefined
  /** The number of words until its end. */
  readonly end: number
}

/** The best way to have read the tokens so far, by the number of words that they take. */
type Row = readonly (Path | undefined)[]

const START: Path = { right: 0, isRight: false, before: undefined, end: 0 }
