/** A token of a sentence whose reading is known. */
export interface LabelledToken {
  /** Class of the token, such as DATE; punctuation has none. */
  readonly label: string
  readonly written: string
  readonly expected: string
}

/** How a token may be compared with a stretch of words. */
export type Agreement = (token: LabelledToken, said: string) => boolean

/** Most words that one token is said as. */
const MOST_WORDS = 40

/**
 * Which tokens of a sentence are read right: the words that were said are divided among the tokens, in order, so that as many as
 * possible agree. One answer for each token.
 */
export function rightTokens(
  tokens: readonly LabelledToken[],
  said: readonly string[],
  agrees: Agreement,
): readonly boolean[] {
  let best: Row = [START, ...said.map(() => undefined)]
  for (const token of tokens) best = withRight(withWrong(best), best, token, said, agrees)
  const answers: boolean[] = []
  for (let path = best[said.length]; path?.before; path = path.before) answers.push(path.isRight)
  return answers.reverse()
}

/** A token that is read wrong takes any stretch of words, or none. */
function withWrong(best: Row): (Path | undefined)[] {
  let wrong: Path | undefined
  return best.map((until) => {
    if (until && (!wrong || until.right > wrong.right)) wrong = until
    return wrong && { right: wrong.right, isRight: false, before: wrong }
  })
}

/** A token that is read right takes the words that agree with it. */
function withRight(
  next: (Path | undefined)[],
  best: Row,
  token: LabelledToken,
  said: readonly string[],
  agrees: Agreement,
): Row {
  const most = token.label === 'PLAIN' ? 4 : MOST_WORDS
  for (const [from, before] of best.entries()) {
    if (!before) continue
    for (let to = from + 1; to <= Math.min(said.length, from + most); to++) {
      const isBetter = before.right + 1 > (next[to]?.right ?? -1)
      if (isBetter && agrees(token, said.slice(from, to).join(' ')))
        next[to] = { right: before.right + 1, isRight: true, before }
    }
  }
  return next
}

/** How the tokens so far were read, the last one first. */
interface Path {
  readonly right: number
  readonly isRight: boolean
  readonly before: Path | undefined
}

/** The best way to have read the tokens so far, by the number of words that they take. */
type Row = readonly (Path | undefined)[]

const START: Path = { right: 0, isRight: false, before: undefined }
