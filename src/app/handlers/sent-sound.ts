import { AppError } from '#shared/errors.ts'

/** Bytes that a window sends part by part, for one reader. */
export interface SentSound extends AsyncIterable<Uint8Array> {
  /** Resolves once the reader has taken the part. Parts that have come already change nothing. Throws AppError. */
  append(position: number, bytes: Uint8Array): Promise<void>
  /** Nothing more comes. */
  end(): void
  /** Ends the reading with an error. */
  fail(error: unknown): void
}

interface Part {
  readonly bytes: Uint8Array
  readonly taken: () => void
}

/** `most`: bytes in all, of which more are refused. */
export function createSentSound(most: number): SentSound {
  const waiting: Part[] = []
  let received = 0
  let isEnded = false
  let failure: { readonly error: unknown } | undefined
  let wake = (): void => undefined
  async function* read(): AsyncGenerator<Uint8Array> {
    while (true) {
      if (failure) throw failure.error
      const part = waiting.shift()
      if (part) {
        yield part.bytes
        part.taken()
      } else if (isEnded) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return {
    [Symbol.asyncIterator]: read,
    async append(position, bytes) {
      if (failure) throw failure.error
      if (position + bytes.length <= received) return
      if (position !== received || isEnded)
        throw new AppError('request/invalid', 'A part of the recording was lost. Send it again.')
      if (received + bytes.length > most) throw tooLarge(received + bytes.length, most)
      received += bytes.length
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ bytes, taken: resolve })
      wake()
      await promise
    },
    end() {
      isEnded = true
      wake()
    },
    fail(error) {
      failure = { error }
      for (const { taken } of waiting.splice(0)) taken()
      wake()
    },
  }
}

/** Error for a recording that is too large to be written down. */
export function tooLarge(size: number, most: number): AppError {
  const figures = [size, most].map((bytes) => bytes.toLocaleString('en'))
  return new AppError(
    'file/too-large',
    `The recording has ${figures[0]} bytes; at most ${figures[1]} (25 MB) can be written down. Cut it into parts, or save it as mp3.`,
  )
}
