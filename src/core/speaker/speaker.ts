import type { SpeakRequest } from '#shared/api.ts'
import type { SpokenChunk } from '#shared/audio.ts'

/** Turns requests into sound. In this process or in another one: the caller cannot tell. */
export interface Speaker {
  /**
   * Chunks in order, each as soon as it is ready; pulled, so a slow reader slows the synthesis. Throws AppError.
   * `resume`: leave out what an interrupted run has already spoken.
   */
  speak(request: SpeakRequest, signal: AbortSignal, resume?: Resume): AsyncGenerator<SpokenChunk>
}

/** A speaker in this process. */
export interface LocalSpeaker extends Speaker {
  /** Phonemes in IPA, one line of output per line of input. */
  phonemes(lines: readonly string[], language: string, signal: AbortSignal): Promise<string[]>
}

/** How far an interrupted run had come: chunks, and seconds of sound. */
export interface Resume {
  readonly chunks: number
  readonly seconds: number
}
