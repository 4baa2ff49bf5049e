import { setImmediate as nextTurn } from 'node:timers/promises'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { resample } from '#speech/dsp/resample.ts'
import { harmonicity } from './harmonicity.ts'
import { clippedShare, frameLevels, type Levels, withoutDrift, withoutOffset } from './levels.ts'
import { type StationaryPartials, standingPartials } from './music.ts'
import { HOP_SECONDS, openPitchPath } from './pitch-path.ts'
import { hasTwoSpeakers } from './speakers.ts'
import { bassDecibels, openSpectrumReader, openSpectrumSum } from './spectrum.ts'

/** Acoustic measurements of a stretch of speech. */
export interface Analysis extends Levels {
  readonly seconds: number
  /** Share of the samples, 0 to 1, close to the highest level. */
  readonly clippedShare: number
  readonly voicedSeconds: number
  /** Median of the fundamental frequency in Hz; 0 where nothing is voiced. */
  readonly f0Hz: number
  /** Distance from the 10th to the 90th percentile of the pitch. */
  readonly rangeSemitones: number
  /** Mean harmonics-to-noise ratio of voiced frames, in dB. */
  readonly harmonicsDecibels: number
  /** Mel spectrum of every frame, with speech or without, in dB. */
  readonly frames: readonly Float64Array[]
  /** Pitch of every frame in Hz, 0 where there is none. */
  readonly pitch: Float64Array
  /** Stationary partials, and whether there are two speakers: not measured where the median pitch was given. */
  readonly standing: StationaryPartials
  readonly hasTwoSpeakers: boolean
  /** Mean mel spectrum of all frames with speech, in dB. */
  readonly spectrum: Float64Array
  /** Mean level under the lowest band of the frames with speech, in dB. */
  readonly bassDecibels: number
  /** Mean mel spectrum of voiced frames and the variation of each band, in dB. */
  readonly voicedSpectrum: Float64Array
  readonly voicedMovement: Float64Array
}

const RATE = 16_000
export const FRAME_SECONDS = HOP_SECONDS
/** Pitch range of all voices, and around the median for the second pass. */
const LOWEST_HZ = 60
const HIGHEST_HZ = 440
const BELOW = 0.55
const ABOVE = 2.1
const NOTHING: StationaryPartials = { partials: 0, share: 0 }
const NONE = new Float64Array(0)
/**
 * Harmonics-to-noise ratio in dB above which the pitch of a frame is reliable: creak, breath and the edges of
 * consonants lie below. If less than this share of the voiced frames is reliable, all of them count.
 */
const CLEAR_DECIBELS = 7.5
const CLEAR_SHARE = 0.25
/** Sound processed before other work gets a turn, in seconds: about 10 ms. */
const SLICE_SECONDS = 1

/**
 * Measures a recording, in slices that leave the process free for other work. `samples`: mono at `SAMPLE_RATE`, at
 * least 0.1 s. Pitch is tracked twice: over the range of all voices, then around the median found, which avoids octave
 * errors. `aroundHz`: the median, where it is known. Rejects with the signal's reason.
 */
export async function analyse(
  samples: Float32Array,
  signal: AbortSignal,
  aroundHz?: number,
): Promise<Analysis> {
  const sound = resample(withoutDrift(samples, SAMPLE_RATE), SAMPLE_RATE, RATE)
  await nextTurn()
  const seconds = sound.length / RATE
  const isUnknown = aroundHz === undefined
  const anyPitch = isUnknown ? await follow(sound, LOWEST_HZ, HIGHEST_HZ, signal) : NONE
  const standing = isUnknown ? await standingPartials(sound, RATE, signal) : NOTHING
  const pitch = await pitchAround(sound, anyPitch, aroundHz, signal)
  const levels = frameLevels(sound, Math.round(FRAME_SECONDS * RATE))
  const { harmonics, ...spectra } = await spectraOf(sound, pitch, levels.isSpeech, signal)
  const voiced = pitch.filter((hz, frame) => hz > 0 && levels.isSpeech[frame])
  const clear = pitch.filter((_, frame) => (harmonics[frame] ?? 0) > CLEAR_DECIBELS)
  const sorted = (clear.length > CLEAR_SHARE * voiced.length ? clear : voiced).sort()
  return {
    ...levels,
    ...spectra,
    pitch,
    standing,
    hasTwoSpeakers: isUnknown && hasTwoSpeakers({ ...levels, ...spectra, anyPitch }),
    seconds,
    clippedShare: clippedShare(withoutOffset(samples)),
    voicedSeconds: voiced.length * FRAME_SECONDS,
    f0Hz: quantile(sorted, 0.5),
    rangeSemitones:
      sorted.length === 0 ? 0 : 12 * Math.log2(quantile(sorted, 0.9) / quantile(sorted, 0.1)),
  }
}

async function pitchAround(
  sound: Float32Array,
  anyPitch: Float64Array,
  aroundHz: number | undefined,
  signal: AbortSignal,
): Promise<Float64Array> {
  const middle = aroundHz ?? quantile(anyPitch.filter((hz) => hz > 0).sort(), 0.5)
  if (middle === 0) return anyPitch
  const [low, high] = [Math.max(LOWEST_HZ, middle * BELOW), Math.min(HIGHEST_HZ, middle * ABOVE)]
  return follow(sound, low, high, signal)
}

/** Pitch in Hz per frame, 0 where there is none. */
async function follow(
  sound: Float32Array,
  lowHz: number,
  highHz: number,
  signal: AbortSignal,
): Promise<Float64Array> {
  const path = openPitchPath(resample(sound, RATE, RATE / 2), RATE / 2, lowHz, highHz)
  const slice = Math.round(SLICE_SECONDS / HOP_SECONDS)
  for (let frame = 0; frame < path.frames; frame += slice) {
    await nextTurn()
    signal.throwIfAborted()
    path.listen(frame + slice)
  }
  return path.walk()
}

type Spectra = Pick<
  Analysis,
  'frames' | 'spectrum' | 'bassDecibels' | 'voicedSpectrum' | 'voicedMovement' | 'harmonicsDecibels'
>

async function spectraOf(
  sound: Float32Array,
  pitch: Float64Array,
  isSpeech: readonly boolean[],
  signal: AbortSignal,
): Promise<Spectra & { readonly harmonics: readonly (number | undefined)[] }> {
  const read = openSpectrumReader(sound, RATE)
  const all = openSpectrumSum()
  const voiced = openSpectrumSum()
  const harmonics: (number | undefined)[] = []
  const ratios: number[] = []
  const frames: Float64Array[] = []
  const spoken: number[] = []
  for (let frame = 0; frame < pitch.length; frame++) {
    if (frame % 200 === 0) {
      await nextTurn()
      signal.throwIfAborted()
    }
    const centre = Math.round(frame * FRAME_SECONDS * RATE)
    const spectrum = read(centre)
    frames.push(spectrum)
    if (!isSpeech[frame]) continue
    spoken.push(centre)
    all.add(spectrum)
    const hz = pitch[frame] ?? 0
    if (hz === 0) continue
    voiced.add(spectrum)
    const ratio = harmonicity(sound, centre, RATE / hz)
    harmonics[frame] = ratio
    ratios.push(ratio)
  }
  return {
    frames,
    spectrum: all.mean(),
    bassDecibels: bassDecibels(sound, RATE, spoken),
    voicedSpectrum: voiced.mean(),
    voicedMovement: voiced.deviation(),
    harmonics,
    harmonicsDecibels: ratios.reduce((sum, value) => sum + value, 0) / (ratios.length || 1),
  }
}

function quantile(sorted: Float64Array, part: number): number {
  return sorted[Math.floor(part * (sorted.length - 1))] ?? 0
}
