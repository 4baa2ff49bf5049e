import { choiceKey } from '#speech/languages/yo/diacritics/contexts.ts'
import { SLOTS, STEP, slotOf } from '#speech/languages/yo/diacritics/weights.ts'
import type { Learner } from './learner.ts'

/** At most this share of the slots is used, so that searches stay short and few keys are taken for others. */
const MOST_USED = 0.7

interface Weight {
  readonly key: number
  readonly value: number
}

/** The weights that matter most, in the form that `readWeights` reads. */
export function tableOf(learners: readonly (readonly [Learner, least: number])[]): Uint8Array {
  const kept = learners
    .flatMap(([learner, least]) => weightsOf(learner, least))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.key - b.key)
    .slice(0, Math.floor(SLOTS * MOST_USED))
  const bytes = new Uint8Array(2 * SLOTS)
  for (const { key, value } of kept) put(bytes, key, value)
  console.log(`weights kept ${kept.length}, the least ${kept.at(-1)?.value.toFixed(3)}`)
  return bytes
}

/** Every weight of at least `least`, with the number of its context and choice. */
function weightsOf({ weights, offsets }: Learner, least: number): readonly Weight[] {
  const contexts = [...offsets].sort(([, a], [, b]) => a - b)
  return contexts.flatMap(([context, start], index) => {
    const end = contexts[index + 1]?.[1] ?? weights.length
    return [...weights.subarray(start, end)].flatMap((value, choice) =>
      Math.abs(value) < least ? [] : [{ key: choiceKey(context, choice), value }],
    )
  })
}

function put(bytes: Uint8Array, key: number, value: number): void {
  const { slot, print } = slotOf(key)
  const written = Math.max(-127, Math.min(127, Math.round(value * STEP)))
  if (written === 0) return
  let at = slot
  while (bytes[at] !== 0 && bytes[at] !== print) at = (at + 1) % SLOTS
  // A key that looks like one before it: the heavier, which came first, stays.
  if (bytes[at] === print) return
  bytes[at] = print
  bytes[SLOTS + at] = written & 255
}
