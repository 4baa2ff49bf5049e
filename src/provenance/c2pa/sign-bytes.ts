import { createHash } from 'node:crypto'
import { isRange, type Piece } from './containers/container.ts'
import { containerOf } from './containers/detect.ts'
import type { Facts } from './facts.ts'
import type { SigningKey } from './keys.ts'
import { draftManifest, encodeStore } from './manifest.ts'
import { planStore } from './plan.ts'
import { identity, type Signed } from './sign.ts'
import { bytesSource } from './source.ts'

/**
 * Signs a whole sound in memory at the standard place, such as one sentence on its way to a caller. The bytes are of
 * our own making: throws a TypeError where they cannot carry a manifest, what the key throws, and the signal's reason.
 */
export async function signBytes(
  bytes: Uint8Array,
  facts: Facts,
  key: SigningKey,
  signal: AbortSignal,
): Promise<{ readonly bytes: Uint8Array; readonly signed: Signed }> {
  const source = bytesSource(bytes)
  const found = await containerOf(source, signal)
  if (!found) throw new TypeError('What was encoded cannot carry a manifest.')
  const contents = await found.container.open(source, signal)
  const draft = draftManifest(facts, key)
  const { layout, exclusion } = await planStore(draft, 0, (length) => contents.standard(length))
  const written = (pieces: readonly Piece[]): Buffer =>
    Buffer.concat(
      pieces.map((piece) =>
        isRange(piece) ? bytes.subarray(piece.start, piece.start + piece.length) : piece,
      ),
    )
  const [before, after] = [written(layout.before), written(layout.after)]
  const hash = createHash('sha256').update(before).update(after).digest()
  const store = await encodeStore(draft, { exclusions: [exclusion], hash, padLength: 0 })
  const whole = Buffer.concat([before, layout.excluded(store), after])
  const sha256 = createHash('sha256').update(whole).digest('hex')
  return { bytes: whole, signed: { ...identity(draft), sha256, sizeBytes: whole.length } }
}
