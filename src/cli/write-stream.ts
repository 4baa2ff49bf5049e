import { randomUUID } from 'node:crypto'
import { writeWhole } from '#app/exports/write-whole.ts'
import { countSamples, patchLength } from '#media/declared-length.ts'
import { rememberFfmpeg } from '#media/ffmpeg.ts'
import { render } from '#media/render.ts'
import type { OpenProvenance } from '#provenance/open-provenance.ts'
import { OWNER } from '#shared/access.ts'
import type { SpokenChunk } from '#shared/audio.ts'
import type { Bitrate, Encoding, StreamFormat } from '#shared/formats.ts'
import type { Environment } from './environment.ts'
import { writeToOutput } from './standard-output.ts'

export const STANDARD_OUTPUT = '-'
/** Sound without a container has no place for a manifest. */
const UNSIGNED: ReadonlySet<StreamFormat> = new Set(['pcm_s16le', 'mulaw', 'alaw'])

interface StreamOrder extends Encoding {
  readonly voice: string
  /** What is spoken, with its markup. */
  readonly text: string
  readonly language: string | undefined
  readonly bitrate: Bitrate
  /** A file, or "-" for standard output. */
  readonly out: string
}

type Encode = (
  chunks: AsyncIterable<SpokenChunk>,
  reservedBytes: number,
) => AsyncGenerator<Uint8Array>

/** Writes sound to one file, or to standard output as it is made, signed where the format can carry it. */
export async function writeStream(
  order: StreamOrder,
  chunks: AsyncIterable<SpokenChunk>,
  environment: Environment,
  stop: AbortSignal,
): Promise<void> {
  const { format, sampleRate, law, bitrate } = order
  const getFfmpeg = rememberFfmpeg(environment.ffmpeg)
  const length = countSamples()
  // A file gets its length at the end; a stream has it only if it is known first.
  const isPatched = order.out !== STANDARD_OUTPUT
  const output = { format, bitrate, isPatched, onSound: length.add }
  const encode: Encode = (sound, reservedBytes) =>
    render(sound, { ...output, sampleRate, law, reservedBytes }, getFfmpeg, stop)
  if (UNSIGNED.has(format)) return writeBytes(order, encode(chunks, 0), stop)
  const provenance = await openSigning(environment)
  try {
    await writeSigned(order, chunks, { encode, length: length.samples }, provenance, stop)
  } finally {
    await provenance.close()
  }
}

/** Opens the signing before the first word is spoken: a key that does not work must not cost a whole book. */
async function openSigning(environment: Environment): Promise<OpenProvenance> {
  // Loaded here, because sound without a place for a manifest does not need it.
  const { openProvenance } = await import('#provenance/open-provenance.ts')
  const provenance = openProvenance(environment)
  try {
    await provenance.certificate()
    return provenance
  } catch (error) {
    await provenance.close()
    throw error
  }
}

async function writeSigned(
  order: StreamOrder,
  chunks: AsyncIterable<SpokenChunk>,
  { encode, length }: { readonly encode: Encode; readonly length: () => number },
  provenance: OpenProvenance,
  stop: AbortSignal,
): Promise<void> {
  const { out, format } = order
  const spoken = [{ voice: order.voice, language: order.language, text: order.text }]
  const request = { requestId: randomUUID(), account: OWNER, spoken }
  const context = await provenance.signingContextOf(request)
  if (out === STANDARD_OUTPUT) {
    const signed = await provenance.signAnswer(chunks, order, encode, context, stop)
    await writeBytes(order, signed.bytes, stop)
    if (signed.manifestPath !== undefined)
      console.error(`The manifest of this sound is in ${signed.manifestPath}, for thirty days`)
    return
  }
  const sign = async (unfinished: string): Promise<string | undefined> => {
    await patchLength(unfinished, format, length())
    return (await provenance.signFile(unfinished, format, context, stop, out)).sidecarPath
  }
  const sidecarPath = await writeWhole(out, encode(chunks, 0), format, sign)
  if (sidecarPath !== undefined) console.error(`Wrote ${sidecarPath}`)
}

async function writeBytes(
  { out, format }: StreamOrder,
  bytes: AsyncIterable<Uint8Array>,
  stop: AbortSignal,
): Promise<void> {
  if (out !== STANDARD_OUTPUT) {
    await writeWhole(out, bytes, format)
    return
  }
  for await (const piece of bytes) await writeToOutput(piece, stop)
}
