import { type OrderedTake, sourceKey, type TakeChoice } from '#shared/takes.ts'

/** A take that a window knows: as the project has it, or finished a moment ago. */
export interface KnownTake extends OrderedTake {
  /** Whether the host has stored it. */
  readonly isStored: boolean
}

/** Takes are immutable, so a key can be cached. */
const keys = new WeakMap<KnownTake, string>()

/** Key of what a take was made from. */
export function keyOfTake(take: KnownTake): string {
  const key = keys.get(take) ?? sourceKey(take)
  keys.set(take, key)
  return key
}

/** Whether a take is there and can be heard. */
export function isUsable({ deleted, problem }: KnownTake): boolean {
  return !deleted && problem === undefined
}

/** Whether a take counts as one that was made of a line with this key; `choices` are those of the line. */
export function isTakeFor(
  lineKey: string,
  take: KnownTake,
  choices: readonly TakeChoice[],
): boolean {
  if (keyOfTake(take) === lineKey) return true
  return choices.some(
    (choice) => choice.isReadAlike && choice.lineKey === lineKey && choice.takeId === take.id,
  )
}

/**
 * The take of a line with a key: the one that a person chose for this key or that was made of it, whichever is later; else the
 * last one that was made, which is then outdated. `takes` and `choices` are those of the line.
 */
export function takeOfLine(
  lineKey: string,
  takes: readonly KnownTake[],
  choices: readonly TakeChoice[],
): KnownTake | undefined {
  const usable = takes.filter(isUsable)
  let best: KnownTake | undefined
  let order = -1
  for (const take of usable) {
    if (keyOfTake(take) !== lineKey || take.order < order) continue
    best = take
    order = take.order
  }
  for (const choice of choices) {
    const take = usable.find(({ id }) => id === choice.takeId)
    if (!take || choice.lineKey !== lineKey || choice.order < order) continue
    best = take
    order = choice.order
  }
  return best ?? usable.at(-1)
}
