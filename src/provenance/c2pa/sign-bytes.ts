import { createHash } from 'node:crypto'
import { bytesSource } from './byte-source.ts'
import { type FilePart, isRange } from './containers/container.ts'
import { detectContainer } from './containers/detect.ts'
import { draftManifest, encodeStore } from './manifest.ts'
import type { ManifestDefinition } from './manifest-definition.ts'
import { planStore } from './plan-store.ts'
import { type SignedFile, signatureIds } from './sign.ts'
import type { SigningKey } from './signing-key.ts'

/**
 * Signs an encoded sound in memory, at the standard place of its container. The bytes come from our own encoders: throws
 * TypeError where they cannot carry a manifest, what the key throws, and the signal's reason.
 *
 * @example
 * const { bytes, signed } = await signBytes(wav, definition, key, signal)
 */
export async function signBytes(
  bytes: Uint8Array,
  definition: ManifestDefinition,
  key: SigningKey,
  signal: AbortSignal,
): Promise<{ readonly bytes: Uint8Array; readonly signed: SignedFile }> {
  const source = bytesSource(bytes)
  const found = await detectContainer(source, signal)
  if (!found) throw new TypeError('What was encoded cannot carry a manifest.')
  const contents = await found.container.parse(source, signal)
  const draft = draftManifest(definition, key)
  const { layout, exclusion } = await planStore(draft, 0, (length) => contents.layoutWith(length))
  const written = (pieces: readonly FilePart[]): Buffer =>
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
  return { bytes: whole, signed: { ...signatureIds(draft), sha256, sizeBytes: whole.length } }
}
