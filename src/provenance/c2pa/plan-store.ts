import type { ByteRange } from './byte-source.ts'
import type { FileLayout } from './containers/container.ts'
import { totalLength } from './containers/container.ts'
import { type ManifestDraft, storeLength } from './manifest.ts'

/** Layout of a file before its hash is known. */
export interface StorePlan {
  readonly layout: FileLayout
  readonly exclusion: ByteRange
  readonly storeLength: number
}

/** Most iterations; two or three are enough. */
const ROUNDS = 10

/**
 * Plans the place of a store. It depends on the length of the store, whose CBOR numbers depend on the place: iterates until
 * both agree. `offset`: bytes in front of the layout. Throws RangeError where they never agree.
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
  throw new RangeError('The length of a manifest store does not converge.')
}
