import { setImmediate as nextTurn } from 'node:timers/promises'
import { openPitchTrack, pitchAt } from '#core/audio/pitch.ts'
import { resample } from '#core/audio/resample.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { harmonicity } from './harmonicity.ts'
import { clippedShare, frameLevels, type Levels } from './levels.ts'
import { openSpectrumReader, openSpectrumSum } from './spectrum.ts'

/** What can be measured of a stretch of speech. */
export interface Analysis extends Levels {
  readonly seconds: number
  /** Part of the samples, 0 to 1, that lie flat against the highest level. */
  readonly clippedShare: number
  readonly voicedSeconds: number
  /** Median of the fundamental frequency; 0 where nothing is voiced. */
  readonly f0Hz: number
  /** From the lowest tenth of the pitch to the highest. */
  readonly rangeSemitones: number
  /** Mean harmonics-to-noise ratio of voiced frames, in dB. */
  readonly harmonicsDecibels: number
  /** Mean mel spectrum of all frames with speech, in dB. */
  readonly spectrum: Float64Array
  /** Mean mel spectrum of voiced frames, and how much each band moves, in dB. */
  readonly voicedSpectrum: Float64Array
  readonly voicedMovement: Float64Array
}

const RATE = 16_000
export const FRAME_SECONDS = 0.01
/** Any voice, and how far from its middle one voice is looked for the second time. */
const LOWEST_HZ = 60
const HIGHEST_HZ = 440
const BELOW = 0.6
const ABOVE = 1.8
/** Sound that is looked at before others get a turn, in seconds: about 10 ms of work. */
const SLICE_SECONDS = 1

/**
 * Measure a recording, in slices that leave the process free for others. `samples`: mono at `SAMPLE_RATE`, at least
 * 0.1 s. Pitch is followed twice: at first among all voices, then around the middle that was found, so that no octave
 * is mistaken for another.
 */
export async function analyse(samples: Float32Array, signal: AbortSignal): Promise<Analysis> {
  const sound = resample(samples, SAMPLE_RATE, RATE)
  await nextTurn()
  const seconds = sound.length / RATE
  const first = await follow(sound, LOWEST_HZ, HIGHEST_HZ, signal)
  const middle = median(first.filter((hz) => hz > 0))
  const pitch =
    middle === 0
      ? first
      : await follow(
          sound,
          Math.max(LOWEST_HZ, middle * BELOW),
          Math.min(HIGHEST_HZ, middle * ABOVE),
          signal,
        )
  const levels = frameLevels(sound, Math.round(FRAME_SECONDS * RATE))
  const spectra = await spectraOf(sound, pitch, levels.isSpeech, signal)
  const voiced = pitch.filter((hz, frame) => hz > 0 && levels.isSpeech[frame]).sort()
  return {
    ...levels,
    ...spectra,
    seconds,
    clippedShare: clippedShare(samples),
    voicedSeconds: voiced.length * FRAME_SECONDS,
    f0Hz: median(voiced),
    rangeSemitones:
      voiced.length === 0 ? 0 : 12 * Math.log2(quantile(voiced, 0.9) / quantile(voiced, 0.1)),
  }
}

/** Pitch in Hz per frame, 0 where there is none. */
async function follow(
  sound: Float32Array,
  lowHz: number,
  highHz: number,
  signal: AbortSignal,
): Promise<Float64Array> {
  const track = openPitchTrack(sound, RATE, lowHz, highHz)
  const frames = Math.floor(sound.length / RATE / FRAME_SECONDS)
  const hz = new Float64Array(frames)
  for (let frame = 0; frame < frames; frame++) {
    if (frame % Math.round(SLICE_SECONDS / FRAME_SECONDS) === 0) {
      await nextTurn()
      signal.throwIfAborted()
      track.follow(frame * FRAME_SECONDS + SLICE_SECONDS)
    }
    hz[frame] = pitchAt(track, frame * FRAME_SECONDS)
  }
  return hz
}

type Spectra = Pick<
  Analysis,
  'spectrum' | 'voicedSpectrum' | 'voicedMovement' | 'harmonicsDecibels'
>

async function spectraOf(
  sound: Float32Array,
  pitch: Float64Array,
  isSpeech: readonly boolean[],
  signal: AbortSignal,
): Promise<Spectra> {
  const read = openSpectrumReader(sound, RATE)
  const all = openSpectrumSum()
  const voiced = openSpectrumSum()
  const harmonics: number[] = []
  for (let frame = 0; frame < pitch.length; frame++) {
    if (frame % 200 === 0) {
      await nextTurn()
      signal.throwIfAborted()
    }
    if (!isSpeech[frame]) continue
    const centre = Math.round(frame * FRAME_SECONDS * RATE)
    const spectrum = read(centre)
    all.add(spectrum)
    const hz = pitch[frame] ?? 0
    if (hz === 0) continue
    voiced.add(spectrum)
    harmonics.push(harmonicity(sound, centre, RATE / hz))
  }
  return {
    spectrum: all.mean(),
    voicedSpectrum: voiced.mean(),
    voicedMovement: voiced.deviation(),
    harmonicsDecibels: harmonics.reduce((sum, value) => sum + value, 0) / (harmonics.length || 1),
  }
}

const median = (values: Float64Array): number => quantile(values.slice().sort(), 0.5)

function quantile(sorted: Float64Array, part: number): number {
  return sorted[Math.floor(part * (sorted.length - 1))] ?? 0
}
