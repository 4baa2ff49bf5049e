import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContainerName } from '#core/sign/containers/detect.ts'
import type { Facts } from '#core/sign/facts.ts'
import type { SigningKey } from '#core/sign/keys.ts'
import { type Signed, signFile } from '#core/sign/sign.ts'
import { signBytes } from '#core/sign/sign-bytes.ts'
import { prepareStream } from '#core/sign/stream.ts'
import { SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import type { EncodedFormat, StreamFormat } from '#shared/formats.ts'
import type { SealedAnswer, SignedCopy } from './provenance.ts'

/** Formats that can carry a manifest. */
export const CARRIERS: Readonly<Partial<Record<EncodedFormat, ContainerName>>> = {
  wav: 'wav',
  mp3: 'mp3',
  flac: 'flac',
  ogg_opus: 'ogg',
  webm_opus: 'webm',
}

/** One answer to be signed. */
export interface AnswerOrder {
  readonly format: StreamFormat
  readonly container: ContainerName
  readonly facts: Facts
  /** Never in front of the sound, where some players stumble over it. */
  readonly alwaysBehind: boolean
  readonly register: (signed: Signed, placement: SignedCopy['placement']) => void
  readonly key: () => Promise<SigningKey>
  /** Where a copy lies while it is signed. */
  readonly workFolder: string
}

/**
 * Sound that is waited for, in samples. Sentences have at most 20 words here, but may have pauses between them: of
 * some minutes, the caller would wait a second for the first byte.
 */
const SHORT = 15 * SAMPLE_RATE

type Encode = (
  chunks: AsyncIterable<SpokenChunk>,
  reservedBytes: number,
) => AsyncGenerator<Uint8Array>

/**
 * Signs an answer while it is made. The standard place of wav and webm is their end, so that nothing of them waits; the
 * others have it in front, which takes the whole sound: one short sentence is waited for, more is not.
 */
export async function sealAnswer(
  order: AnswerOrder,
  chunks: AsyncIterable<SpokenChunk>,
  encode: Encode,
  signal: AbortSignal,
): Promise<SealedAnswer> {
  const { container, facts, register } = order
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  try {
    const key = await order.key()
    const endsWithIt = container === 'wav' || container === 'webm'
    const sound = startingWith(first, iterator)
    if (isShort(first) && !endsWithIt && !order.alwaysBehind) {
      const bytes = signWhole(encode(sound, 0), order, key, signal)
      return { placement: 'embedded', bytes, asFile: asItIs }
    }
    const signer = await prepareStream(container, facts, key)
    const placement = endsWithIt ? 'embedded' : 'trailing'
    const done = (signed: Signed): void => register(signed, placement)
    const bytes = signer.sign(encode(sound, signer.reservedBytes), done, signal)
    const stays = placement === 'embedded' || order.alwaysBehind
    const asFile: SealedAnswer['asFile'] = (copy, stop) => placeInFront(copy, order, key, stop)
    return { placement, bytes, asFile: stays ? asItIs : asFile }
  } catch (error) {
    await iterator.return?.()
    throw error
  }
}

/** Whether the chunk that comes first tells of one sentence that may be waited for. */
function isShort(first: IteratorResult<SpokenChunk>): boolean {
  if (first.done) return true
  const { samples, samplesToCome = 0, total } = first.value
  return total === 1 && samples.length + samplesToCome <= SHORT
}

async function* signWhole(
  pieces: AsyncIterable<Uint8Array>,
  { facts, register }: AnswerOrder,
  key: SigningKey,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  if (all.length === 0) return
  const { bytes, signed } = await signBytes(Buffer.concat(all), facts, key, signal)
  signal.throwIfAborted()
  register(signed, 'embedded')
  yield bytes
}

/** A copy that is the same bytes. */
export const asItIs: SealedAnswer['asFile'] = (bytes) => bytes

async function* placeInFront(
  pieces: AsyncIterable<Uint8Array>,
  { facts, register, workFolder }: AnswerOrder,
  key: SigningKey,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(workFolder, 'copy-'))
  try {
    const path = join(folder, 'copy')
    await writeFile(path, pieces, { mode: 0o600, signal })
    const signed = await signFile(path, path, facts, key, signal)
    for await (const piece of createReadStream(path)) yield piece
    register(signed, 'embedded')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The rest of an iteration with its first step, which is known already, in front. */
function startingWith<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncIterable<T> {
  let isFirst = true
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        if (!isFirst) return rest.next()
        isFirst = false
        return first
      },
      async return() {
        await rest.return?.()
        return { done: true, value: undefined }
      },
    }),
  }
}
