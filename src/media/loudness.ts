import { open } from 'node:fs/promises'
import { SAMPLE_RATE } from '#shared/audio.ts'
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
/** A limiter takes a little of the loudness, which another pass gives back: as long as it is off by more than this, in LU. */
const TOLERANCE = 0.2
const PASSES = 4
const ATTACK_MS = 5
/** Silence behind the sound, in samples: the last part of a tenth of a second is measured, and the limiter gives all back. */
const PADDING = 9_600

/**
 * Measures a sound with ffmpeg. A sound of less than 0.4 s, or of silence, has an `integrated` of -70. Throws like `runEncoder`, and
 * AppError('encode/no-ffmpeg').
 */
export async function measureLoudness(
  sound: PcmFile,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): Promise<Loudness> {
  const print = (key: string): string => `ametadata=mode=print:key=lavfi.r128.${key}:file=-`
  const filter = [
    ...[`apad=pad_len=${PADDING}`, 'ebur128=peak=true:metadata=1'],
    ...[print('I'), print('true_peaks_ch0')],
  ]
  const args = [...PCM_INPUT.split(' '), '-af', filter.join(','), '-f', 'null', '-']
  const { path } = await getFfmpeg()
  const found = { I: -70, true_peaks_ch0: 0 }
  let rest = ''
  for await (const bytes of runEncoder({ path }, args, readPcmBytes(sound), signal)) {
    const lines = `${rest}${Buffer.from(bytes).toString('latin1')}`.split('\n')
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

/**
 * Brings a sound to a loudness in LUFS, into the file `output`, with no true peak above `truePeak`: by a gain, and where that would
 * be too high, by a limiter with look-ahead at 96 kHz. What cannot be measured (see `measureLoudness`) stays as it is, and is `sound`
 * itself. Throws what `measureLoudness` throws, and what the disk says.
 */
export async function levelLoudness(
  sound: PcmFile,
  { integrated: target, truePeak }: LoudnessAim,
  output: string,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): Promise<PcmFile> {
  const before = await measureLoudness(sound, getFfmpeg, signal)
  if (before.integrated <= SILENCE) return sound
  let gain = Math.min(MOST_GAIN, target - before.integrated)
  const limit = truePeak - MARGIN
  if (before.truePeak + gain <= limit) {
    await write(output, sound.samples, 0, amplified(sound, gain))
    return { ...sound, path: output }
  }
  const { path } = await getFfmpeg()
  for (let pass = 1; ; pass++) {
    const limited = runEncoder({ path }, limiterArguments(gain, limit), readPcmBytes(sound), signal)
    await write(output, sound.samples, (ATTACK_MS * SAMPLE_RATE) / 1_000, limited)
    const result = { ...sound, path: output }
    if (pass === PASSES) return result
    const missing = target - (await measureLoudness(result, getFfmpeg, signal)).integrated
    if (Math.abs(missing) <= TOLERANCE) return result
    gain = Math.min(MOST_GAIN, gain + missing)
  }
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
