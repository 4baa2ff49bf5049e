import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContainerName } from '#core/sign/containers/detect.ts'
import type { Facts } from '#core/sign/facts.ts'
import type { SigningKey } from '#core/sign/keys.ts'
import { type Signed, signUnseenFile } from '#core/sign/sign.ts'
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

/** Whether what is sent in this format carries a manifest, and so is registered. */
export function isSigned(format: EncodedFormat): boolean {
  return CARRIERS[format] !== undefined
}

/** Puts what was signed into the registry, unless `signal` is aborted before. */
export type RegisterAs = (
  signed: Signed,
  placement: SignedCopy['placement'],
  signal: AbortSignal,
) => Promise<void>

/** One answer to be signed. */
export interface AnswerOrder {
  readonly format: StreamFormat
  readonly container: ContainerName
  readonly facts: Facts
  /** Never in front of the sound, where some players stumble over it. */
  readonly alwaysBehind: boolean
  readonly register: RegisterAs
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
  const key = await order.key()
  const endsWithIt = container === 'wav' || container === 'webm'
  const prepared = endsWithIt ? await prepareStream(container, facts, key) : undefined
  // The encoder starts now: a process of its own takes as long to start as the first sound takes to be made.
  const { first, sound } = watched(chunks)
  const encoded = started(encode(sound, prepared?.reservedBytes ?? 0))
  try {
    const isWhole = isShort(await Promise.race([first, encoded.first.then(() => first)]))
    if (isWhole && !endsWithIt && !order.alwaysBehind) {
      const bytes = signWhole(encoded.pieces, order, key, signal)
      return { placement: 'embedded', bytes, asFile: asItIs }
    }
    const signer = prepared ?? (await prepareStream(container, facts, key))
    const placement = endsWithIt ? 'embedded' : 'trailing'
    const done = (signed: Signed): Promise<void> => register(signed, placement, signal)
    const bytes = signer.sign(encoded.pieces, done, signal)
    const stays = placement === 'embedded' || order.alwaysBehind
    const asFile: SealedAnswer['asFile'] = (copy, stop) => placeInFront(copy, order, key, stop)
    return { placement, bytes, asFile: stays ? asItIs : asFile }
  } catch (error) {
    await encoded.stop()
    throw error
  }
}

/** Whether the chunk that comes first tells of one sentence that may be waited for. */
function isShort(first: SpokenChunk | undefined): boolean {
  if (!first) return true
  const { samples, samplesToCome = 0, total } = first
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
  await register(signed, 'embedded', signal)
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
    const signed = await signUnseenFile(path, facts, key, signal)
    for await (const piece of createReadStream(path)) yield piece
    await register(signed, 'embedded', signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same chunks, and which of them comes first (undefined: none does) as soon as somebody reads them. */
function watched(chunks: AsyncIterable<SpokenChunk>): {
  readonly first: Promise<SpokenChunk | undefined>
  readonly sound: AsyncGenerator<SpokenChunk>
} {
  const { promise: first, resolve, reject } = Promise.withResolvers<SpokenChunk | undefined>()
  // Whoever reads the chunks hears of their failure too.
  first.catch(() => undefined)
  const sound = async function* (): AsyncGenerator<SpokenChunk> {
    try {
      for await (const chunk of chunks) {
        resolve(chunk)
        yield chunk
      }
      resolve(undefined)
    } catch (error) {
      reject(error)
      throw error
    }
  }
  return { first, sound: sound() }
}

/** A generator that is at work on its first piece already. */
function started<T>(generator: AsyncGenerator<T>): {
  readonly first: Promise<unknown>
  readonly pieces: AsyncGenerator<T>
  /** Ends the work where the pieces are not read. */
  stop(): Promise<unknown>
} {
  const first = generator.next()
  // Whoever reads the pieces hears of it.
  first.catch(() => undefined)
  const pieces = async function* (): AsyncGenerator<T> {
    try {
      const { done, value } = await first
      if (done) return
      yield value
      yield* generator
    } finally {
      await generator.return(undefined)
    }
  }
  return { first, pieces: pieces(), stop: () => generator.return(undefined) }
}
