import type { GetFfmpeg } from '#core/encode/ffmpeg.ts'
import { runEncoder } from '#core/encode/run-encoder.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'

const RAW = ['-f', 's16le', '-ar', `${SAMPLE_RATE}`, '-ac', '1']

/**
 * Sound with its steady noise taken out; as long as before. 24 kHz mono, 16 bit little endian. Throws
 * AppError('encode/no-ffmpeg'), ('encode/failed'), ('speech/cancelled').
 */
export async function cleanNoise(
  pcm: Uint8Array,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const args = [...RAW, '-i', 'pipe:0', '-af', 'afftdn=tn=1', ...RAW, 'pipe:1']
  const input = async function* (): AsyncGenerator<Uint8Array> {
    yield pcm
  }
  const pieces = await Array.fromAsync(runEncoder(await getFfmpeg(), args, input(), signal))
  const cleaned = new Uint8Array(pcm.length)
  cleaned.set(Buffer.concat(pieces).subarray(0, pcm.length))
  return cleaned
}
