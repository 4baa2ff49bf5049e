/** Meaning of a level for the speaker; `silent`: not even noise arrives. */
export type Loudness = 'silent' | 'quiet' | 'good' | 'clipping'

/** State of the meter, in dBFS. */
export interface MeterState {
  readonly level: number
  /** Highest recent level. */
  readonly hold: number
  readonly heldAt: number
  /** When it last clipped and when it was last loud enough, in milliseconds of the same clock as `now`. */
  readonly clippedAt: number
  readonly goodAt: number
}

/** Lowest level that is drawn, in dBFS. */
export const FLOOR_DECIBELS = -60
/** Speech peaks below this are too quiet: the level is then about 15 dB lower, where noise begins to matter. */
export const QUIET_DECIBELS = -24
/** Level from which the signal clips. */
export const CLIPPING_DECIBELS = -0.5

/** Fall of the level in decibels a second (IEC 60268-10 asks for 20 dB in 1.7 s for a peak meter; faster here). */
const DECAY_PER_SECOND = 26
const HOLD_MS = 1_500
/** How long a loudness label is kept, so that it does not flicker between syllables, in milliseconds. */
const LOUDNESS_HOLD_MS = 1_200

/** Meter without any input. */
export const INITIAL_METER: MeterState = {
  level: FLOOR_DECIBELS,
  hold: FLOOR_DECIBELS,
  heldAt: Number.NEGATIVE_INFINITY,
  clippedAt: Number.NEGATIVE_INFINITY,
  goodAt: Number.NEGATIVE_INFINITY,
}

/** Level of a peak (0 to 1) in dBFS, not below the floor. */
export function toDecibels(peak: number): number {
  return Math.max(FLOOR_DECIBELS, Math.min(0, 20 * Math.log10(Math.max(peak, 1e-9))))
}

/** Updates the meter after `sinceMs` with the given peak (0 to 1): it rises at once and falls evenly. */
export function updateMeter(
  meter: MeterState,
  peak: number,
  sinceMs: number,
  now: number,
): MeterState {
  const peakDecibels = toDecibels(peak)
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

/** Loudness to show for a meter. */
export function rateLoudness(meter: MeterState, now: number): Exclude<Loudness, 'silent'> {
  if (now - meter.clippedAt < LOUDNESS_HOLD_MS) return 'clipping'
  return now - meter.goodAt < LOUDNESS_HOLD_MS ? 'good' : 'quiet'
}

/** Position of a level on the meter, 0 to 1. */
export function meterPosition(decibels: number): number {
  return 1 - Math.max(FLOOR_DECIBELS, Math.min(0, decibels)) / FLOOR_DECIBELS
}
