import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import { type Bitrate, type EncodedFormat, kilobitsOf, type StreamFormat } from '#shared/formats.ts'
import type { ContainerName, StreamableName } from './c2pa/containers/detect.ts'
import { draftManifest } from './c2pa/manifest.ts'
import type { ManifestDefinition } from './c2pa/manifest-definition.ts'
import { type SignedFile, signUnseenFile } from './c2pa/sign.ts'
import { signBytes } from './c2pa/sign-bytes.ts'
import type { SigningKey } from './c2pa/signing-key.ts'
import { prepareStream, type StreamSigner, signDetached } from './c2pa/stream.ts'
import { startEarly, withFirstSound } from './look-ahead.ts'
import type { SignedAnswer, SignedCopy } from './provenance.ts'
import type { SidecarFolder } from './sidecar-folder.ts'

/** Container of each format that can carry a manifest. */
export const CONTAINER_OF: Readonly<Partial<Record<EncodedFormat, ContainerName>>> = {
  wav: 'wav',
  mp3: 'mp3',
  flac: 'flac',
  ogg_opus: 'ogg',
  webm_opus: 'webm',
}

/** True if answers in this format are signed and registered. */
export function isSignedFormat(format: EncodedFormat): boolean {
  return CONTAINER_OF[format] !== undefined
}

/** Enters a signed file into the registry, unless `signal` is aborted before. */
export type RegisterSigned = (
  signed: SignedFile,
  placement: SignedCopy['placement'],
  signal: AbortSignal,
) => Promise<void>

/** An answer to be signed. */
export interface AnswerToSign {
  readonly format: StreamFormat
  readonly bitrate: Bitrate
  /** Speed of the sound relative to its chunks: 2 is half as long. */
  readonly tempo: number
  readonly container: ContainerName
  readonly definition: ManifestDefinition
  /** Keep the manifest beside the bytes in any case, because some players cannot skip it in front of the sound. */
  readonly alwaysSidecar: boolean
  readonly register: RegisterSigned
  readonly key: () => Promise<SigningKey>
  /** Folder of copies that are being signed. */
  readonly workFolder: string
  /** Folder of manifests that have no place in the bytes. */
  readonly sidecars: Pick<SidecarFolder, 'write' | 'pathOf'>
}

/**
 * Longest sound in seconds that is buffered, so that its manifest can stand in front of it. Of FLAC it is as much as is
 * made in one or two seconds, because behind a longer one there is no place for it.
 */
const BUFFERED_SECONDS = { flac: 60, ogg_opus: 15 } as const
/**
 * Longest mp3 that is buffered, in bytes: mpg123 warns of a file whose tag behind the sound is more than a hundredth of it. That is
 * 20 s at 128 kbit/s.
 */
const BUFFERED_MP3_BYTES = 320_000

type EncodeAnswer = (
  chunks: AsyncIterable<SpokenChunk>,
  reservedBytes: number,
) => AsyncGenerator<Uint8Array>

/**
 * Signs an answer while it is encoded. The standard place of wav and webm is their end, so that they are never buffered.
 * That of the others is in front of the sound, which has to be complete before: a short one is buffered, a long one
 * gets its manifest behind the sound, or in FLAC beside it. Throws what `encode`, the key and the signal throw.
 */
export async function signAnswer(
  order: AnswerToSign,
  chunks: AsyncIterable<SpokenChunk>,
  encode: EncodeAnswer,
  signal: AbortSignal,
): Promise<SignedAnswer> {
  const { container, definition } = order
  const key = await order.key()
  const endsWithIt = container === 'wav' || container === 'webm'
  const prepared = endsWithIt ? await prepareStream(container, definition, key) : undefined
  // The encoder starts now: a process of its own takes as long to start as the first sound takes to be made.
  const { first, sound } = withFirstSound(chunks)
  const encoded = startEarly(encode(sound, prepared?.reservedBytes ?? 0))
  try {
    const isWhole = isShort(await Promise.race([first, encoded.first.then(() => first)]), order)
    if (isWhole && !endsWithIt && !order.alwaysSidecar) {
      const bytes = signWhole(encoded.pieces, order, key, signal)
      return { placement: 'embedded', bytes, asFile: unchanged }
    }
    return container === 'flac'
      ? signedBeside(encoded.pieces, order, key, signal)
      : await signedBehind(encoded.pieces, { ...order, container }, key, signal, prepared)
  } catch (error) {
    await encoded.stop()
    throw error
  }
}

async function signedBehind(
  pieces: AsyncIterable<Uint8Array>,
  order: AnswerToSign & { readonly container: StreamableName },
  key: SigningKey,
  signal: AbortSignal,
  prepared: StreamSigner | undefined,
): Promise<SignedAnswer> {
  const { container, definition, register } = order
  const signer = prepared ?? (await prepareStream(container, definition, key))
  const placement = prepared ? 'embedded' : 'trailing'
  const done = (signed: SignedFile): Promise<void> => register(signed, placement, signal)
  const bytes = signer.sign(pieces, done, signal)
  const asFile: SignedAnswer['asFile'] = (copy, stop) => placeInFront(copy, order, key, stop)
  return { placement, bytes, asFile: prepared ? unchanged : asFile }
}

function signedBeside(
  pieces: AsyncIterable<Uint8Array>,
  order: AnswerToSign,
  key: SigningKey,
  signal: AbortSignal,
): SignedAnswer {
  const draft = draftManifest(order.definition, key)
  const done = async (signed: SignedFile, store: Uint8Array): Promise<void> => {
    await order.sidecars.write(signed.manifestId, store)
    await order.register(signed, 'sidecar', signal)
  }
  const bytes = signDetached(pieces, draft, done, signal)
  const asFile: SignedAnswer['asFile'] = (copy, stop) => placeInFront(copy, order, key, stop)
  return {
    placement: 'sidecar',
    bytes,
    manifestPath: order.sidecars.pathOf(draft.label),
    asFile: order.alwaysSidecar ? unchanged : asFile,
  }
}

/** True if the first chunk announces a sound that is short enough to be buffered. */
function isShort(
  first: SpokenChunk | undefined,
  { format, bitrate, tempo }: Pick<AnswerToSign, 'format' | 'bitrate' | 'tempo'>,
): boolean {
  if (!first) return true
  const { samples, samplesToCome } = first
  if (samplesToCome === undefined) return false
  const seconds = (samples.length + samplesToCome) / tempo / SAMPLE_RATE
  return format === 'flac' || format === 'ogg_opus'
    ? seconds <= BUFFERED_SECONDS[format]
    : seconds * kilobitsOf(format, bitrate) * 125 <= BUFFERED_MP3_BYTES
}

async function* signWhole(
  pieces: AsyncIterable<Uint8Array>,
  { definition, register }: AnswerToSign,
  key: SigningKey,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  if (all.length === 0) return
  const { bytes, signed } = await signBytes(Buffer.concat(all), definition, key, signal)
  await register(signed, 'embedded', signal)
  yield bytes
}

/** A kept copy that is the same file. */
export const unchanged: SignedAnswer['asFile'] = (bytes) => bytes

async function* placeInFront(
  pieces: AsyncIterable<Uint8Array>,
  { definition, register, workFolder }: AnswerToSign,
  key: SigningKey,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(workFolder, 'copy-'))
  try {
    const path = join(folder, 'copy')
    await writeFile(path, pieces, { mode: 0o600, signal })
    const signed = await signUnseenFile(path, definition, key, signal)
    for await (const piece of createReadStream(path)) yield piece
    await register(signed, 'embedded', signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
