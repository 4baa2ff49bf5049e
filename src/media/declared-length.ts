import { open } from 'node:fs/promises'
import { type AudioChunk, SAMPLE_RATE } from '#shared/audio.ts'
import type { EncodedFormat } from '#shared/formats.ts'
import { flacHeadWith, patchFlacLength } from './flac-length.ts'
import { mp3HeadWith, patchMp3Length, withAllFrames } from './mp3-length.ts'
import type { SizedChunk } from './planned-length.ts'
import { patchWebmLength, webmHeadWith } from './webm-length.ts'

/** Formats whose first bytes declare the length of the sound. Ogg declares it in its last page, the others nowhere. */
const DECLARING: ReadonlySet<EncodedFormat> = new Set(['wav', 'mp3', 'flac', 'webm_opus'])

/** True if the first bytes of a format declare the length of the sound. */
export function declaresLength(format: EncodedFormat): boolean {
  return DECLARING.has(format)
}

/**
 * Longest text in characters whose length is planned before its first sound in Ogg, so that signing can buffer a short one.
 * Raw formats neither declare a length nor are signed: with eight texts at once, planning them would make each wait four
 * times as long for its first byte.
 */
const SHORT_TEXT = 600

/**
 * True if the length of the sound has to be known before its first chunk is sent.
 * @example `needsLengthFirst('pcm_s16le', 'Good morning.')` is `false`.
 */
export function needsLengthFirst(format: EncodedFormat, text: string): boolean {
  return declaresLength(format) || (format === 'ogg_opus' && text.length <= SHORT_TEXT)
}

/** A sound on its way into an encoder, with its declared length. */
export interface MeasuredSound {
  readonly chunks: AsyncGenerator<AudioChunk>
  /** Samples of the whole sound. Known once the first chunk with samples has been read, if that one tells. */
  declaredSamples(): number | undefined
}

/** Compares the length of a sound with the declared one. The chunks throw RangeError where they differ. */
export function measureLength(chunks: AsyncIterable<SizedChunk>): MeasuredSound {
  let declared: number | undefined
  const watched = async function* (): AsyncGenerator<AudioChunk> {
    let count = 0
    for await (const chunk of chunks) {
      const { samples, samplesToCome } = chunk
      if (count === 0 && samples.length > 0 && samplesToCome !== undefined)
        declared = samples.length + samplesToCome
      count += samples.length
      // Checked before the last chunk goes in, so that no encoder ends well.
      checkLength(declared, count, false)
      yield chunk
    }
    checkLength(declared, count, true)
  }
  return { chunks: watched(), declaredSamples: () => declared }
}

function checkLength(declared: number | undefined, count: number, isEnd: boolean): void {
  if (declared === undefined || (isEnd ? count === declared : count <= declared)) return
  throw new RangeError(`A sound was declared as ${declared} samples and has ${count}.`)
}

/**
 * Writes the length of the sound into the first encoded bytes: the `declared` one, or with `isPatched` room for
 * `patchLength`. Without both the bytes pass unchanged.
 */
export async function* withDeclaredLength(
  bytes: AsyncGenerator<Uint8Array>,
  format: EncodedFormat,
  declared: () => number | undefined,
  isPatched: boolean,
): AsyncGenerator<Uint8Array> {
  try {
    const first = await bytes.next()
    if (first.done) return
    const all = resumed(first.value, bytes)
    const samples = isPatched ? undefined : declared()
    if (samples === undefined && !isPatched) yield* all
    else yield* withLength(all, format, samples)
  } finally {
    await bytes.return(undefined)
  }
}

function withLength(
  bytes: AsyncGenerator<Uint8Array>,
  format: EncodedFormat,
  samples: number | undefined,
): AsyncGenerator<Uint8Array> {
  switch (format) {
    case 'mp3': {
      const headed = withHead(bytes, (head) => mp3HeadWith(samples, head))
      return samples === undefined ? headed : withAllFrames(headed, samples)
    }
    case 'flac':
      return withHead(bytes, (head) => flacHeadWith(samples, head))
    case 'webm_opus':
      return withHead(bytes, (head) => webmHeadWith(samples, head))
    default:
      return bytes
  }
}

async function* resumed(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

/** Rewrites the first bytes, as soon as there are enough for `rewrite`. Throws RangeError where the stream ends before. */
async function* withHead(
  bytes: AsyncIterable<Uint8Array>,
  rewrite: (head: Buffer) => Buffer | undefined,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of bytes) {
    if (!head) {
      yield piece
      continue
    }
    head = Buffer.concat([head, piece])
    const rewritten = rewrite(head)
    if (rewritten) {
      head = undefined
      yield rewritten
    }
  }
  if (head?.length) throw new RangeError('The encoder ended in the middle of its first bytes.')
}

/** Writes the length into the room that `withDeclaredLength` left in a finished file. Throws file system errors. */
export async function patchLength(
  path: string,
  format: EncodedFormat,
  samples: number,
): Promise<void> {
  const patch = { mp3: patchMp3Length, flac: patchFlacLength, webm_opus: patchWebmLength }
  if (format !== 'mp3' && format !== 'flac' && format !== 'webm_opus') return
  const file = await open(path, 'r+')
  try {
    await patch[format](file, samples)
  } finally {
    await file.close()
  }
}

/** Counts the samples that `render` reports in seconds, for `patchLength`. */
export function countSamples(): { add(seconds: number): void; samples(): number } {
  let count = 0
  return {
    add(seconds) {
      count += Math.round(seconds * SAMPLE_RATE)
    },
    samples: () => count,
  }
}
