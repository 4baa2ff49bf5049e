import { createHash, type Hash } from 'node:crypto'
import type { FileLayout, FilePart, StreamableFormat } from './containers/container.ts'
import { isRange } from './containers/container.ts'
import { CONTAINERS, type StreamableName } from './containers/detect.ts'
import { wavGrowth } from './containers/wav.ts'
import { draftManifest, encodeStore, type ManifestDraft, storeLength } from './manifest.ts'
import type { ManifestDefinition } from './manifest-definition.ts'
import { planStore } from './plan-store.ts'
import { type SignedFile, signatureIds } from './sign.ts'
import type { SigningKey } from './signing-key.ts'

/** Signs one streamed answer at its end. */
export interface StreamSigner {
  /** Bytes by which signing makes the answer longer. The RIFF size of a wav counts them from the first byte. */
  readonly reservedBytes: number
  /**
   * Passes the encoded bytes on as they come and ends with the manifest. `done` gets the identifiers before the last
   * bytes are given out. Throws what the bytes and the key throw; an answer without bytes stays without a manifest.
   */
  sign(
    bytes: AsyncIterable<Uint8Array>,
    done: (signed: SignedFile) => Promise<void>,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array>
}

/** Longest stream in bytes, whose offsets take the full width in CBOR. */
const FURTHEST = 2 ** 32
/** Bytes kept for padding, because a smaller offset takes fewer bytes. The length of the padding itself takes 3. */
const SPARE = 300
const START_BYTES = 32

/**
 * Prepares the manifest of a streamed answer: for mp3 and Ogg behind the sound, for wav as the last chunk, for webm at
 * the end of a Segment of unknown size. Throws what the key's certificate gives reason to.
 */
export async function prepareStream(
  container: StreamableName,
  definition: ManifestDefinition,
  key: SigningKey,
): Promise<StreamSigner> {
  const draft = draftManifest(definition, key)
  const furthest = { start: FURTHEST, length: FURTHEST }
  // Even, so that nothing follows the chunk.
  const reserved = Math.ceil(((await storeLength(draft, [furthest], 0)) + SPARE) / 2) * 2
  const pieces = CONTAINERS[container].trailingLayout(new Uint8Array(START_BYTES), reserved)
  const around = [...pieces.before, ...pieces.after].reduce((sum, { length }) => sum + length, 0)
  return {
    reservedBytes: around + pieces.excluded(new Uint8Array(reserved)).length,
    sign: (bytes, done, signal) => signStream({ container, draft, reserved, done }, bytes, signal),
  }
}

interface StreamToSign {
  readonly container: StreamableName
  readonly draft: ManifestDraft
  readonly reserved: number
  readonly done: (signed: SignedFile) => Promise<void>
}

async function* signStream(
  order: StreamToSign,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { draft } = order
  const bound = createHash('sha256')
  let start: Uint8Array = new Uint8Array(0)
  let length = 0
  const container: StreamableFormat = CONTAINERS[order.container]
  const sound = (container.splitTail ?? asTheyCome)(bytes)
  let behind: Uint8Array = new Uint8Array(0)
  try {
    for (let step = await sound.next(); ; step = await sound.next()) {
      signal.throwIfAborted()
      if (step.done) {
        behind = step.value
        break
      }
      const piece = step.value
      bound.update(piece)
      if (start.length < START_BYTES)
        start = Buffer.concat([start, piece.subarray(0, START_BYTES - start.length)])
      length += piece.length
      yield piece
    }
  } finally {
    await sound.return(behind)
  }
  if (length === 0) return
  const { layout, exclusions, padLength } = await placeStore(order, start, length)
  const whole = bound.copy()
  const before = written(layout.before, bound)
  const after = written([...layout.after, behind], bound)
  const store = await encodeStore(draft, { exclusions, hash: bound.digest(), padLength })
  const tail = Buffer.concat([before, layout.excluded(store), after])
  const sha256 = whole.update(tail).digest('hex')
  await order.done({ ...signatureIds(draft), sha256, sizeBytes: length + tail.length })
  yield tail
}

async function* asTheyCome(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, Uint8Array> {
  yield* bytes
  return new Uint8Array(0)
}

interface StreamPlacement {
  readonly layout: FileLayout
  readonly exclusions: readonly { readonly start: number; readonly length: number }[]
  readonly padLength: number
}

async function placeStore(
  { container, draft, reserved }: StreamToSign,
  start: Uint8Array,
  length: number,
): Promise<StreamPlacement> {
  const layoutFor = (store: number): FileLayout =>
    CONTAINERS[container].trailingLayout(start, store)
  if (container !== 'wav') {
    const { layout, exclusion } = await planStore(draft, length, layoutFor)
    return { layout, exclusions: [exclusion], padLength: 0 }
  }
  checkDeclaredSize(start, length + wavGrowth(reserved))
  const layout = layoutFor(reserved)
  const exclusions = [{ start: length, length: layout.excluded(new Uint8Array(reserved)).length }]
  const padLength = await paddingTo(reserved, (pad) => storeLength(draft, exclusions, pad))
  return { layout, exclusions, padLength }
}

/** Padding that brings a store to the reserved length: more than 255 bytes, so that each one more makes it one byte longer. */
async function paddingTo(
  reserved: number,
  lengthWith: (padLength: number) => Promise<number>,
): Promise<number> {
  const least = 256
  return least + reserved - (await lengthWith(least))
}

/** Throws RangeError unless the stream is as long as its header, which was sent first, has declared. */
function checkDeclaredSize(start: Uint8Array, length: number): void {
  const declared = Buffer.from(start).readUInt32LE(4) + 8
  if (declared !== length)
    throw new RangeError(
      `A wav stream declared ${declared} bytes with its manifest and has ${length}.`,
    )
}

function written(pieces: readonly FilePart[], hash: Hash): Uint8Array {
  const bytes = pieces.map((piece) => {
    if (isRange(piece)) throw new TypeError('What goes behind a stream cannot come from a file.')
    hash.update(piece)
    return piece
  })
  return Buffer.concat(bytes)
}

/**
 * Passes bytes on and signs all of them at their end, in a manifest to be kept beside them, without exclusions. `done` gets
 * it, with its store, before the last bytes are passed on. Throws what the bytes, the key and `done` throw.
 */
export async function* signDetached(
  bytes: AsyncIterable<Uint8Array>,
  draft: ManifestDraft,
  done: (signed: SignedFile, store: Uint8Array) => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const whole = createHash('sha256')
  let sizeBytes = 0
  let last: Uint8Array | undefined
  for await (const piece of bytes) {
    signal.throwIfAborted()
    if (last) yield last
    whole.update(piece)
    sizeBytes += piece.length
    last = piece
  }
  if (!last) return
  signal.throwIfAborted()
  const hash = whole.digest()
  const store = await encodeStore(draft, { exclusions: [], hash, padLength: 0 })
  await done({ ...signatureIds(draft), sha256: hash.toString('hex'), sizeBytes }, store)
  yield last
}
