import type { Layout } from './containers/container.ts'
import { lengthOf } from './containers/container.ts'
import { type Draft, storeLength } from './manifest.ts'
import type { Range } from './source.ts'

/** A file before its hash is known: where everything goes. */
export interface Plan {
  readonly layout: Layout
  readonly exclusion: Range
  readonly storeLength: number
}

/** Rounds until lengths that depend on each other agree; two or three are enough. */
const ROUNDS = 10

/**
 * The place of a store depends on its length, and its length on the numbers that say its place: tried until both
 * agree. `offset` is what precedes the layout, in bytes.
 */
export async function planStore(
  draft: Draft,
  offset: number,
  layoutFor: (storeLength: number) => Layout,
): Promise<Plan> {
  let length = 0
  for (let round = 0; round < ROUNDS; round++) {
    const layout = layoutFor(length)
    const exclusion = {
      start: offset + lengthOf(layout.before),
      length: layout.excluded(new Uint8Array(length)).length,
    }
    const next = await storeLength(draft, [exclusion], 0)
    if (next === length) return { layout, exclusion, storeLength: length }
    length = next
  }
  throw new RangeError('The length of a manifest store does not settle.')
}
