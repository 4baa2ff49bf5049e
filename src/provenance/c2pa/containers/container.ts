import type { ByteRange, ByteSource } from '#provenance/c2pa/byte-source.ts'

/** Part of a file to be written: new bytes, or a range of the source as it is. */
export type FilePart = Uint8Array | ByteRange

/** Where a store of known length goes: the finished file is `before`, `excluded(store)`, `after`. */
export interface FileLayout {
  readonly before: readonly FilePart[]
  /** What the data hash leaves out. Its length depends on the length of the store alone. */
  excluded(store: Uint8Array): Uint8Array
  readonly after: readonly FilePart[]
}

/** A manifest store found in a file. */
export interface EmbeddedStore {
  readonly placement: 'standard' | 'trailing'
  /** What the data hash must leave out, exactly. */
  readonly exclusion: ByteRange
  readonly storeLength: number
  /** Throws `Unreadable` where the bytes around the store are not as they must be. */
  read(): Promise<Uint8Array>
}

/** What a walk over a file has found. */
export interface ParsedContainer {
  readonly stores: readonly EmbeddedStore[]
  /** The file with a store at the standard place instead of any it has. Throws `Unreadable` in words for a person. */
  layoutWith(storeLength: number): FileLayout
  /** The file without any store. Throws `Unreadable` in words for a person. */
  partsWithout(): readonly FilePart[]
}

/** One audio container and its places for a manifest store (C2PA 2.4, annex A.3). */
export interface ContainerFormat {
  /** Walks the whole file; reads heads only. Reports what is damaged when a layout is asked for, not before. */
  parse(source: ByteSource, signal: AbortSignal): Promise<ParsedContainer>
}

/** A container that can be signed while it is made: all of its sound goes out before the store does. */
export interface StreamableFormat extends ContainerFormat {
  /** What goes behind a stream whose first bytes (at least 32) are `start`. It has no ranges. */
  trailingLayout(start: Uint8Array, storeLength: number): FileLayout
  /**
   * The bytes of a stream as they go out, and as its return value those that stand behind the store. Left out: all of
   * them as they come, and none.
   */
  splitTail?(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, Uint8Array>
}

/** The length of pieces, in bytes. */
export function totalLength(pieces: readonly FilePart[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}

/** Whether a piece is a range of the source. */
export function isRange(piece: FilePart): piece is ByteRange {
  return !(piece instanceof Uint8Array)
}

/** What is left of `whole` without `holes`, which are in order and do not overlap. */
export function subtractRanges(whole: ByteRange, holes: readonly ByteRange[]): ByteRange[] {
  const ranges: ByteRange[] = []
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
export const MAX_STORE_BYTES = 16 * 1024 * 1024
