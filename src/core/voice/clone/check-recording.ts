import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import type { Analysis } from './analyse.ts'

/** Speech below this level drowns in the noise of any recorder; the quietest of 44 usable recordings measured -36. */
const QUIETEST_DECIBELS = -48
/** Speech has at most 0.0002 of its samples near its highest one; clipped by 6 dB, it has about 0.01. */
const MOST_CLIPPED = 0.003
/** Usable recordings are voiced for 35 % to 90 % of the time in which there is sound. */
const LEAST_VOICED_SECONDS = 0.6
const LEAST_VOICED_PART = 0.15
/** No speaker holds a pitch so still: the flattest of the recordings moves over 3.4 semitones. */
const LEAST_RANGE_SEMITONES = 0.4
/** Above its noise, in dB: the noisiest usable recording has 13. */
const LEAST_CLEAR_DECIBELS = 6

/** Refuses a recording by its length, in seconds. Throws AppError('voice/recording') with the figure and what to do. */
export function checkLength(seconds: number): void {
  const { min, max } = CUSTOM_VOICE_LIMITS.seconds
  if (seconds < min)
    throw refused(
      `The recording is ${figure(seconds)} s long; at least ${min} s are needed. Record one or two whole sentences.`,
    )
  if (seconds > max)
    throw refused(
      `The recording is longer than ${max} s (it was read up to ${figure(seconds)} s). Cut it to the clearest ${max} s or less.`,
    )
}

/**
 * Refuses a recording of which no voice can be made: too quiet, clipped, buried in noise, or without speech. Throws
 * AppError('voice/recording') with the measured figure and what to do.
 */
export function checkRecording(analysis: Analysis): void {
  const { speechDecibels, clippedShare, voicedSeconds, speechSeconds } = analysis
  if (speechDecibels < QUIETEST_DECIBELS)
    throw refused(
      `The recording is too quiet: its level is ${Math.round(speechDecibels)} dB of full scale, and at least ${QUIETEST_DECIBELS} dB are needed. Record nearer to the microphone, or raise its level.`,
    )
  const isVoiced =
    voicedSeconds >= LEAST_VOICED_SECONDS && voicedSeconds >= LEAST_VOICED_PART * speechSeconds
  if (!isVoiced)
    throw refused(
      `There is too little speech in the recording: ${figure(voicedSeconds)} s of voice were found in ${figure(analysis.seconds)} s. Record one person who reads whole sentences, without music or noise.`,
    )
  if (analysis.rangeSemitones < LEAST_RANGE_SEMITONES)
    throw refused(
      `There is no speech in the recording: its pitch stays within ${analysis.rangeSemitones.toFixed(2)} semitones, which is a tone or a hum. Record one person who reads whole sentences.`,
    )
  if (clippedShare > MOST_CLIPPED)
    throw refused(
      `The recording is clipped: ${(100 * clippedShare).toFixed(1)} % of it lies flat at its highest level, and at most ${100 * MOST_CLIPPED} % may. Lower the level of the microphone and record again.`,
    )
  const clear = speechDecibels - analysis.noiseDecibels
  const isSteady = speechSeconds > 0.98 * analysis.seconds
  if (!isSteady && clear < LEAST_CLEAR_DECIBELS)
    throw refused(
      `The recording is too noisy: speech stands ${Math.round(clear)} dB above the noise, and at least ${LEAST_CLEAR_DECIBELS} dB are needed. Record in a quieter place.`,
    )
}

/** Never rounded onto the limit itself. */
const figure = (seconds: number): string => (Math.floor(seconds * 100) / 100).toFixed(2)

function refused(words: string): AppError {
  return new AppError('voice/recording', words)
}
