import { createHash } from 'node:crypto'
import type { FileLayout } from './containers/container.ts'
import { geobHeader } from './containers/geob.ts'
import { encodeId3Header } from './containers/id3.ts'
import { encodeStorePages } from './containers/ogg-pages.ts'
import { draftManifest, encodeStore } from './manifest.ts'
import { planStore } from './plan-store.ts'
import { DEFINITION } from './signing.test-support.ts'
import type { SigningKey } from './signing-key.ts'

/** Layouts in which Griot 0.1 put the manifest of a streamed answer. Such files stay valid. */
const OLD: Readonly<Record<'mp3' | 'flac' | 'ogg', (storeLength: number) => FileLayout>> = {
  mp3: appendedTag,
  flac: appendedTag,
  ogg: () => ({ before: [], excluded: (store) => encodeStorePages(store, 1), after: [] }),
}

function appendedTag(storeLength: number): FileLayout {
  const geob = geobHeader(4, storeLength)
  const { head, footer } = encodeId3Header(4, geob.length + storeLength, true)
  return { before: [head, geob], excluded: (store) => store, after: [footer] }
}

/** Signs bytes as Griot 0.1 signed a streamed answer: in an appended ID3v2.4 tag, or a chained logical stream. */
export async function signedAsBefore(
  container: keyof typeof OLD,
  sound: Uint8Array,
  key: SigningKey,
): Promise<Buffer> {
  const draft = draftManifest(DEFINITION, key)
  const { layout, exclusion } = await planStore(draft, sound.length, OLD[container])
  const [before, after] = [layout.before, layout.after].map((pieces) =>
    Buffer.concat(pieces.filter((piece) => piece instanceof Uint8Array)),
  )
  const parts = [sound, before ?? sound, after ?? sound]
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  const binding = { exclusions: [exclusion], hash: hash.digest(), padLength: 0 }
  const store = layout.excluded(await encodeStore(draft, binding))
  return Buffer.concat([sound, before ?? sound, store, after ?? sound])
}
