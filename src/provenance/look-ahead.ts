import type { SpokenChunk } from '#shared/audio.ts'

/**
 * Passes chunks on and resolves `first` with the first one that has samples, or with undefined where none has. It resolves
 * only while `sound` is read. Chunks without samples say only that work goes on.
 */
export function withFirstSound(chunks: AsyncIterable<SpokenChunk>): {
  readonly first: Promise<SpokenChunk | undefined>
  readonly sound: AsyncGenerator<SpokenChunk>
} {
  const { promise: first, resolve, reject } = Promise.withResolvers<SpokenChunk | undefined>()
  // The reader of `sound` gets the failure too.
  first.catch(() => undefined)
  const sound = async function* (): AsyncGenerator<SpokenChunk> {
    try {
      for await (const chunk of chunks) {
        if (chunk.samples.length > 0) resolve(chunk)
        yield chunk
      }
      resolve(undefined)
    } catch (error) {
      reject(error)
      throw error
    }
  }
  return { first, sound: sound() }
}

/** Starts a generator at once instead of at the first read. */
export function startEarly<T>(generator: AsyncGenerator<T>): {
  readonly first: Promise<unknown>
  readonly pieces: AsyncGenerator<T>
  /** Ends the generator where its pieces are not read. */
  stop(): Promise<unknown>
} {
  const first = generator.next()
  // The reader of `pieces` gets the failure.
  first.catch(() => undefined)
  const pieces = async function* (): AsyncGenerator<T> {
    try {
      const { done, value } = await first
      if (done) return
      yield value
      yield* generator
    } finally {
      await generator.return(undefined)
    }
  }
  return { first, pieces: pieces(), stop: () => generator.return(undefined) }
}
