/** What a level means to somebody who records; `silent`: not even noise arrives. */
export type Loudness = 'silent' | 'quiet' | 'good' | 'clipping'

/** What the meter shows: decibels of full scale, 0 the loudest there is. */
export interface MeterState {
  readonly level: number
  /** The highest level of the last moments. */
  readonly hold: number
  readonly heldAt: number
  /** When it last clipped and when it was last loud enough, in milliseconds of the same clock as `now`. */
  readonly clippedAt: number
  readonly goodAt: number
}

/** The lowest level that is drawn, in decibels. Nothing below it is of use. */
export const FLOOR_DECIBELS = -60
/** Peaks of speech below this are too quiet: its level then lies some 15 dB lower, where noise begins to count. */
export const QUIET_DECIBELS = -24
/** From here on the tops of the wave are cut off. */
export const CLIPPING_DECIBELS = -0.5

/** Decibels that a level falls in a second, as the eye follows (IEC 60268-10, a peak meter: 20 dB in 1.7 s; here faster). */
const DECAY_PER_SECOND = 26
const HOLD_MS = 1_500
/** A word about loudness stays this long, so that it does not flicker between syllables. Milliseconds. */
const LOUDNESS_HOLD_MS = 1_200

/** A meter to which nothing has come yet. */
export const INITIAL_METER: MeterState = {
  level: FLOOR_DECIBELS,
  hold: FLOOR_DECIBELS,
  heldAt: Number.NEGATIVE_INFINITY,
  clippedAt: Number.NEGATIVE_INFINITY,
  goodAt: Number.NEGATIVE_INFINITY,
}

/** Decibels of full scale of a peak of 0 to 1; never below the floor. */
export function decibelsOf(peak: number): number {
  return Math.max(FLOOR_DECIBELS, Math.min(0, 20 * Math.log10(Math.max(peak, 1e-9))))
}

/** The meter after `sinceMs` in which the loudest sample was `peak` (0 to 1): it rises at once and falls evenly. */
export function updateMeter(
  meter: MeterState,
  peak: number,
  sinceMs: number,
  now: number,
): MeterState {
  const peakDecibels = decibelsOf(peak)
  const decayed = meter.level - (DECAY_PER_SECOND * sinceMs) / 1_000
  const level = Math.max(FLOOR_DECIBELS, peakDecibels, decayed)
  const held = now - meter.heldAt < HOLD_MS && level < meter.hold
  return {
    level,
    hold: held ? meter.hold : level,
    heldAt: held ? meter.heldAt : now,
    clippedAt: peakDecibels >= CLIPPING_DECIBELS ? now : meter.clippedAt,
    goodAt: peakDecibels >= QUIET_DECIBELS ? now : meter.goodAt,
  }
}

/** What to say about the level now. */
export function loudnessOf(meter: MeterState, now: number): Exclude<Loudness, 'silent'> {
  if (now - meter.clippedAt < LOUDNESS_HOLD_MS) return 'clipping'
  return now - meter.goodAt < LOUDNESS_HOLD_MS ? 'good' : 'quiet'
}

/** How far along the meter a level lies, 0 to 1. */
export function meterPosition(decibels: number): number {
  return 1 - Math.max(FLOOR_DECIBELS, Math.min(0, decibels)) / FLOOR_DECIBELS
}
