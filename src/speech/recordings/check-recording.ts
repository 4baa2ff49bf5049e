import { BEST_SECONDS, type RecordingCheck } from '#shared/clips.ts'
import { CUSTOM_VOICE_LIMITS, RECORDING_WARNINGS } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import type { Analysis } from './analyse.ts'
import { MOST_MUSIC, musicIn } from './music.ts'

/**
 * The quietest of 44 usable recordings measured -36, and 20 dB softer still gives the same pitch; softer speech has less
 * than 40 dB above the steps of 16 bits.
 */
const QUIETEST_DECIBELS = -58
const QUIET_DECIBELS = -36
/**
 * Near its highest level speech has at most 0.0002 of its samples, and 0.0005 of the worst three seconds of 44 recordings;
 * clipped by 2 dB it has 0.0015 to 0.008, by 6 dB 0.02 to 0.1.
 */
const MOST_CLIPPED = 0.003
const SOME_CLIPPED = 0.0015
/** Usable recordings are voiced for 35 % to 90 % of the time in which there is sound. */
const LEAST_VOICED_SECONDS = 0.6
const LEAST_VOICED_PART = 0.15
/** No speaker holds a pitch so still: the flattest of the recordings moves over 3.4 semitones. */
const LEAST_RANGE_SEMITONES = 0.4
/**
 * Above its quietest tenth, in dB, pauses or none: the noisiest usable recording has 10, and speech in white or pink noise
 * at 5, 10 and 20 dB has 8, 12 and 21.
 */
const LEAST_CLEAR_DECIBELS = 6
const CLEAR_DECIBELS = 15

/** Refuses a recording by its length, in seconds. Throws AppError('voice/recording') with the figure and what to do. */
export function checkLength(seconds: number): void {
  refuseWith([judgeLength(seconds)])
}

/**
 * Refuses a recording of which no voice can be made: too quiet, clipped, buried in noise, or without speech. Throws
 * AppError('voice/recording') with the measured figure and what to do.
 */
export function checkRecording(analysis: Analysis): void {
  refuseWith(judgeRecording(analysis))
}

function refuseWith(checks: readonly RecordingCheck[]): void {
  const refused = checks.find(({ state }) => state === 'refused')
  if (refused) throw new AppError('voice/recording', refused.words)
}

/** Checks the length of a recording, in seconds, against the limits of a custom voice. */
export function judgeLength(seconds: number): RecordingCheck {
  const { min, max } = CUSTOM_VOICE_LIMITS.seconds
  const check = judgement('length', `${seconds.toFixed(1)} s`)
  if (seconds < min)
    return check(
      'refused',
      `The recording is ${figure(seconds)} s long; at least ${min} s are needed. Record one or two whole sentences.`,
    )
  if (seconds > max)
    return check(
      'refused',
      `The recording is longer than ${max} s (it was read up to ${figure(seconds)} s). Cut it to the clearest ${max} s or less.`,
    )
  if (seconds < BEST_SECONDS.min)
    return check(
      'advice',
      `${BEST_SECONDS.min} to ${BEST_SECONDS.max} s come nearer to the speaker: read one sentence more.`,
    )
  return check('good', 'Long enough.')
}

/** Checks a recording's sound, except its length; each check with figures and a message. */
export function judgeRecording(analysis: Analysis): readonly RecordingCheck[] {
  return [
    judgeLevel(analysis),
    judgeSpeech(analysis),
    judgeClipping(analysis),
    judgeNoise(analysis),
  ]
}

function judgeLevel({ speechDecibels }: Analysis): RecordingCheck {
  const check = judgement('level', decibels(speechDecibels))
  if (speechDecibels < QUIETEST_DECIBELS)
    return check(
      'refused',
      `The recording is too quiet: its level is ${Math.round(speechDecibels)} dB of full scale, and at least ${QUIETEST_DECIBELS} dB are needed. Record nearer to the microphone, or raise its level.`,
    )
  if (speechDecibels < QUIET_DECIBELS)
    return check('advice', 'Quiet. Nearer to the microphone, noise is further away.')
  return check('good', 'Loud enough.')
}

function judgeSpeech(analysis: Analysis): RecordingCheck {
  const { voicedSeconds, speechSeconds, rangeSemitones, standing } = analysis
  const check = judgement('speech', `${voicedSeconds.toFixed(1)} s of voice`)
  const isVoiced =
    voicedSeconds >= LEAST_VOICED_SECONDS && voicedSeconds >= LEAST_VOICED_PART * speechSeconds
  if (!isVoiced)
    return check(
      'refused',
      `There is too little speech in the recording: ${figure(voicedSeconds)} s of voice were found in ${figure(analysis.seconds)} s. Record one person who reads whole sentences, without music or noise.`,
    )
  if (rangeSemitones < LEAST_RANGE_SEMITONES)
    return check(
      'refused',
      `There is no speech in the recording: its pitch stays within ${rangeSemitones.toFixed(2)} semitones, which is a tone or a hum. Record one person who reads whole sentences.`,
    )
  const music = musicIn(standing)
  if (music === 'much')
    return check(
      'refused',
      `There is too much music in the recording: ${Math.round(100 * standing.share)} % of its sound stands still as notes do, and at most ${100 * MOST_MUSIC} % may. Record one person who reads whole sentences, without music.`,
    )
  if (music === 'some') return check('advice', RECORDING_WARNINGS.music)
  if (analysis.hasTwoSpeakers) return check('advice', RECORDING_WARNINGS.speakers)
  return check('good', 'A voice is heard.')
}

function judgeClipping({ clippedShare }: Analysis): RecordingCheck {
  const check = judgement('clipping', `${(100 * clippedShare).toFixed(1)} % clipped`)
  if (clippedShare > MOST_CLIPPED)
    return check(
      'refused',
      `The recording is clipped: ${(100 * clippedShare).toFixed(1)} % of it lies flat at its highest level, and at most ${100 * MOST_CLIPPED} % may. Lower the level of the microphone and record again.`,
    )
  if (clippedShare > SOME_CLIPPED)
    return check('advice', 'Some of it is clipped. A little further from the microphone is better.')
  return check('good', 'Nothing is clipped.')
}

function judgeNoise({ speechDecibels, noiseDecibels }: Analysis): RecordingCheck {
  const clear = speechDecibels - noiseDecibels
  const check = judgement('noise', `${Math.round(clear)} dB clear`)
  if (clear < LEAST_CLEAR_DECIBELS)
    return check(
      'refused',
      `The recording is too noisy: speech stands ${Math.round(clear)} dB above the noise, and at least ${LEAST_CLEAR_DECIBELS} dB are needed. Record in a quieter place.`,
    )
  if (clear < CLEAR_DECIBELS)
    return check(
      'advice',
      'Noise is heard behind the voice. A quieter place makes a clearer voice.',
    )
  return check('good', 'Quiet between the words.')
}

const judgement =
  (kind: RecordingCheck['kind'], measured: string) =>
  (state: RecordingCheck['state'], words: string): RecordingCheck => ({
    kind,
    state,
    figure: measured,
    words,
  })

/** Formatted with a minus sign for print. */
const decibels = (level: number): string => `${Math.round(level)} dB`.replace('-', '−')

/** Never rounded onto the limit itself. */
const figure = (seconds: number): string => (Math.floor(seconds * 100) / 100).toFixed(2)
