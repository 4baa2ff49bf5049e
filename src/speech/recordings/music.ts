import { setImmediate as nextTurn } from 'node:timers/promises'
import { transform } from '#speech/dsp/fft.ts'

/** 128 ms at 16 kHz: long enough to separate the partials of notes, and longer than a voice keeps its pitch. */
const SIZE = 2_048
const HOP = 512
/** Frequency range of notes in Hz: mains hum lies below. */
const LOWEST_HZ = 180
const HIGHEST_HZ = 4_000
/** A partial exceeds the spectrum around it by this much in dB, within this number of bins. */
const STANDS_OUT_DECIBELS = 9
const AROUND = 12
/** Peaks further below the loudest partial of the recording, in dB, are inaudible. */
const RANGE_DECIBELS = 50
/** Frames for which a partial keeps its frequency in a note; those of a voice glide. */
const NOTE_FRAMES = 14
/** Largest deviation from its first frequency, in bins. */
const STRAY = 0.6
/** A partial that lasts longer than this share of the recording is a hum, a whistle or a fan. */
const HUM_PART = 0.6

/** Of 44 recordings of speech, none has more than 0.22; voices that hold the level tones of Hausa evenly have up to 0.5. */
const SOME_PARTIALS = 0.7
/** Music alone has 5 and more, music as loud as a voice 3.7 and more. */
const MANY_PARTIALS = 2.5
/**
 * Speech alone has at most 0.10, with music 12 dB below it 0.17, 6 dB below it 0.2 to 0.4, and with music as loud as it
 * 0.5 to 0.7; notes that waver count half.
 */
export const MOST_MUSIC = 0.2

/** Partials of a recording that keep their frequency, as notes do and the harmonics of a voice do not. */
export interface StationaryPartials {
  /** Mean number of simultaneous stationary partials. */
  readonly partials: number
  /** Their share of the energy of all partials, 0 to 1. */
  readonly share: number
}

/** Amount of music beside the voice. */
export function musicIn({ partials, share }: StationaryPartials): 'none' | 'some' | 'much' {
  if (partials < SOME_PARTIALS) return 'none'
  return partials > MANY_PARTIALS && share > MOST_MUSIC ? 'much' : 'some'
}

/**
 * Measures partials that keep their frequency as long as a note, while the harmonics of a voice glide (tracks as in
 * McAulay & Quatieri 1986). `samples`: mono at `rate` Hz, about 16,000. Rejects with the signal's reason.
 */
export async function standingPartials(
  samples: Float32Array,
  rate: number,
  signal: AbortSignal,
): Promise<StationaryPartials> {
  const peaks: (readonly Peak[])[] = []
  for (let at = 0; at + SIZE <= samples.length; at += HOP) {
    if (peaks.length % 50 === 0) {
      await nextTurn()
      signal.throwIfAborted()
    }
    peaks.push(peaksOf(samples.subarray(at, at + SIZE), rate))
  }
  const all = peaks.flat()
  const loudest = all.reduce((most, { decibels }) => Math.max(most, decibels), -200)
  const heard = peaks.map((frame) =>
    frame.filter(({ decibels }) => decibels > loudest - RANGE_DECIBELS),
  )
  const notes = tracksOf(heard).filter(
    ({ length }) => length >= NOTE_FRAMES && length < HUM_PART * heard.length,
  )
  return {
    partials: notes.flat().length / Math.max(1, heard.length),
    share: energyOf(notes.flat()) / energyOf(all),
  }
}

const energyOf = (peaks: readonly Peak[]): number =>
  peaks.reduce((sum, { decibels }) => sum + 10 ** (decibels / 10), 1e-12)

interface Peak {
  /** With a part of a bin. */
  readonly bin: number
  readonly decibels: number
}

const WINDOW = Float64Array.from(
  { length: SIZE },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / SIZE),
)

function peaksOf(frame: Float32Array, rate: number): readonly Peak[] {
  const real = Float64Array.from(frame, (value, i) => value * WINDOW[i]!)
  const imaginary = new Float64Array(SIZE)
  transform(real, imaginary)
  const level = Float64Array.from(
    { length: SIZE / 2 },
    (_, k) => 10 * Math.log10(1e-12 + real[k]! ** 2 + imaginary[k]! ** 2),
  )
  const [from, to] = [LOWEST_HZ, HIGHEST_HZ].map((hz) => Math.round((hz * SIZE) / rate))
  const peaks: Peak[] = []
  for (let k = from!; k < to!; k++) {
    const [before, here, after] = [level[k - 1]!, level[k]!, level[k + 1]!]
    if (here <= before || here < after) continue
    let around = 0
    for (let j = k - AROUND; j <= k + AROUND; j++) around += level[j]! / (2 * AROUND + 1)
    if (here < around + STANDS_OUT_DECIBELS) continue
    const offset = (0.5 * (before - after)) / (before - 2 * here + after)
    peaks.push({ bin: k + offset, decibels: here })
  }
  return peaks
}

/** Links peaks of neighbouring frames into partials. */
function tracksOf(frames: readonly (readonly Peak[])[]): readonly (readonly Peak[])[] {
  const ended: (readonly Peak[])[] = []
  let open: Peak[][] = []
  for (const peaks of frames) {
    const goingOn: Peak[][] = []
    const taken = new Set<Peak>()
    for (const track of open) {
      const bin = track[0]?.bin ?? 0
      const next = peaks.find((peak) => !taken.has(peak) && Math.abs(peak.bin - bin) < STRAY)
      if (!next) {
        ended.push(track)
        continue
      }
      taken.add(next)
      track.push(next)
      goingOn.push(track)
    }
    for (const peak of peaks) if (!taken.has(peak)) goingOn.push([peak])
    open = goingOn
  }
  return [...ended, ...open]
}
