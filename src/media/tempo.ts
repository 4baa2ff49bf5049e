import { type AudioChunk, SAMPLE_RATE } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { PCM_INPUT } from './compressed.ts'
import type { Ffmpeg, GetFfmpeg } from './ffmpeg.ts'
import { encodePcm, toSamples } from './pcm.ts'
import { runEncoder } from './run-encoder.ts'

/**
 * Changes the tempo by `factor` (0.25 to 4; 2 is half as long) at the same pitch, by overlapping windows of the waveform
 * (ffmpeg's `atempo`, which is WSOLA). One continuous process holds back less than 0.2 s of sound and is killed on abort.
 * Timings are lost. Throws like `runEncoder`, and
 * AppError('encode/no-ffmpeg').
 */
export async function* changeTempo(
  chunks: AsyncIterable<AudioChunk>,
  factor: number,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): AsyncGenerator<AudioChunk> {
  const ffmpeg = await ffmpegForTempo(getFfmpeg)
  const args = [...PCM_INPUT.split(' '), ...tempoArguments(factor)]
  let odd: Uint8Array = new Uint8Array(0)
  for await (const bytes of runEncoder(ffmpeg, args, encodePcm(chunks, signal), signal)) {
    const whole = odd.length === 0 ? bytes : Buffer.concat([odd, bytes])
    const even = whole.length - (whole.length % 2)
    odd = whole.subarray(even)
    if (even > 0) yield { samples: toSamples(whole.subarray(0, even)) }
  }
}

/**
 * ffmpeg of 2018 stretches by 0.5 to 2 only, and later ones drop sound beyond 2 instead of blending it: a larger change
 * is made in two equal steps.
 */
function tempoArguments(factor: number): readonly string[] {
  const step = factor < 0.5 || factor > 2 ? Math.sqrt(factor) : factor
  const filter = `atempo=${step.toFixed(6)}`
  const filters = step === factor ? filter : `${filter},${filter}`
  return `-filter:a ${filters} -f s16le -ar ${SAMPLE_RATE} -flush_packets 1 pipe:1`.split(' ')
}

async function ffmpegForTempo(getFfmpeg: GetFfmpeg): Promise<Ffmpeg> {
  try {
    return await getFfmpeg()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'encode/no-ffmpeg') throw error
    throw new AppError(
      error.code,
      `The voices speak at 0.7 to 1.2 times their pace; further needs ffmpeg. ${error.message}`,
      error,
    )
  }
}
