import { z } from 'zod'
import { OpenAiFailure } from './failure.ts'

/** Bytes of sound in one event: half a second of pcm, whole samples, and a line that every reader of events takes. */
const EVENT_BYTES = 24_000
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
 * Sound as server-sent events, each piece as it comes: `speech.audio.delta` with base64, at the end `speech.audio.done`
 * with what `usage` counts by then. What fails before the first piece is thrown; a later failure becomes the last event,
 * as `describe` tells it.
 */
export async function* speechEvents(
  pieces: AsyncIterable<Uint8Array>,
  usage: () => TokenUsage,
  describe: (error: unknown) => OpenAiFailure,
): AsyncGenerator<string> {
  let begun = false
  try {
    for await (const piece of pieces)
      for (let at = 0; at < piece.length; at += EVENT_BYTES) {
        begun = true
        const audio = Buffer.from(piece.subarray(at, at + EVENT_BYTES)).toString('base64')
        yield event({ type: 'speech.audio.delta', audio })
      }
  } catch (error) {
    if (!begun) throw error
    yield event({ type: 'error', ...describe(error) })
    return
  }
  yield event({ type: 'speech.audio.done', usage: usage() })
}

function event(data: SpeechEvent): string {
  return `data: ${JSON.stringify(data)}\n\n`
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
