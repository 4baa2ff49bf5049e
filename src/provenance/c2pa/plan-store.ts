import type { ByteRange } from './byte-source.ts'
import type { FileLayout } from './containers/container.ts'
import { totalLength } from './containers/container.ts'
import { type ManifestDraft, storeLength } from './manifest.ts'

/** A file before its hash is known: where everything goes. */
export interface StorePlan {
  readonly layout: FileLayout
  readonly exclusion: ByteRange
  readonly storeLength: number
}

/** Rounds until lengths that depend on each other agree; two or three are enough. */
const ROUNDS = 10

/**
 * The place of a store depends on its length, and its length on the numbers that say its place: tried until both
 * agree. `offset` is what precedes the layout, in bytes.
 */
export async function planStore(
  draft: ManifestDraft,
  offset: number,
  layoutFor: (storeLength: number) => FileLayout,
): Promise<StorePlan> {
  let length = 0
  for (let round = 0; round < ROUNDS; round++) {
    const layout = layoutFor(length)
    const exclusion = {
      start: offset + totalLength(layout.before),
      length: layout.excluded(new Uint8Array(length)).length,
    }
    const next = await storeLength(draft, [exclusion], 0)
    if (next === length) return { layout, exclusion, storeLength: length }
    length = next
  }
  throw new RangeError('The length of a manifest store does not settle.')
}
