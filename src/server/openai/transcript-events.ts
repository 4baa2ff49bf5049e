import { z } from 'zod'
import type { OnText, Transcript } from '#app/services/transcribe/transcriber.ts'
import { eventOf } from '#server/http/server-sent-events.ts'
import { OpenAiFailure } from './failure.ts'
import { usageOf } from './transcript-formats.ts'

/** Events of the `text/event-stream`, one JSON object each. */
export const TranscriptEvent = z
  .union([
    z.object({ type: z.literal('transcript.text.delta'), delta: z.string() }),
    z.object({
      type: z.literal('transcript.text.done'),
      text: z.string(),
      usage: z.object({ type: z.literal('duration'), seconds: z.number() }).optional(),
    }),
    OpenAiFailure.extend({ type: z.literal('error') }).meta({ id: 'TranscriptErrorEvent' }),
  ])
  .meta({ id: 'TranscriptEvent' })
type TranscriptEvent = z.infer<typeof TranscriptEvent>

/**
 * A text as server-sent events while `transcribe` writes it down. What fails before the first event is thrown; a later
 * failure becomes the last event, as `describe` tells it. Calls `close` when it is over, however it ends.
 */
export async function* transcriptEvents(
  transcribe: (onText: OnText) => Promise<Transcript>,
  describe: (error: unknown) => OpenAiFailure,
  close: () => Promise<void>,
): AsyncGenerator<string> {
  const waiting: string[] = []
  let wake = (): void => undefined
  let isOver = false
  const result = transcribe((text) => {
    waiting.push(text)
    wake()
  }).finally(() => {
    isOver = true
    wake()
  })
  result.catch(() => undefined)
  let isBegun = false
  try {
    while (!isOver || waiting.length > 0) {
      const delta = waiting.shift()
      if (delta === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      else {
        isBegun = true
        yield event({ type: 'transcript.text.delta', delta })
      }
    }
    const transcript = await result
    if (!isBegun && transcript.text !== '')
      yield event({ type: 'transcript.text.delta', delta: transcript.text })
    yield event({ type: 'transcript.text.done', text: transcript.text, ...usageOf(transcript) })
  } catch (error) {
    if (!isBegun) throw error
    yield event({ type: 'error', ...describe(error) })
  } finally {
    await close()
  }
}

const event = (data: TranscriptEvent): string => eventOf(data)
