/** Log scores of a change between two words in a row: from the first label to the second, and back. */
export type Change = readonly [toSecond: number, toFirst: number]
/** Log score of all ways to label the words on one side of a place, by the label there. */
type Scores = readonly [first: number, second: number]

/**
 * Log odds that each word of a sentence has the first of two labels, given the others: the marginal probabilities of a linear-chain
 * conditional random field (Lafferty, McCallum & Pereira 2001) by the forward-backward algorithm. `own`: for each word, how much higher the
 * log score of the first label is than that of the second; `changes`: for each word but the first, what a change of label before it scores
 * (to stay scores 0). Linear.
 */
export function marginalOdds(
  own: readonly number[],
  changes: readonly Change[],
): readonly number[] {
  const before: Scores[] = []
  for (const [at, odds] of own.entries()) {
    const last = before.at(-1)
    const [first, second] = last ? after(last, changes[at - 1] ?? [0, 0]) : [0, 0]
    before.push([first + odds, second])
  }
  const found: number[] = []
  let following: Scores = [0, 0]
  for (let at = own.length - 1; at >= 0; at--) {
    const [first, second] = before[at] ?? [0, 0]
    found.push(first + following[0] - second - following[1])
    const [toSecond, toFirst] = changes[at - 1] ?? [0, 0]
    following = after([following[0] + (own[at] ?? 0), following[1]], [toFirst, toSecond])
  }
  return found.reverse()
}

/** Scores one word further on: each label stays or comes of a change. */
function after([first, second]: Scores, [toSecond, toFirst]: Change): Scores {
  return [logOfSum(first, second + toFirst), logOfSum(second, first + toSecond)]
}

/** Logarithm of the sum of two numbers given by their logarithms. */
function logOfSum(a: number, b: number): number {
  return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)))
}
