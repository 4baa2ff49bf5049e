import { setImmediate } from 'node:timers/promises'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import type { Speaker } from '#speech/speaker.ts'

/** Sound per word. */
export const WORD_SECONDS = 0.25

/** Work that the tone speaker has done so far. */
export interface ToneSpeakerStats {
  running: number
  words: number
  readonly requests: unknown[]
}

/**
 * Says every word as a tone of 440 Hz. The words BREAK and BUG fail as a speech worker fails; a text without letters cannot be
 * spoken. `hold`: what a word of this index in its text waits for.
 */
export function createToneSpeaker(
  work: ToneSpeakerStats,
  hold: (index: number) => Promise<unknown>,
): Speaker {
  const samples = Float32Array.from({ length: WORD_SECONDS * SAMPLE_RATE }, (_, i) =>
    Math.sin((2 * Math.PI * 440 * i) / SAMPLE_RATE),
  )
  return {
    async *speak(request, signal) {
      work.requests.push(request)
      const words = request.text.match(/[\p{L}\p{M}\p{N}']+/gu)
      if (!words) throw new AppError('text/unspeakable', 'There is nothing to say in this text.')
      work.running++
      try {
        for (const [index, text] of words.entries()) {
          await Promise.race([hold(index), aborted(signal)])
          await setImmediate()
          signal.throwIfAborted()
          if (text === 'BREAK')
            throw new AppError('speech/failed', 'The voice stopped twice at this text.')
          if (text === 'BUG') throw new TypeError('undefined is not a phone')
          work.words++
          const start = index * WORD_SECONDS
          const timings = {
            words: [{ text, start, end: start + WORD_SECONDS }],
            phones: [],
            syllables: [],
          }
          const samplesToCome = (words.length - index - 1) * samples.length
          yield { samples, timings, done: index + 1, total: words.length, samplesToCome }
        }
      } finally {
        work.running--
      }
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}
