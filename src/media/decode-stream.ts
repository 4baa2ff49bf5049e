import { AppError } from '#shared/errors.ts'
import { cancellationError } from './cancellation-error.ts'
import { decoderArguments } from './decode.ts'
import { decodingFailed, type GetFfmpeg, type RunningFfmpeg, startDecoder } from './ffmpeg.ts'
import { type AudioFileType, sniff } from './sniff.ts'

/** Samples of one block: a second at 16 kHz. */
const BLOCK = 16_000
/** Time without a byte from ffmpeg while one is awaited, in milliseconds. */
const SILENCE_MS = 30_000
/** Processor time that a recording may take: so much, and a second for so many seconds of sound. */
const CPU_SECONDS = 60
const LEAST_SPEED = 10

export interface DecodingOptions {
  /** Samples a second of what comes out. */
  readonly rate: number
  /** A longer recording is refused once it has been heard so far. */
  readonly mostSeconds: number
}

/**
 * Decodes an untrusted file as `decodeSound` does, but as a stream: mono samples of -1 to 1 in blocks, made no faster than they
 * are read, so that hours of sound take no more memory than a minute. Throws AppError('transcribe/source') where it
 * cannot be decoded, holds no sound or is too long, AppError('decode/failed') where ffmpeg was ended twice by others, the signal's
 * reason, and AppError('encode/no-ffmpeg'). `path` must be one that we have made ourselves.
 */
export async function* decodeStream(
  path: string,
  getFfmpeg: GetFfmpeg,
  { rate, mostSeconds }: DecodingOptions,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  const { audio } = await sniff(path)
  if (!audio) throw undecodable('its first bytes are those of no sound file')
  const ffmpeg = await getFfmpeg()
  const args = streamArguments(audio, path, rate)
  const limits = { file: path, cpuSeconds: CPU_SECONDS + Math.ceil(mostSeconds / LEAST_SPEED) }
  const start = () => startDecoder(ffmpeg.path, args, limits)
  let given = 0
  for (let isAgain = false; ; isAgain = true) {
    try {
      // The same file gives the same samples: a second ffmpeg goes on where the first one was ended.
      for await (const samples of without(given, decodeOnce(start, signal))) {
        given += samples.length
        if (given > mostSeconds * rate) throw tooLong(mostSeconds)
        yield samples
      }
      return
    } catch (error) {
      if (isAgain || !(error instanceof AppError) || error.code !== 'decode/failed') throw error
    }
  }
}

/** Leaves out the first `count` samples. */
async function* without(
  count: number,
  blocks: AsyncIterable<Float32Array>,
): AsyncGenerator<Float32Array> {
  let rest = count
  for await (const block of blocks) {
    const out = Math.min(rest, block.length)
    rest -= out
    if (out < block.length) yield out === 0 ? block : block.subarray(out)
  }
}

async function* decodeOnce(
  start: () => Promise<RunningFfmpeg>,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  signal.throwIfAborted()
  const decoder = await start()
  const stop = (): void => {
    decoder.kill()
    decoder.stdout.destroy()
  }
  signal.addEventListener('abort', stop, { once: true })
  decoder.stdin.on('error', () => undefined)
  decoder.stdin.end()
  let count = 0
  try {
    for await (const samples of samplesOf(decoder, stop)) {
      signal.throwIfAborted()
      count += samples.length
      yield samples
    }
    const problem = await decoder.ended
    signal.throwIfAborted()
    if (decoder.wasKilled()) throw decodingFailed(problem)
    // A file that breaks off has sound up to there, whatever ffmpeg says about its end.
    if (count > 0) return
    throw undecodable(problem ? 'it is damaged or holds no sound' : 'it holds no sound')
  } catch (error) {
    if (signal.aborted) throw signal.reason ?? cancellationError(signal)
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
    await decoder.ended
  }
}

function streamArguments(audio: AudioFileType, path: string, rate: number): readonly string[] {
  const output = ['-ac', '1', '-ar', `${rate}`, '-c:a', 'pcm_f32le', '-f', 'f32le', 'pipe:1']
  return [...decoderArguments(audio, path), ...output]
}

/** Blocks of whole samples of what ffmpeg writes. `stop` ends an ffmpeg that hangs. */
async function* samplesOf(
  { stdout }: RunningFfmpeg,
  stop: () => void,
): AsyncGenerator<Float32Array> {
  let kept = Buffer.alloc(0)
  let isStuck = false
  const hangs = (): NodeJS.Timeout =>
    setTimeout(() => {
      isStuck = true
      stop()
    }, SILENCE_MS)
  let timer = hangs()
  try {
    for await (const piece of stdout) {
      clearTimeout(timer)
      kept = Buffer.concat([kept, piece])
      const bytes = BLOCK * Float32Array.BYTES_PER_ELEMENT
      for (; kept.length >= bytes; kept = kept.subarray(bytes))
        yield floats(kept.subarray(0, bytes))
      timer = hangs()
    }
  } catch (error) {
    if (isStuck) throw undecodable(`it was not read within ${SILENCE_MS / 1_000} s`)
    throw error
  } finally {
    clearTimeout(timer)
  }
  const rest = floats(kept)
  if (rest.length > 0) yield rest
}

/** The processor's byte order is that of the samples: see pcm.ts. */
function floats(bytes: Buffer): Float32Array {
  const numbers = new Float32Array(Math.floor(bytes.length / Float32Array.BYTES_PER_ELEMENT))
  new Uint8Array(numbers.buffer).set(bytes.subarray(0, numbers.byteLength))
  return numbers.map((value) => (Number.isFinite(value) ? value : 0))
}

function undecodable(why: string): AppError {
  return new AppError(
    'transcribe/source',
    `The recording cannot be decoded: ${why}. Send a wav, mp3, m4a, ogg, webm, flac, aac, aiff, caf or wma file.`,
  )
}

function tooLong(mostSeconds: number): AppError {
  return new AppError(
    'transcribe/source',
    `The recording is longer than ${Math.round(mostSeconds / 3_600)} hours, which is the limit. Send it in parts.`,
  )
}
