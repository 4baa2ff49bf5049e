import { keepSound } from './kept-sound.ts'
import {
  MODEL_RATE,
  SOUND_CREDIT,
  type TranscribedPiece,
  type TranscriptPiece,
} from './messages.ts'

/**
 * Samples that are kept: what may be on its way to a worker of a service, from there to a process, and as much again, which is more
 * than the longest piece.
 */
const MOST_KEPT = 3 * SOUND_CREDIT

/** Writes down what is left of a sound by `by`, with times of the whole sound; returns what `by` returns. `isWhole`: all of it is left. */
export type Resume = <Result>(
  by: (
    rest: AsyncGenerator<Float32Array>,
    isWhole: boolean,
  ) => AsyncGenerator<TranscribedPiece, Result>,
) => AsyncGenerator<TranscribedPiece, Result>

/**
 * Writes down `sound` (blocks of 16 kHz mono) by several, one after the other: each call of what this answers goes on after the last piece that
 * was finished.
 */
export function resumableTranscription(sound: AsyncIterable<Float32Array>): Resume {
  const kept = keepSound(sound, MOST_KEPT)
  /** The first sample that is in no finished piece. */
  let from = 0
  return async function* (by) {
    // A silence that was longer than what is kept is in no piece.
    from = kept.earliest(from)
    const seconds = from / MODEL_RATE
    const found = by(kept.from(from), from === 0)
    try {
      let next = await found.next()
      for (; !next.done; next = await found.next()) {
        const { kind, piece } = next.value
        const placed = later(piece, seconds)
        if (kind === 'piece') from = Math.round(placed.end * MODEL_RATE)
        kept.forget(from)
        yield { kind, piece: placed }
      }
      return next.value
    } finally {
      // Whoever stops listening ends the work, too.
      await found.return(undefined as never)
    }
  }
}

/** The same piece of a sound that begins `seconds` earlier. */
function later(piece: TranscriptPiece, seconds: number): TranscriptPiece {
  if (seconds === 0) return piece
  const moved = <T extends { readonly start: number; readonly end: number }>(time: T): T => ({
    ...time,
    start: toMilliseconds(time.start + seconds),
    end: toMilliseconds(time.end + seconds),
  })
  return { ...moved(piece), words: piece.words.map(moved) }
}

const toMilliseconds = (seconds: number): number => Math.round(seconds * 1_000) / 1_000
