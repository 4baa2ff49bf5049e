import type { ByteRange, ByteSource } from '#provenance/c2pa/byte-source.ts'

/** Part of a file to be written: new bytes, or a range of the source. */
export type FilePart = Uint8Array | ByteRange

/** Layout of a finished file with a store of known length: `before`, then `excluded(store)`, then `after`. */
export interface FileLayout {
  readonly before: readonly FilePart[]
  /** Bytes that the data hash excludes. Their length depends on the length of the store alone. */
  excluded(store: Uint8Array): Uint8Array
  readonly after: readonly FilePart[]
}

/** A manifest store in a file. */
export interface EmbeddedStore {
  readonly placement: 'standard' | 'trailing'
  /** The one range that the data hash has to exclude. */
  readonly exclusion: ByteRange
  readonly storeLength: number
  /** Reads the store. Throws `FormatError` where excluded bytes around it are not as they have to be. */
  read(): Promise<Uint8Array>
}

/** A parsed file: its manifest stores, and how it can be rewritten. */
export interface ParsedContainer {
  readonly stores: readonly EmbeddedStore[]
  /** Layout with one store at the standard place, instead of any that is there. Throws `FormatError` with a readable reason. */
  layoutWith(storeLength: number): FileLayout
  /** Parts of the file without any store. Throws `FormatError` with a readable reason. */
  partsWithout(): readonly FilePart[]
}

/** An audio container format and its places for a manifest store (C2PA 2.4, annex A.3). */
export interface ContainerFormat {
  /** Parses the whole file and reads headers only. Damage is reported when a layout is asked for, not before. */
  parse(source: ByteSource, signal: AbortSignal): Promise<ParsedContainer>
}

/** A container format that can be signed while it is streamed: the sound leaves first, the store last. */
export interface StreamableFormat extends ContainerFormat {
  /** Layout of the bytes behind a stream that begins with `start` (at least 32 bytes). It has no ranges. */
  trailingLayout(start: Uint8Array, storeLength: number): FileLayout
  /**
   * Yields the bytes of a stream that go in front of the store, and returns those that go behind it. Without this method
   * all of them go in front.
   */
  splitTail?(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, Uint8Array>
}

/** Total length of parts, in bytes. */
export function totalLength(pieces: readonly FilePart[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}

/** True if a part is a range of the source. */
export function isRange(piece: FilePart): piece is ByteRange {
  return !(piece instanceof Uint8Array)
}

/** Ranges of `whole` outside `holes`, which are in order and do not overlap. */
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

/** Longest manifest store that is read, in bytes. */
export const MAX_STORE_BYTES = 16 * 1024 * 1024
