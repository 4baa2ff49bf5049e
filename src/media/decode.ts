import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { cancellationError } from './cancellation-error.ts'
import { downmixToMono } from './downmix.ts'
import { decodingFailed, type GetFfmpeg, type RunningFfmpeg, startDecoder } from './ffmpeg.ts'
import { type AudioFileType, type FileType, sniff } from './sniff.ts'

/** Bytes in a second of two channels of 32 bit floats. */
const BYTES_PER_SECOND = SAMPLE_RATE * 2 * Float32Array.BYTES_PER_ELEMENT
const TIMEOUT_MS = 20_000
/** Processor time, should this process end before it can end ffmpeg. */
const CPU_SECONDS = 30
/** More than ffmpeg writes before the samples of a wav. */
const MOST_HEAD_BYTES = 1_024
/** The largest block of memory that ffmpeg may ask for at once, in bytes. */
const MOST_MEMORY = 64 * 1024 * 1024

/** Decoders of sound alone: a film's pictures are never looked at. */
const CODECS = [
  ...['pcm_u8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le'],
  ...['pcm_alaw', 'pcm_mulaw', 'adpcm_ms', 'adpcm_ima_wav', 'mp3', 'mp3float', 'aac', 'alac'],
  ...['pcm_s8', 'pcm_s24be', 'pcm_s32be', 'pcm_f32be', 'pcm_f64be', 'adpcm_ima_qt'],
  ...['wmav1', 'wmav2', 'wmapro', 'wmavoice', 'wmalossless'],
  ...['opus', 'libopus', 'vorbis', 'libvorbis', 'flac'],
].join(',')

/**
 * Decodes an untrusted file: wav, mp3, m4a (or the sound of an mp4), ogg, webm, flac, aac, aiff, caf or wma, told by its bytes. Returns mono
 * samples of -1 to 1 at `SAMPLE_RATE`, at most `mostSeconds` of them, so that a small file cannot fill the memory. ffmpeg
 * runs in a process of its own, which is confined as far as the system can (`startDecoder`), is told the container, opens no other file and no
 * network, and is ended after 20 s.
 *
 * Throws AppError('voice/recording') where it cannot be decoded, AppError('decode/failed') where ffmpeg was ended twice by others,
 * AppError('speech/cancelled') on abort, AppError('encode/no-ffmpeg'). `path` must be one that we have made ourselves.
 */
export async function decodeSound(
  path: string,
  getFfmpeg: GetFfmpeg,
  mostSeconds: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  const type = await sniff(path)
  if (!type.audio) throw undecodable(await refusalOf(path, type))
  const ffmpeg = await getFfmpeg()
  const time = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const args = argumentsFor(type.audio, path, mostSeconds)
    const mostBytes = MOST_HEAD_BYTES + mostSeconds * BYTES_PER_SECOND
    const either = AbortSignal.any([signal, time])
    const limits = { file: path, cpuSeconds: CPU_SECONDS }
    const read = () => readSamples(() => startDecoder(ffmpeg.path, args, limits), mostBytes, either)
    return await read().catch((error) => {
      if (error instanceof AppError && error.code === 'decode/failed') return read()
      throw error
    })
  } catch (error) {
    if (signal.aborted) throw cancellationError(signal)
    if (time.aborted) throw undecodable(`it was not read within ${TIMEOUT_MS / 1_000} s`)
    throw error
  }
}

/** The name that ffmpeg has for the reader of each container. */
const DEMUXERS: Readonly<Record<AudioFileType, string>> = {
  ...{ wav: 'wav', mp3: 'mp3', m4a: 'mov', ogg: 'ogg', webm: 'matroska', flac: 'flac' },
  ...{ aac: 'aac', aiff: 'aiff', caf: 'caf', wma: 'asf' },
}

async function refusalOf(path: string, { description }: FileType): Promise<string> {
  if (description) return `it is ${description}`
  const { size } = await stat(path)
  return size === 0 ? 'it is empty' : 'its first bytes are those of no sound file'
}

function argumentsFor(audio: AudioFileType, path: string, mostSeconds: number): readonly string[] {
  return [
    ...decoderArguments(audio, path),
    ...['-t', `${mostSeconds}`],
    // Stereo stays stereo, so that a dead channel takes nothing from the other one.
    ...['-af', 'aformat=channel_layouts=mono|stereo', '-ar', `${SAMPLE_RATE}`],
    ...['-c:a', 'pcm_f32le', '-f', 'wav', 'pipe:1'],
  ]
}

/** How ffmpeg is told to read an untrusted file: as what it is, with few decoders, and nothing else from anywhere. */
export function decoderArguments(audio: AudioFileType, path: string): readonly string[] {
  const demuxer = DEMUXERS[audio]
  return [
    ...['-max_alloc', `${MOST_MEMORY}`, '-threads', '1'],
    ...['-protocol_whitelist', 'file', '-format_whitelist', demuxer],
    ...['-codec_whitelist', CODECS, '-f', demuxer, '-i', `file:${resolve(path)}`],
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'],
  ]
}

async function readSamples(
  start: () => Promise<RunningFfmpeg>,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  signal.throwIfAborted()
  const decoder = await start()
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
    // What it gave until then is a part of the recording.
    if (length < mostBytes && decoder.wasKilled()) throw decodingFailed(problem)
    const samples = oneChannelOf(Buffer.from(bytes.buffer, 0, length))
    // A file that breaks off has sound up to there, whatever ffmpeg says about its end.
    if (samples.length > 0) return samples
    throw undecodable(
      problem === undefined ? 'it holds no sound' : 'it is damaged or holds no sound',
    )
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
    await decoder.ended
  }
}

/** Reads the samples of a wav of one or two channels of 32 bit floats, as ffmpeg writes it, and mixes them to mono. */
function oneChannelOf(wav: Buffer): Float32Array {
  const start = wav.subarray(0, MOST_HEAD_BYTES).indexOf('data') + 8
  if (start < 8 || start > wav.length) return new Float32Array(0)
  const channels = wav.readUInt16LE(22)
  const frames = Math.floor((wav.length - start) / Float32Array.BYTES_PER_ELEMENT / channels)
  const numbers = new Float32Array(frames * channels)
  // The processor's byte order is the file's: see pcm.ts. Number by number, two minutes hold the process up for 0.3 s.
  new Uint8Array(numbers.buffer).set(wav.subarray(start, start + numbers.byteLength))
  const samples = numbers.map((value) => (Number.isFinite(value) ? value : 0))
  return channels === 2 ? downmixToMono(samples) : samples
}

function undecodable(why: string): AppError {
  return new AppError(
    'voice/recording',
    `The recording cannot be decoded: ${why}. Send a wav, mp3, m4a, ogg, webm, flac, aac, aiff, caf or wma file.`,
  )
}
