import type { SpokenChunk } from '#shared/audio.ts'

/**
 * The same chunks, and which of them is the first with sound (undefined: none is) as soon as somebody reads them. Those
 * without say only that work goes on.
 */
export function withFirstSound(chunks: AsyncIterable<SpokenChunk>): {
  readonly first: Promise<SpokenChunk | undefined>
  readonly sound: AsyncGenerator<SpokenChunk>
} {
  const { promise: first, resolve, reject } = Promise.withResolvers<SpokenChunk | undefined>()
  // Whoever reads the chunks hears of their failure too.
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

/** A generator that is at work on its first piece already. */
export function startEarly<T>(generator: AsyncGenerator<T>): {
  readonly first: Promise<unknown>
  readonly pieces: AsyncGenerator<T>
  /** Ends the work where the pieces are not read. */
  stop(): Promise<unknown>
} {
  const first = generator.next()
  // Whoever reads the pieces hears of it.
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
