import type { History } from '#history/history.ts'
import type { SpokenChunk } from '#shared/audio.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { HISTORY_LIMITS, type SpeechSource } from '#shared/history.ts'
import { systemVoice } from '#speech/engines/registry.ts'
import type { SpeakOrder } from '#speech/speaker.ts'
import { startSpan, within } from '#telemetry/tracing.ts'
import type { FallbackSpeaker } from './speech-packs/voice-fallback.ts'

/** Who asked for speech. */
export interface AskedBy {
  readonly source: SpeechSource
  readonly keyName?: string | undefined
  /** Whether nothing of the text may be kept. */
  readonly isPrivate?: boolean | undefined
}

/** A listener that takes more than this share of the time holds the speech back: such a take says nothing about the computer. */
const HELD_BACK = 0.2

/** `speaker`, with a note in the history of all that it says. What is heard, and when, does not change. */
export function recordedSpeech(
  speaker: FallbackSpeaker,
  history: Pick<History, 'record'>,
  by: AskedBy,
): FallbackSpeaker {
  return {
    async *speak(order, signal, resume, onFallback) {
      const take = startedTake(order, by)
      const span = startSpan('speak', {
        attributes: {
          'griot.voice': order.voice,
          'griot.source': by.source,
          'griot.characters': order.text.length,
        },
      })
      const tell: typeof onFallback =
        onFallback &&
        ((fallback) => {
          take.voice = fallback.voice
          onFallback(fallback)
        })
      try {
        const chunks = speaker.speak(order, signal, resume, tell)
        for await (const chunk of within(span, chunks)) {
          if (take.made(chunk)) span.event('first sound')
          yield chunk
          take.taken()
        }
        take.isWhole = true
      } catch (error) {
        span.end(error)
        throw error
      } finally {
        const spoken = take.spoken()
        if (spoken) history.record(spoken)
        span.end()
      }
    },
  }
}

function startedTake(order: SpeakOrder, by: AskedBy) {
  const at = new Date()
  const start = performance.now()
  let firstSoundMs: number | undefined
  let samples = 0
  let heldMs = 0
  let madeAt = start
  return {
    voice: order.voice,
    isWhole: false,
    /** Notes a chunk; returns whether it is the first one with sound. */
    made(chunk: SpokenChunk): boolean {
      madeAt = performance.now()
      samples += chunk.samples.length
      const isFirst = samples > 0 && firstSoundMs === undefined
      if (isFirst) firstSoundMs = madeAt - start
      return isFirst
    },
    taken(): void {
      heldMs += performance.now() - madeAt
    },
    /** Undefined where nothing was heard. */
    spoken(): Parameters<History['record']>[0] | undefined {
      if (firstSoundMs === undefined) return undefined
      const totalMs = performance.now() - start
      const seconds = samples / SAMPLE_RATE
      const voice = systemVoice(this.voice)
      const tells = this.isWhole && heldMs <= totalMs * HELD_BACK
      return {
        ...{ at: at.toISOString(), source: by.source, voice: this.voice },
        ...(by.keyName === undefined ? {} : { keyName: by.keyName }),
        engine: voice?.engine ?? 'custom',
        language: order.language ?? voice?.language ?? '',
        text: by.isPrivate ? '' : beginningOf(order.text),
        characters: order.text.length,
        ...{ seconds, firstSoundMs, totalMs, isWhole: this.isWhole },
        ...(tells ? { realTimeFactor: (totalMs - heldMs) / 1_000 / seconds } : {}),
        memoryBytes: process.memoryUsage.rss(),
      }
    },
  }
}

/** The first characters of a text, none of them cut in half. */
function beginningOf(text: string): string {
  const parts = new Intl.Segmenter().segment(text.slice(0, HISTORY_LIMITS.text * 4))
  return Array.from(parts, ({ segment }) => segment)
    .slice(0, HISTORY_LIMITS.text)
    .join('')
}
