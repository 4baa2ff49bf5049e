/**
 * The values of SSML attributes (https://www.w3.org/TR/speech-synthesis11/). Each answers undefined for what is none. A
 * value that no voice can reach is brought to the nearest that one can, as section 3.2.4 asks.
 */
import type { ContourPoint } from '#speech/text/runs.ts'
import { LONGEST_PAUSE, parseSeconds } from './durations.ts'

/** Seconds of the silences that SSML names (section 3.2.3, which leaves them to the reader). */
const STRENGTHS: Readonly<Record<string, number>> = {
  none: 0,
  'x-weak': 0.1,
  weak: 0.2,
  medium: 0.4,
  strong: 0.7,
  'x-strong': 1.2,
}
/** Factors on the pace. */
const RATES: Readonly<Record<string, number>> = {
  'x-slow': 0.6,
  slow: 0.8,
  medium: 1,
  default: 1,
  fast: 1.2,
  'x-fast': 1.5,
}
/** Semitones from the voice's own pitch. */
const PITCHES: Readonly<Record<string, number>> = {
  'x-low': -4,
  low: -2,
  medium: 0,
  default: 0,
  high: 2,
  'x-high': 4,
}
/** Factors on the range of the melody. */
const RANGES: Readonly<Record<string, number>> = {
  'x-low': 0.3,
  low: 0.6,
  medium: 1,
  default: 1,
  high: 1.5,
  'x-high': 2,
}
/** Decibels from the voice's own level; silence is one that 16 bits cannot hold. */
const VOLUMES: Readonly<Record<string, number>> = {
  silent: -100,
  'x-soft': -12,
  soft: -6,
  medium: 0,
  default: 0,
  loud: 4,
  'x-loud': 8,
}
/** A range in semitones that `+3st` and `+20Hz` are counted from: some two standard deviations of speech. */
const USUAL_RANGE = { semitones: 6, hz: 60 } as const

const NUMBER = '(\\d{1,9}(?:\\.\\d{0,9})?|\\.\\d{1,9})'
const PERCENT = new RegExp(`^([+-]?)${NUMBER}%$`)
const FACTOR = new RegExp(`^${NUMBER}$`)
const SEMITONES = new RegExp(`^([+-]?)${NUMBER}st$`, 'i')
const HERTZ = new RegExp(`^([+-]?)${NUMBER}hz$`, 'i')
const DECIBELS = new RegExp(`^([+-]?)${NUMBER}db$`, 'i')
const POINT = /\(\s*([^\s,()]{1,20})\s*,\s*([^\s,()]{1,20})\s*\)\s*/y
const MOST_POINTS = 100

/** Slowest and fastest intelligible rate, all nested prosody elements included. */
const RATE_LIMITS = { least: 0.4, most: 2.5 } as const
/** Largest pitch shift in semitones, up and down. */
const MOST_SEMITONES = 12
/** Lowest and highest mean pitch of a voice, in Hz. */
const HERTZ_LIMITS = { least: 50, most: 500 } as const
const RANGE_LIMITS = { least: 0, most: 3 } as const
const VOLUME_LIMITS = { least: -100, most: 12 } as const
/** Longest stretch that a duration can ask for, in seconds. */
const LONGEST_STRETCH = 600

/** Seconds of a break: its time ("300ms", "1.5s", at most 10 s), else its strength, else a medium one; undefined where either is not a value. */
export function breakSeconds(
  time: string | undefined,
  strength: string | undefined,
): number | undefined {
  const byStrength = lookUp(STRENGTHS, strength ?? 'medium')
  if (byStrength === undefined || time === undefined) return byStrength
  const seconds = parseSeconds(time)
  return seconds === undefined ? undefined : Math.min(seconds, LONGEST_PAUSE)
}

/** Factor of a rate: "slow", "80%" of the pace around it, "+20%" or "-20%", "1.2"; undefined for any other value. */
export function rateFactor(value: string): number | undefined {
  const text = value.trim().toLowerCase()
  const named = lookUp(RATES, text) ?? FACTOR.exec(text)?.[1]
  return named === undefined ? percentFactor(text) : Number(named)
}

/** A rate within what can be understood: 0.4 to 2.5. */
export function limitRate(factor: number): number {
  return within(factor, RATE_LIMITS)
}

/** A pitch: a shift in semitones ("high", "+2st", "+10%") or Hz ("+20Hz"), or a pitch of its own ("150Hz"). */
export type PitchValue =
  | { readonly semitones: number }
  | { readonly changeHz: number }
  | { readonly hz: number }

/** What a pitch asks for; undefined where it is no value. */
export function pitchValue(value: string): PitchValue | undefined {
  const text = value.trim().toLowerCase()
  const named = lookUp(PITCHES, text)
  if (named !== undefined) return { semitones: named }
  const [, sign, hertz] = HERTZ.exec(text) ?? []
  if (hertz !== undefined)
    return sign ? { changeHz: signed(sign, hertz) } : { hz: within(Number(hertz), HERTZ_LIMITS) }
  const semitones = semitonesOf(text)
  return semitones === undefined ? undefined : { semitones }
}

/** A shift that a voice can make: at most an octave up or down. */
export function limitSemitones(semitones: number): number {
  return within(semitones, { least: -MOST_SEMITONES, most: MOST_SEMITONES })
}

/** Factor on the range of the melody: "low", "+50%", "80%", "+3st", "+20Hz", "90Hz"; undefined for any other value. */
export function rangeFactor(value: string): number | undefined {
  const text = value.trim().toLowerCase()
  const named = lookUp(RANGES, text) ?? percentFactor(text)
  if (named !== undefined) return named
  for (const [pattern, usual] of [
    [SEMITONES, USUAL_RANGE.semitones],
    [HERTZ, USUAL_RANGE.hz],
  ] as const) {
    const [, sign, amount] = pattern.exec(text) ?? []
    if (amount !== undefined) return ((sign ? usual : 0) + signed(sign ?? '', amount)) / usual
  }
  return undefined
}

/** A range that can be heard as speech: none to three times the voice's own. */
export function limitRange(factor: number): number {
  return within(factor, RANGE_LIMITS)
}

/**
 * Decibels of a volume: "soft", "+6dB", and as SSML 1.0 had it, a number from 0 to 100 (the level that is usual);
 * `isChange`: added to that around it. Undefined for any other value.
 */
export function volumeValue(
  value: string,
): { readonly decibels: number; readonly isChange: boolean } | undefined {
  const text = value.trim().toLowerCase()
  const named = lookUp(VOLUMES, text)
  if (named !== undefined) return { decibels: named, isChange: false }
  const [, sign, amount] = DECIBELS.exec(text) ?? []
  if (amount !== undefined) return { decibels: signed(sign ?? '', amount), isChange: true }
  const [, number] = FACTOR.exec(text) ?? []
  if (number !== undefined)
    return { decibels: decibelsOf(Math.min(100, Number(number)) / 100), isChange: false }
  const factor = percentFactor(text)
  return factor === undefined ? undefined : { decibels: decibelsOf(factor), isChange: true }
}

/** A level that can be heard undistorted, or silence: -100 to 12 dB. */
export function limitVolume(decibels: number): number {
  return within(decibels, VOLUME_LIMITS)
}

/** Seconds of a duration ("2s", "800ms"); undefined where it is no value. */
export function durationSeconds(value: string): number | undefined {
  const seconds = parseSeconds(value)
  return seconds === undefined ? undefined : Math.min(seconds, LONGEST_STRETCH)
}

/**
 * The points of a contour, "(0%,+20Hz) (10%,+30%) (40%,high)", in the order of their places; undefined where it is none.
 * A place outside of 0 to 100 % is left out, as section 3.2.4 asks.
 */
export function contourPoints(value: string): readonly ContourPoint[] | undefined {
  const text = value.trim()
  const points: ContourPoint[] = []
  POINT.lastIndex = 0
  let end = 0
  for (let match = POINT.exec(text); match; match = POINT.exec(text)) {
    end = POINT.lastIndex
    const [, place = '', target = ''] = match
    const [, sign, percent] = PERCENT.exec(place) ?? []
    const pitch = pitchValue(target)
    if (percent === undefined || !pitch || 'hz' in pitch || points.length === MOST_POINTS)
      return undefined
    const part = signed(sign ?? '', percent) / 100
    if (part < 0 || part > 1) continue
    points.push(
      'semitones' in pitch
        ? { part, semitones: limitSemitones(pitch.semitones) }
        : { part, changeHz: pitch.changeHz },
    )
  }
  if (end === 0 || end !== text.length) return undefined
  return points.sort((one, other) => one.part - other.part)
}

function semitonesOf(text: string): number | undefined {
  const [, sign, amount] = SEMITONES.exec(text) ?? []
  if (amount !== undefined) return limitSemitones(signed(sign ?? '', amount))
  const factor = percentFactor(text)
  if (factor === undefined) return undefined
  return factor <= 0 ? -MOST_SEMITONES : limitSemitones(12 * Math.log2(factor))
}

/** "+20%" is 1.2, "-20%" 0.8, and "80%" without a sign is 0.8 of what is around it. */
function percentFactor(text: string): number | undefined {
  const [, sign, amount] = PERCENT.exec(text) ?? []
  if (amount === undefined) return undefined
  const part = Number(amount) / 100
  if (sign === '+') return 1 + part
  return sign === '-' ? Math.max(0, 1 - part) : part
}

function decibelsOf(factor: number): number {
  return factor <= 0 ? VOLUME_LIMITS.least : 20 * Math.log10(factor)
}

function signed(sign: string, amount: string): number {
  return Number(amount) * (sign === '-' ? -1 : 1)
}

function within(
  value: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  return Math.min(most, Math.max(least, value))
}

function lookUp(table: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
