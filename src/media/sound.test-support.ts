import { createRequire } from 'node:module'
import { type AudioChunk, SAMPLE_RATE } from '#shared/audio.ts'
import { FFMPEG_SEARCH, getFfmpeg } from './ffmpeg.test-support.ts'
import { type Ffmpeg, findFfmpeg } from './ffmpeg.ts'
import { runEncoder } from './run-encoder.ts'

/** Sound, ears and eyes for the tests of this folder. */

/** A voice-like glide that is never silent and never the same twice, so that a gap, a click or a shift shows. */
export function glide(seconds: number, fromSecond = 0): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, index) => {
    const t = fromSecond + index / SAMPLE_RATE
    const phase = 2 * Math.PI * (180 * t + 25 * Math.sin(1.7 * t))
    return (0.4 + 0.1 * Math.sin(5 * t)) * (Math.sin(phase) + 0.3 * Math.sin(3 * phase + 1)) * 0.7
  })
}

/** One sound in pieces of `pieceSeconds`, made as they are pulled. */
export async function* glideInPieces(
  seconds: number,
  pieceSeconds: number,
): AsyncGenerator<AudioChunk> {
  for (let at = 0; at < seconds - 1e-6; at += pieceSeconds)
    yield { samples: glide(Math.min(pieceSeconds, seconds - at), at) }
}

export async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream))
}

/** Decodes a file or bytes to 24 kHz mono, 16 bit. */
export async function decode(
  ffmpeg: Pick<Ffmpeg, 'path'>,
  source: Uint8Array | string,
  format: string,
): Promise<Int16Array<ArrayBuffer>> {
  const isRaw = format === 'mulaw' || format === 'alaw'
  const input = [
    ...['-protocol_whitelist', 'file,pipe', '-f', format],
    ...(isRaw ? ['-ar', `${SAMPLE_RATE}`, '-ac', '1'] : []),
    ...['-i', typeof source === 'string' ? source : 'pipe:0'],
  ]
  const output = ['-f', 's16le', '-ar', `${SAMPLE_RATE}`, '-ac', '1', 'pipe:1']
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield typeof source === 'string' ? new Uint8Array(0) : source
  }
  const { signal } = new AbortController()
  const heard = await collect(runEncoder(ffmpeg, [...input, ...output], bytes(), signal))
  return new Int16Array(Uint8Array.from(heard).buffer)
}

/** The ffmpeg that comes with us (2018) and, where the machine has one, a newer one. */
export async function ffmpegsHere(): Promise<readonly Ffmpeg[]> {
  const { path } = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg')
  const best = await getFfmpeg()
  const shipped = await findFfmpeg({ ...FFMPEG_SEARCH, ffmpegPath: path })
  return best.path === shipped.path ? [shipped] : [best, shipped]
}

/** The ids of the child processes that this process still has: running, or ended and not yet taken note of. */
export function childProcesses(): readonly number[] {
  // Not in the types: Node keeps this list for debugging.
  const node = process as unknown as { _getActiveHandles(): readonly object[] }
  return node._getActiveHandles().flatMap((handle) => {
    if (!('pid' in handle && 'exitCode' in handle && 'signalCode' in handle)) return []
    const hasEnded = handle.exitCode !== null || handle.signalCode !== null
    return typeof handle.pid === 'number' && !hasEnded ? [handle.pid] : []
  })
}

/**
 * How faithful `heard` is to `meant` in its worst tenth of a second, in dB, at the shift where they fit best, and that
 * shift in samples.
 */
export function fidelity(
  heard: Int16Array,
  meant: Float32Array,
): { worstDb: number; shift: number } {
  let best = { error: Number.POSITIVE_INFINITY, shift: 0 }
  for (let shift = -600; shift < 2_500; shift++) {
    const error = differenceDb(heard, meant, shift, 12_000, 1_200)
    if (error < best.error) best = { error, shift }
  }
  let worstDb = Number.POSITIVE_INFINITY
  for (let at = 2_400; at + 4_800 < meant.length; at += 2_400)
    worstDb = Math.min(worstDb, -differenceDb(heard, meant, best.shift, at, 2_400))
  return { worstDb, shift: best.shift }
}

function differenceDb(
  heard: Int16Array,
  meant: Float32Array,
  shift: number,
  from: number,
  length: number,
): number {
  let noise = 0
  let signal = 0
  for (let index = from; index < from + length; index++) {
    const wanted = (meant[index] ?? 0) * 32_768
    noise += ((heard[index + shift] ?? 0) - wanted) ** 2
    signal += wanted ** 2
  }
  return 10 * Math.log10((noise + 1) / (signal + 1))
}
