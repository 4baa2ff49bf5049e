import type { Readable } from 'node:stream'

/** Bytes to be stored under a key. */
export interface NewBlob {
  /** Taken no faster than they can be stored. */
  readonly bytes: AsyncIterable<Uint8Array> | Uint8Array
  /** Media type; a function is called once all bytes have come. */
  readonly type: string | (() => string | Promise<string>)
  /** SHA-256 that the bytes must have, in lower-case hex. Left out: whatever they have. */
  readonly sha256?: string | undefined
  /** Number of bytes that must come. Left out: as many as come. */
  readonly sizeBytes?: number | undefined
  /** Told of every piece before it is stored. What it throws ends the put. */
  readonly onPiece?: ((piece: Uint8Array) => void) | undefined
}

/** One entry of a list. */
export interface ListedBlob {
  readonly key: string
  readonly sizeBytes: number
  readonly modified: Date
}

export interface BlobFacts extends ListedBlob {
  /** In lower-case hex. Undefined where the store did not receive the bytes itself: read them to know. */
  readonly sha256: string | undefined
  /** Media type. */
  readonly type: string
}

/** What a put has stored. */
export type StoredBlob = Omit<BlobFacts, 'modified' | 'sha256'> & { readonly sha256: string }

/** Part of a blob: the bytes `start` to `end`, both counted from 0 and included, or the `last` so many bytes. */
export type ByteRange =
  | { readonly start: number; readonly end?: number | undefined }
  | { readonly last: number }

export interface BlobContent {
  readonly facts: BlobFacts
  /** First byte that comes, and the one after the last. */
  readonly start: number
  readonly end: number
  /**
   * To be read or destroyed. Fails where the store fails, and at its end where the whole blob was asked for and its
   * SHA-256 is not the one that was put: AppError('storage/busy'), ('storage/failed').
   */
  readonly bytes: Readable
}

/** A blob of which enough is known to answer whoever asks for it over HTTP. */
export interface ServedBlob {
  readonly sizeBytes: number
  /** Tells these bytes from all others; letters that need no quotes. */
  readonly etag: string
  readonly modified: Date
  /** All of it, or a range. Throws AppError('file/not-found') where it is gone, and what `Blobs.get` throws. */
  open(range: ByteRange | undefined, signal: AbortSignal): Promise<BlobContent>
}

/** What a put has stored so far that is in progress, or whose process has died. */
export interface UnfinishedBlob {
  readonly key: string
  /** When bytes were last stored. */
  readonly modified: Date
  /** Removes it; a put that is still in progress then fails. */
  discard(): Promise<void>
}

export interface LinkOptions {
  /** Seconds for which the link works. */
  readonly ttlSeconds: number
  /** Media type and Content-Disposition of the answer, in place of the stored type. */
  readonly type?: string | undefined
  readonly disposition?: string | undefined
}

/**
 * Files under keys, such as `takes/ohùn.flac`, in a folder or in S3-compatible storage. `keys.ts` says what a key may be.
 * A blob is there as a whole or not at all, and once `put` has resolved it outlives a power cut. No key may continue
 * another one after a slash. Everything throws AppError('storage/full') where there is no room, ('storage/read-only') where a
 * bucket may not be changed, ('storage/busy') where the store does not answer now, ('storage/failed') for what else somebody
 * has to mend, and ('request/invalid') for a key that is none.
 */
export interface Blobs {
  /** Throws in words where the store cannot be used: call it at the start. Makes the folder where it is missing. */
  check(): Promise<void>
  /**
   * Stores bytes, in place of those that were there. Nothing is left of a put that fails, and what was there stays. Once the last
   * byte is on its way, `signal` is no longer heeded. Also throws AppError('request/invalid') for other bytes than announced, and what `bytes`,
   * `onPiece`, `type` and `signal` throw.
   */
  put(key: string, blob: NewBlob, signal?: AbortSignal): Promise<StoredBlob>
  /** Undefined where there is none. Also throws AppError('file/range') for a range that lies outside of it. */
  get(
    key: string,
    options?: { readonly range?: ByteRange | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<BlobContent | undefined>
  /** Undefined where there is none. */
  head(key: string): Promise<BlobFacts | undefined>
  /**
   * All whose key begins with `prefix`, which may end inside a name, by the bytes of their keys. Read page by page, so that a
   * million need no memory. `after`: only those behind this key.
   */
  list(prefix: string, after?: string): AsyncIterable<ListedBlob>
  /** No error where there is none. */
  remove(key: string): Promise<void>
  /** Removes all whose key begins with `prefix`; returns how many. */
  removeAll(prefix: string): Promise<number>
  /** Replaces what is at `to`. Also throws AppError('file/not-found'). */
  copy(from: string, to: string): Promise<void>
  /** As `copy`. Interrupted, it leaves the blob at one of both keys or at both. */
  move(from: string, to: string): Promise<void>
  /** Web address from which whoever has it can read the blob, also ranges of it. Undefined where the store has none. */
  link(key: string, options: LinkOptions): Promise<string | undefined>
  /** Path of the blob's file on this computer, whether or not there is one. Undefined where the store has no files. */
  pathOf(key: string): string | undefined
  /** Puts in progress and what killed processes have left of theirs, of keys that begin with `prefix`. */
  unfinished(prefix: string): AsyncIterable<UnfinishedBlob>
  /** Discards what is unfinished and has received nothing since `before`; returns how many. */
  discardUnfinished(before: Date): Promise<number>
  /** Closes connections. */
  close(): void
}
