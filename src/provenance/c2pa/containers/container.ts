import type { Range, Source } from '#provenance/c2pa/source.ts'

/** Part of a file to be written: new bytes, or a range of the source as it is. */
export type Piece = Uint8Array | Range

/** Where a store of known length goes: the finished file is `before`, `excluded(store)`, `after`. */
export interface Layout {
  readonly before: readonly Piece[]
  /** What the data hash leaves out. Its length depends on the length of the store alone. */
  excluded(store: Uint8Array): Uint8Array
  readonly after: readonly Piece[]
}

/** A manifest store found in a file. */
export interface Carrier {
  readonly placement: 'standard' | 'trailing'
  /** What the data hash must leave out, exactly. */
  readonly exclusion: Range
  readonly storeLength: number
  /** Throws `Unreadable` where the bytes around the store are not as they must be. */
  read(): Promise<Uint8Array>
}

/** What a walk over a file has found. */
export interface Contents {
  readonly carriers: readonly Carrier[]
  /** The file with a store at the standard place instead of any it has. Throws `Unreadable` in words for a person. */
  standard(storeLength: number): Layout
  /** The file without any store. Throws `Unreadable` in words for a person. */
  without(): readonly Piece[]
}

/** One audio container and its places for a manifest store (C2PA 2.4, annex A.3). */
export interface Container {
  /** Walks the whole file; reads heads only. Reports what is damaged when a layout is asked for, not before. */
  open(source: Source, signal: AbortSignal): Promise<Contents>
}

/** A container that can be signed while it is made: all of its sound goes out before the store does. */
export interface StreamContainer extends Container {
  /** What goes behind a stream whose first bytes (at least 32) are `start`. It has no ranges. */
  trailing(start: Uint8Array, storeLength: number): Layout
  /**
   * The bytes of a stream as they go out, and as its return value those that stand behind the store. Left out: all of
   * them as they come, and none.
   */
  around?(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, Uint8Array>
}

/** The length of pieces, in bytes. */
export function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}

/** Whether a piece is a range of the source. */
export function isRange(piece: Piece): piece is Range {
  return !(piece instanceof Uint8Array)
}

/** What is left of `whole` without `holes`, which are in order and do not overlap. */
export function rangesBetween(whole: Range, holes: readonly Range[]): Range[] {
  const ranges: Range[] = []
  let at = whole.start
  for (const { start, length } of holes) {
    if (start > at) ranges.push({ start: at, length: start - at })
    at = start + length
  }
  const end = whole.start + whole.length
  if (end > at) ranges.push({ start: at, length: end - at })
  return ranges
}

/** A store longer than this is refused before it is read. */
export const LONGEST_STORE = 16 * 1024 * 1024
