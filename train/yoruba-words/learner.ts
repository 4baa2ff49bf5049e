/** Multinomial logistic regression over hashed contexts, learned by stochastic gradient. */
export interface Learner {
  readonly weights: Float64Array
  /** Where the weights of a context begin; undefined for contexts that are too rare. */
  readonly offsets: ReadonlyMap<number, number>
}

/** Room for the contexts in `counts` that were seen at least `least` times; `choices` says how many weights each has. */
export function createLearner(
  counts: ReadonlyMap<number, { count: number; choices: number }>,
  least: number,
): Learner {
  const offsets = new Map<number, number>()
  let size = 0
  for (const [context, { count, choices }] of counts) {
    if (count < least) continue
    offsets.set(context, size)
    size += choices
  }
  return { weights: new Float64Array(size), offsets }
}

/** One step towards the right choice; `prior` holds log probabilities, `choices` the index of each in the weights. */
export function trainStep(
  { weights, offsets }: Learner,
  contexts: readonly number[],
  choices: readonly number[],
  prior: readonly number[],
  right: number,
  rate: number,
): void {
  const starts: number[] = []
  for (const context of contexts) {
    const start = offsets.get(context)
    if (start !== undefined) starts.push(start)
  }
  const scores = choices.map((choice, index) =>
    starts.reduce((sum, start) => sum + (weights[start + choice] ?? 0), prior[index] ?? 0),
  )
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  for (const [index, choice] of choices.entries()) {
    const gradient = (choice === right ? 1 : 0) - (powers[index] ?? 0) / total
    if (Math.abs(gradient) < 0.001) continue
    for (const start of starts)
      weights[start + choice] = (weights[start + choice] ?? 0) + rate * gradient
  }
}
