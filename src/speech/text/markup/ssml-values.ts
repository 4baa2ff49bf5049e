/** The values of SSML attributes (https://www.w3.org/TR/speech-synthesis11/). Each answers undefined for what is none. */
import { parsePause } from './durations.ts'

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
const NUMBER = '(\\d{1,4}(?:\\.\\d{1,4})?)'
const PERCENT = new RegExp(`^([+-]?)${NUMBER}%$`)
const FACTOR = new RegExp(`^${NUMBER}$`)
const SEMITONES = new RegExp(`^([+-]?)${NUMBER}st$`, 'i')

/** Slowest and fastest intelligible rate, all nested prosody elements included. */
export const RATE_RANGE = { least: 0.4, most: 2.5 } as const
/** Largest pitch shift in semitones, up and down. */
export const MOST_SEMITONES = 12

/** Seconds of a break: its time ("300ms", "1.5s"), else its strength, else a medium one; undefined where either is not a value. */
export function breakSeconds(
  time: string | undefined,
  strength: string | undefined,
): number | undefined {
  const byStrength = lookUp(STRENGTHS, strength ?? 'medium')
  if (byStrength === undefined || time === undefined) return byStrength
  return parsePause(time)
}

/** Factor of a rate, 0.4 to 2.5: "slow", "80%" of the pace around it, "+20%" or "-20%", "1.2"; undefined for any other value. */
export function rateFactor(value: string): number | undefined {
  const text = value.trim().toLowerCase()
  const named = lookUp(RATES, text) ?? FACTOR.exec(text)?.[1]
  if (named !== undefined) return inRange(Number(named))
  const change = percentFactor(text)
  return change === undefined ? undefined : inRange(change)
}

/** Semitones of a pitch, -12 to 12: "high", "+2st", "-1.5st", "+10%"; undefined for any other value. */
export function pitchChange(value: string): number | undefined {
  const text = value.trim().toLowerCase()
  const named = lookUp(PITCHES, text)
  if (named !== undefined) return named
  const [, sign, amount] = SEMITONES.exec(text) ?? []
  if (amount !== undefined) return within(Number(amount) * (sign === '-' ? -1 : 1))
  const factor = percentFactor(text)
  return factor === undefined || factor <= 0 ? undefined : within(12 * Math.log2(factor))
}

/** "+20%" is 1.2, "-20%" 0.8, and "80%" without a sign is 0.8 of what is around it. */
function percentFactor(text: string): number | undefined {
  const [, sign, amount] = PERCENT.exec(text) ?? []
  if (amount === undefined) return undefined
  const part = Number(amount) / 100
  if (sign === '+') return 1 + part
  return sign === '-' ? 1 - part : part
}

function inRange(factor: number): number | undefined {
  return factor >= RATE_RANGE.least && factor <= RATE_RANGE.most ? factor : undefined
}

function within(semitones: number): number | undefined {
  return Math.abs(semitones) <= MOST_SEMITONES ? semitones : undefined
}

function lookUp(table: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
