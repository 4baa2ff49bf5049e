import { z } from 'zod'
import type { SoundEvents } from '#server/http/server-sent-events.ts'
import { OpenAiFailure } from './failure.ts'

/** Sound that counts as one output token, in seconds. */
const TOKEN_SECONDS = 0.05

/** Events of the `text/event-stream`, one JSON object each. */
export const SpeechEvent = z
  .union([
    z.object({ type: z.literal('speech.audio.delta'), audio: z.string() }),
    z.object({
      type: z.literal('speech.audio.done'),
      usage: z.object({
        input_tokens: z.int(),
        output_tokens: z.int(),
        total_tokens: z.int(),
      }),
    }),
    OpenAiFailure.extend({ type: z.literal('error') }).meta({ id: 'SpeechErrorEvent' }),
  ])
  .meta({ id: 'SpeechEvent' })
type SpeechEvent = z.infer<typeof SpeechEvent>

/**
 * What the events of a sound say: `speech.audio.delta` with base64, at the end `speech.audio.done` with what `usage` counts by
 * then; a late failure as `describe` tells it.
 */
export function speechEvents(
  usage: () => TokenUsage,
  describe: (error: unknown) => OpenAiFailure,
): SoundEvents<SpeechEvent> {
  return {
    piece: (audio) => ({ type: 'speech.audio.delta', audio }),
    end: () => [{ type: 'speech.audio.done', usage: usage() }],
    failed: (error) => ({ type: 'error', ...describe(error) }),
  }
}

export interface TokenUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly total_tokens: number
}

const WORDS = new Intl.Segmenter('und', { granularity: 'word' })

/** Token usage as OpenAI counts it: a word of the text is an input token, 50 ms of sound an output token. */
export function usageOf(text: string, seconds: number): TokenUsage {
  let words = 0
  for (const { isWordLike } of WORDS.segment(text)) if (isWordLike) words++
  const output = Math.ceil(seconds / TOKEN_SECONDS - 1e-6)
  return { input_tokens: words, output_tokens: output, total_tokens: words + output }
}
