import type { TranscriptPiece } from './messages.ts'

/** The same piece of a sound that begins `seconds` earlier. */
export function laterPiece(piece: TranscriptPiece, seconds: number): TranscriptPiece {
  if (seconds === 0) return piece
  const moved = <T extends { readonly start: number; readonly end: number }>(time: T): T => ({
    ...time,
    start: toMilliseconds(time.start + seconds),
    end: toMilliseconds(time.end + seconds),
  })
  return { ...moved(piece), words: piece.words.map(moved) }
}

const toMilliseconds = (seconds: number): number => Math.round(seconds * 1_000) / 1_000
