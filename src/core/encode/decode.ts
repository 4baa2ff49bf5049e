import { open } from 'node:fs/promises'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { cancelled } from './cancelled.ts'
import { type Container, containerOf } from './containers.ts'
import { type GetFfmpeg, startFfmpeg } from './ffmpeg.ts'

const BYTES_PER_SECOND = SAMPLE_RATE * Float32Array.BYTES_PER_ELEMENT
const TIMEOUT_MS = 20_000
const HEAD_BYTES = 64
/** The largest block of memory that ffmpeg may ask for at once, in bytes. */
const MOST_MEMORY = 64 * 1024 * 1024

/** Decoders of sound alone: a film's pictures are never looked at. */
const CODECS = [
  ...['pcm_u8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le'],
  ...['pcm_alaw', 'pcm_mulaw', 'adpcm_ms', 'adpcm_ima_wav', 'mp3', 'mp3float', 'aac', 'alac'],
  ...['opus', 'libopus', 'vorbis', 'libvorbis', 'flac'],
].join(',')

/**
 * The sound of a file from outside: wav, mp3, m4a (or the sound of an mp4), ogg, webm or flac, told by its bytes. Mono
 * at `SAMPLE_RATE`, at most `mostSeconds` of it: nothing that unpacks to more fills the memory. It is read by ffmpeg in a
 * process of its own that is told the container, opens no other file and no network, and is ended after 20 s.
 *
 * Throws AppError('voice/recording') where it cannot be decoded, AppError('speech/cancelled') on abort,
 * AppError('encode/no-ffmpeg'). `path` must be one that we have made ourselves.
 */
export async function decodeSound(
  path: string,
  getFfmpeg: GetFfmpeg,
  mostSeconds: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  const container = containerOf(await headOf(path))
  if ('problem' in container) throw undecodable(container.problem)
  const ffmpeg = await getFfmpeg()
  const time = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const args = argumentsFor(container, path, mostSeconds)
    const mostBytes = mostSeconds * BYTES_PER_SECOND
    return await read(ffmpeg.path, args, mostBytes, AbortSignal.any([signal, time]))
  } catch (error) {
    if (signal.aborted) throw cancelled(signal)
    if (time.aborted) throw undecodable(`it was not read within ${TIMEOUT_MS / 1_000} s`)
    throw error
  }
}

function argumentsFor(
  { demuxer }: Container,
  path: string,
  mostSeconds: number,
): readonly string[] {
  return [
    ...['-max_alloc', `${MOST_MEMORY}`, '-threads', '1'],
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxer],
    ...['-codec_whitelist', CODECS, '-f', demuxer, '-i', `file:${path}`],
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-t', `${mostSeconds}`],
    ...['-ac', '1', '-ar', `${SAMPLE_RATE}`, '-f', 'f32le', 'pipe:1'],
  ]
}

async function read(
  program: string,
  args: readonly string[],
  mostBytes: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  signal.throwIfAborted()
  const decoder = await startFfmpeg(program, args)
  const bytes = new Uint8Array(mostBytes)
  let length = 0
  const stop = (): void => {
    decoder.kill()
    decoder.stdout.destroy()
  }
  signal.addEventListener('abort', stop, { once: true })
  // It reads a file; what is said about the pipe we do not use is of no interest.
  decoder.stdin.on('error', () => undefined)
  decoder.stdin.end()
  try {
    if (signal.aborted) stop()
    for await (const piece of decoder.stdout) {
      const taken = piece.subarray(0, mostBytes - length)
      bytes.set(taken, length)
      length += taken.length
      if (length === mostBytes) break
    }
    const problem = length === mostBytes ? undefined : await decoder.ended
    signal.throwIfAborted()
    const samples = new Float32Array(bytes.buffer.slice(0, length - (length % 4)))
    // A file that breaks off has sound up to there, whatever ffmpeg says about its end.
    if (samples.length > 0) return samples.map((value) => (Number.isFinite(value) ? value : 0))
    throw undecodable(
      problem === undefined ? 'it holds no sound' : 'it is damaged or holds no sound',
    )
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
    await decoder.ended
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const head = new Uint8Array(HEAD_BYTES)
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function undecodable(why: string): AppError {
  return new AppError(
    'voice/recording',
    `The recording cannot be decoded: ${why}. Send a wav, mp3, m4a, ogg, webm or flac file.`,
  )
}
