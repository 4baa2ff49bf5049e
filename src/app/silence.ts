import type { EncodingOptions } from '#media/render.ts'
import { SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import type { AppDependencies } from './app.ts'

/** Whether an error says that a text has nothing to say, such as the emoji at the end of another text. */
export function saysNothing(error: unknown, text: string): boolean {
  const code = error instanceof AppError ? error.code : undefined
  return code === 'text/empty' || (code === 'text/unspeakable' && !/[\p{L}\p{N}]/u.test(text))
}

/** Silence as the pipeline would send it: one chunk that has no words. */
async function* silentChunks(seconds: number): AsyncGenerator<SpokenChunk> {
  yield {
    samples: new Float32Array(Math.round(seconds * SAMPLE_RATE)),
    timings: { words: [], phones: [], syllables: [] },
    ...{ done: 1, total: 1, samplesToCome: 0 },
  }
}

/** Makes encoded silence, which has no words and therefore no provenance. */
export function silenceWith({ render }: Pick<AppDependencies, 'render'>) {
  return (
    seconds: number,
    output: EncodingOptions,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> => render(silentChunks(seconds), output, signal)
}
