import { open } from 'node:fs/promises'
import { SAMPLE_RATE } from '#shared/audio.ts'
import {
  type AudiobookFormat,
  encodingOf,
  type FileFormat,
  isAudiobookFormat,
  type StreamFormat,
} from '#shared/formats.ts'
import { PCM_INPUT } from './compressed.ts'
import type { GetFfmpeg } from './ffmpeg.ts'
import { toPcm, toSamples } from './pcm.ts'
import { type PcmFile, readPcmBytes } from './pcm-file.ts'
import { runEncoder } from './run-encoder.ts'

/** Loudness of a sound by EBU R128 (ITU-R BS.1770). */
export interface Loudness {
  /** Of the whole, gated, in LUFS. */
  readonly integrated: number
  /** Highest level between the samples too, in dBTP. */
  readonly truePeak: number
}

/** By how much the limiter stays below the highest peak, in dB: the way back to 24 kHz and lossy codecs raise peaks a little. */
const MARGIN = 0.7
/** Quieter than this nothing is measured: the gate of R128 counts it as silence. */
const SILENCE = -69.9
/** Most that a sound is raised, in dB. */
const MOST_GAIN = 40
/** A limiter and lossy codecs change the loudness, which another pass corrects if it is off by more than this, in LU. */
const TOLERANCE = 0.1
const PASSES = 5
/** A peak that is too high is heard more than a level that is not met. */
const PEAK_WEIGHT = 2
/** By how much a limiter is lowered below what would have sufficed, in dB: the next encoding has other peaks. */
const PEAK_RESERVE = 0.1
const ATTACK_MS = 5
/** Silence behind the sound in samples at 24 kHz, after which the limiter has given all back. */
const PADDING = 9_600
/** R128 is measured in steps of a tenth of a second: silence in samples at 48 kHz that completes the last step and begins no other. */
const STEP_PADDING = 4_799

/**
 * Measures a sound with ffmpeg. A sound of less than 0.4 s, or of silence, has an `integrated` of -70. Throws like `runEncoder`, and
 * AppError('encode/no-ffmpeg').
 */
export async function measureLoudness(
  sound: PcmFile,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): Promise<Loudness> {
  return measure(PCM_INPUT.split(' '), readPcmBytes(sound), getFfmpeg, signal)
}

/**
 * Measures a file that we have encoded, as its listeners decode it: a lossy codec changes both figures. Returns and throws what
 * `measureLoudness` does.
 */
export async function measureEncoded(
  path: string,
  format: FileFormat | AudiobookFormat,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): Promise<Loudness> {
  const input = [...rawInput(format), '-i', `file:${path}`]
  return measure(input, once(new Uint8Array(0)), getFfmpeg, signal)
}

/** What ffmpeg must be told of a file without a header. */
function rawInput(format: FileFormat | AudiobookFormat): readonly string[] {
  if (isAudiobookFormat(format)) return []
  const encoding = encodingOf(format)
  const demuxer = RAW_DEMUXERS[encoding.format]
  return demuxer ? ['-f', demuxer, '-ar', `${encoding.sampleRate}`, '-ac', '1'] : []
}

const RAW_DEMUXERS: Readonly<Partial<Record<StreamFormat, string>>> = {
  pcm_s16le: 's16le',
  mulaw: 'mulaw',
  alaw: 'alaw',
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function measure(
  input: readonly string[],
  bytes: AsyncIterable<Uint8Array>,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): Promise<Loudness> {
  const print = (key: string): string => `ametadata=mode=print:key=lavfi.r128.${key}:file=-`
  const filter = [
    ...['aresample=48000', `apad=pad_len=${STEP_PADDING}`, 'ebur128=peak=true:metadata=1'],
    ...[print('I'), print('true_peaks_ch0')],
  ]
  const args = [...input, '-map', '0:a', '-af', filter.join(','), '-f', 'null', '-']
  const { path } = await getFfmpeg()
  const found = { I: -70, true_peaks_ch0: 0 }
  let rest = ''
  for await (const printed of runEncoder({ path }, args, bytes, signal)) {
    const lines = `${rest}${Buffer.from(printed).toString('latin1')}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, key, value] = /^lavfi\.r128\.(I|true_peaks_ch0)=(.+)$/.exec(line) ?? []
      if (key === 'I' || key === 'true_peaks_ch0') found[key] = Number(value)
    }
  }
  return { integrated: found.I, truePeak: 20 * Math.log10(Math.max(found.true_peaks_ch0, 1e-6)) }
}

/** What a sound is brought to. */
export interface LoudnessAim {
  /** In LUFS. */
  readonly integrated: number
  /** Highest true peak, in dBTP. */
  readonly truePeak: number
}

/** A sound at its loudness, and how it was brought there. */
export interface LevelledSound {
  /** The result; the sound itself if that cannot be measured. */
  readonly sound: PcmFile
  /** The sound as it was. */
  readonly from: PcmFile
  /** Undefined if the sound cannot be measured. */
  readonly level?: Level | undefined
}

/** How a sound is levelled. */
interface Level {
  /** In dB. */
  readonly gain: number
  /** Where the limiter holds the peaks, in dBTP. */
  readonly limit: number
  /** True peak without gain, in dBTP. */
  readonly truePeakBefore: number
}

/**
 * Brings a sound to a loudness in LUFS, into the file `output`, with no true peak above `truePeak`: by a gain, and where that would
 * be too high, by a limiter with look-ahead at 96 kHz. What cannot be measured (see `measureLoudness`) stays as it is, and is `sound`
 * itself. Throws what `measureLoudness` throws, and what the disk says.
 */
export async function levelLoudness(
  sound: PcmFile,
  aim: LoudnessAim,
  output: string,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): Promise<LevelledSound> {
  const before = await measureLoudness(sound, getFfmpeg, signal)
  if (before.integrated <= SILENCE) return { sound, from: sound }
  const gain = Math.min(MOST_GAIN, aim.integrated - before.integrated)
  const level = { gain, limit: aim.truePeak - MARGIN, truePeakBefore: before.truePeak }
  const levelled = await applyLevel(sound, level, output, getFfmpeg, signal)
  // A gain alone gives what was calculated.
  if (!needsLimiter(level)) return levelled
  const result = (pass: LevelledSound) => measureLoudness(pass.sound, getFfmpeg, signal)
  return correctLoudness(levelled, aim, result, output, getFfmpeg, signal)
}

/**
 * Levels a sound anew, into the file `output`, until what `measureResult` finds of it meets the aim, at most five times; then the best of them counts. If the result is made of
 * the sound by a codec, that is a file in which the codec's own changes are corrected. Throws what `measureResult` and `levelLoudness` throw.
 */
export async function correctLoudness(
  start: LevelledSound,
  aim: LoudnessAim,
  measureResult: (levelled: LevelledSound) => Promise<Loudness>,
  output: string,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): Promise<LevelledSound> {
  let levelled = start
  let best: Trial | undefined
  for (let pass = 1; ; pass++) {
    const { level } = levelled
    if (!level) return levelled
    const { integrated, truePeak } = await measureResult(levelled)
    const missing = aim.integrated - integrated
    const excess = truePeak - aim.truePeak
    const isMet = Math.abs(missing) <= TOLERANCE && excess <= 0
    if (isMet || integrated <= SILENCE) return levelled
    best = betterOf(best, { level, fault: Math.abs(missing) + PEAK_WEIGHT * Math.max(0, excess) })
    if (pass >= PASSES) break
    const gain = Math.min(MOST_GAIN, level.gain + missing)
    const limit = excess > 0 ? limitBelow(level, excess) : level.limit
    levelled = await applyLevel(levelled.from, { ...level, gain, limit }, output, getFfmpeg, signal)
  }
  if (best.level === levelled.level) return levelled
  const again = await applyLevel(levelled.from, best.level, output, getFfmpeg, signal)
  // Whoever encodes it to measure it keeps the file that was encoded last.
  await measureResult(again)
  return again
}

interface Trial {
  readonly level: Level
  /** How far the result is from the aim. */
  readonly fault: number
}

const betterOf = (best: Trial | undefined, trial: Trial): Trial =>
  best === undefined || trial.fault < best.fault ? trial : best

/** The limit of which a sound has peaks lower by `excess`: below its highest peak, if no limiter has held that. */
const limitBelow = ({ gain, limit, truePeakBefore }: Level, excess: number): number =>
  Math.min(limit, truePeakBefore + gain) - excess - PEAK_RESERVE

const needsLimiter = ({ gain, limit, truePeakBefore }: Level): boolean =>
  truePeakBefore + gain > limit

async function applyLevel(
  sound: PcmFile,
  level: Level,
  output: string,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): Promise<LevelledSound> {
  if (needsLimiter(level)) {
    const { path } = await getFfmpeg()
    const args = limiterArguments(level.gain, level.limit)
    const limited = runEncoder({ path }, args, readPcmBytes(sound), signal)
    await write(output, sound.samples, (ATTACK_MS * SAMPLE_RATE) / 1_000, limited)
  } else await write(output, sound.samples, 0, amplified(sound, level.gain))
  return { sound: { ...sound, path: output }, from: sound, level }
}

function limiterArguments(gain: number, limit: number): readonly string[] {
  const filter = [
    ...[`apad=pad_len=${PADDING}`, `volume=${gain.toFixed(3)}dB:precision=double`],
    ...['aresample=96000', limiter(limit), `aresample=${SAMPLE_RATE}`],
  ]
  return [...PCM_INPUT.split(' '), '-af', filter.join(','), '-f', 's16le', 'pipe:1']
}

/** The sound comes out later by the attack. `level`: by itself it would raise the result to 0 dB. */
const limiter = (limit: number): string =>
  `alimiter=limit=${(10 ** (limit / 20)).toFixed(5)}:attack=${ATTACK_MS}:release=80:level=0`

async function* amplified(sound: PcmFile, gain: number): AsyncGenerator<Uint8Array> {
  const factor = 10 ** (gain / 20)
  for await (const bytes of readPcmBytes(sound))
    yield toPcm(toSamples(bytes).map((sample) => sample * factor))
}

/** Writes as many samples as there were, without the first `skip`. */
async function write(
  path: string,
  samples: number,
  skip: number,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    let toSkip = 2 * skip
    let left = 2 * samples
    for await (const piece of pieces) {
      const kept = piece.subarray(toSkip).subarray(0, left)
      toSkip -= Math.min(toSkip, piece.length)
      left -= kept.length
      if (kept.length > 0) await file.writeFile(kept)
    }
    if (left > 0) await file.writeFile(new Uint8Array(left))
  } finally {
    await file.close()
  }
}
