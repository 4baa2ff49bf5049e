import type { SpeakRequest } from '#shared/api.ts'
import type { SpokenChunk } from '#shared/audio.ts'

/** Turns requests into sound. In this process or in another one: the caller cannot tell. */
export interface Speaker {
  /** Chunks in order, each as soon as it is ready; pulls, so a slow reader slows the synthesis. Throws AppError. */
  speak(request: SpeakRequest, signal: AbortSignal): AsyncGenerator<SpokenChunk>
  /** Phonemes in IPA, words separated by spaces, one line of output per line of input. */
  phonemes(lines: readonly string[], language: string, signal: AbortSignal): Promise<string[]>
}
