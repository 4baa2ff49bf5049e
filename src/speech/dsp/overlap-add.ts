import type { Epochs } from './epochs.ts'

/** A stretch of the source that sounds in a stretch of the result; silence where it has no source. Seconds. */
export interface Piece {
  readonly seconds: number
  readonly source?: { readonly start: number; readonly end: number }
}

export interface OverlapAdd {
  /** The source between its samples: its value at a time in seconds. */
  readonly readSource: (seconds: number) => number
  readonly epochs: Epochs
  readonly pieces: readonly Piece[]
  /** Pitch of the result in Hz, at a time of the result and the time of the source that sounds there, in seconds. */
  readonly pitchAt: (seconds: number, source: number) => number
  /** Factor on all formants: 1.1 is a vocal tract a tenth shorter. */
  readonly formantScale: number
  readonly rate: number
}

/** Distance between grains where there is no voice, in seconds of the result. */
const STEP = 0.004
/** Noise that is drawn out more than this would repeat itself and buzz: every second grain of it is turned around. */
const TURNED_BELOW = 0.85
/** No grain reaches further than this on either side, in seconds. */
const LONGEST_GRAIN = 0.025

/**
 * Pitch-synchronous overlap-add (Moulines & Charpentier 1990, TD-PSOLA): grains of two periods around the marks of
 * the source are laid down at the periods of the result. Reading a grain faster scales its formants and leaves the
 * pitch, which lies in the distance of the grains. Yields mono blocks at `rate` Hz, the first of `firstBlock` seconds
 * and the following ones of `blockSeconds`, together exactly as long as all pieces.
 */
export function* overlapAdd(
  plan: OverlapAdd,
  firstBlock: number,
  blockSeconds: number,
): Generator<Float32Array> {
  const seconds = plan.pieces.reduce((sum, piece) => sum + piece.seconds, 0)
  const output = new Float32Array(Math.round(seconds * plan.rate))
  let given = 0
  let blockEnd = firstBlock
  for (const time of grains(plan, output)) {
    if (time < blockEnd + LONGEST_GRAIN) continue
    const end = Math.min(output.length, Math.round(blockEnd * plan.rate))
    yield output.subarray(given, end)
    given = end
    blockEnd += blockSeconds
  }
  if (given < output.length) yield output.subarray(given)
}

/** Lays every grain down in order of time; yields the time of each. */
function* grains(plan: OverlapAdd, output: Float32Array): Generator<number> {
  let pieceStart = 0
  let mark = 0
  let time = 0
  let isTurned = false
  for (const { seconds, source } of plan.pieces) {
    const pieceEnd = pieceStart + seconds
    time = Math.max(time, pieceStart)
    const speed = source ? (source.end - source.start) / seconds : 0
    while (source && time < pieceEnd) {
      const from = source.start + (time - pieceStart) * speed
      mark = followTo(plan.epochs, from, mark)
      isTurned = !isTurned && speed < TURNED_BELOW
      const step = addGrain(output, plan, mark, from, time, isTurned)
      yield time
      time += step
    }
    pieceStart = pieceEnd
  }
}

/** The mark nearest to `time`, looked for from `guess` on. */
function followTo(epochs: Epochs, time: number, guess: number): number {
  epochs.follow(time + LONGEST_GRAIN)
  const { at } = epochs
  let i = guess
  while (i > 0 && at[i]! > time) i--
  while (i < at.length - 1 && Math.abs(at[i + 1]! - time) <= Math.abs(at[i]! - time)) i++
  return i
}

/** Lay the grain of a mark down at `time`, back to front where noise is turned; answers the seconds to the next. */
function addGrain(
  output: Float32Array,
  { readSource, epochs, pitchAt, formantScale, rate }: OverlapAdd,
  mark: number,
  from: number,
  time: number,
  isTurned: boolean,
): number {
  const isVoiced = epochs.isVoiced[mark] === true
  const step = isVoiced ? 1 / pitchAt(time, from) : STEP
  const centre = isVoiced ? epochs.at[mark]! : from
  const half = Math.min(LONGEST_GRAIN, (epochs.period[mark] ?? STEP) / formantScale) * rate
  const middle = time * rate
  const stride = (isTurned && !isVoiced ? -formantScale : formantScale) / rate
  // Fewer grains a second carry less power: loudness is kept by the square root of their density.
  const gain = Math.sqrt((step * rate) / half)
  const first = Math.max(0, Math.ceil(middle - half))
  const last = Math.min(output.length - 1, Math.floor(middle + half))
  const turn = Math.PI / half
  for (let n = first; n <= last; n++) {
    const offset = n - middle
    const window = 0.5 + 0.5 * Math.cos(turn * offset)
    output[n]! += gain * window * readSource(centre + offset * stride)
  }
  return step
}
