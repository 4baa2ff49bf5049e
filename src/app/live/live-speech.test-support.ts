import { SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import {
  createLiveSpeech,
  type LiveEvent,
  type LiveSettings,
  type LiveSpeech,
} from './live-speech.ts'

/** Samples per word. */
export const WORD = 2_400
export const settings = (language: LanguageCode): LiveSettings => ({
  request: { voice: 'lina', speed: 1 },
  language,
  format: 'pcm_s16le',
  mayFallBack: true,
  quietMs: 500,
})

export interface LiveSpeechHarness {
  readonly live: LiveSpeech
  readonly events: LiveEvent[]
  readonly asked: string[]
  /** Moves the clock. */
  pass(milliseconds: number): void
  /** Waits until all that can be said has been said. */
  settle(): Promise<void>
}

/** A speaker that hums a word for a tenth of a second, at a pitch that is the word's own; BREAK fails. */
export async function* hum(
  text: string,
  asked: string[],
  signal: AbortSignal,
): AsyncGenerator<SpokenChunk> {
  asked.push(text)
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  for (const [index, word] of words.entries()) {
    await new Promise((resolve) => setImmediate(resolve))
    signal.throwIfAborted()
    if (word === 'BREAK') throw new AppError('speech/failed', 'The voice stopped.')
    const step =
      ([...word].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 97) / 97
    const samples = Float32Array.from({ length: WORD }, (_, at) => Math.sin(at * step))
    const start = index * (WORD / SAMPLE_RATE)
    const timings = {
      words: [{ text: word, start, end: start + WORD / SAMPLE_RATE }],
      phones: [],
      syllables: [],
    }
    yield { samples, timings, done: 0, total: 1 }
  }
}

export function openLiveSpeechHarness(
  language: LanguageCode,
  whenEmitted = async (): Promise<void> => undefined,
): LiveSpeechHarness {
  const events: LiveEvent[] = []
  const asked: string[] = []
  const timers = new Set<{ at: number; run: () => void }>()
  let now = 0
  const live = createLiveSpeech(
    {
      speak: ({ text }, signal) => hum(text, asked, signal),
      emit: (item) => {
        events.push(item)
        return whenEmitted()
      },
      after: (milliseconds, run) => {
        const timer = { at: now + milliseconds, run }
        timers.add(timer)
        return () => timers.delete(timer)
      },
      textLimit: 20_000,
      onBug: (error) => {
        throw error
      },
    },
    settings(language),
  )
  return {
    live,
    events,
    asked,
    pass(milliseconds) {
      now += milliseconds
      for (const timer of [...timers])
        if (timer.at <= now) {
          timers.delete(timer)
          timer.run()
        }
    },
    async settle() {
      let before = -1
      for (let quiet = 0; quiet < 4; quiet++) {
        await new Promise((resolve) => setImmediate(resolve))
        if (events.length + asked.length !== before) quiet = 0
        before = events.length + asked.length
      }
    },
  }
}

export const heard = (events: readonly LiveEvent[]): Buffer =>
  Buffer.concat(events.map((item) => (item.kind === 'chunk' ? item.audio : new Uint8Array())))
export const kinds = (events: readonly LiveEvent[]): string[] =>
  events.map(({ kind }) => kind).filter((kind, at, all) => kind !== 'chunk' || all[at - 1] !== kind)
