import { AppError } from '#shared/errors.ts'

/** Bounded queue of bytes between a producer that never waits and a consumer. */
export interface Backlog {
  /** Adds bytes without waiting. Never throws: where too many wait, the reader gets an error and the rest is dropped. */
  push(piece: Uint8Array): void
  end(): void
  fail(error: unknown): void
  /** To be read once. */
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Lets something be written down beside its stream without slowing it. At most `maxBytes` wait. */
export function createBacklog(maxBytes: number): Backlog {
  const pieces: Uint8Array[] = []
  let size = 0
  let end: { readonly error?: unknown } | undefined
  let wake = Promise.withResolvers<void>()
  const finish = (how: { readonly error?: unknown }): void => {
    end ??= how
    wake.resolve()
  }
  return {
    push(piece) {
      if (end) return
      size += piece.length
      if (size > maxBytes) {
        finish({ error: new AppError('storage/failed', 'The disk is slower than the stream.') })
        return
      }
      pieces.push(piece)
      wake.resolve()
    },
    end: () => finish({}),
    fail: (error) => finish({ error }),
    bytes: {
      async *[Symbol.asyncIterator]() {
        while (true) {
          if (end && 'error' in end) throw end.error
          const piece = pieces.shift()
          if (piece) {
            size -= piece.length
            yield piece
          } else if (end) return
          else {
            await wake.promise
            wake = Promise.withResolvers()
          }
        }
      },
    },
  }
}
