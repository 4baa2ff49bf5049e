import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type GetFfmpeg, rememberFfmpeg } from '#media/ffmpeg.ts'

/** Samples a second of all sound that is measured here. */
export const RATE = 16_000

const MOST_BYTES = 2 ** 30

/** The ffmpeg that the product would use; FFMPEG_PATH names another one. */
export const getFfmpeg: GetFfmpeg = rememberFfmpeg({
  ffmpegPath: process.env['FFMPEG_PATH'],
  searchPath: process.env['PATH'],
  directory: join(import.meta.dirname, '../../node_modules/.cache/ffmpeg'),
})

/** Samples of any sound file in -1 to 1, mono at `RATE`. Throws where ffmpeg cannot read it. */
export async function readSound(path: string): Promise<Float32Array> {
  const { path: ffmpeg } = await getFfmpeg()
  const output = ['-ac', '1', '-ar', `${RATE}`, '-f', 'f32le', '-']
  const bytes = execFileSync(ffmpeg, ['-v', 'error', '-i', path, ...output], {
    maxBuffer: MOST_BYTES,
  })
  const end = bytes.byteOffset + (bytes.length & ~3)
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, end))
}
