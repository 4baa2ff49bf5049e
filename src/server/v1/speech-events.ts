import { z } from 'zod'
import type { FailureDetail } from '#server/http/errors.ts'
import { type collectTimings, TimingFields } from './speech-timings.ts'

/** Bytes of sound in one event: half a second of pcm, whole samples. */
const EVENT_BYTES = 24_000

/** Events of the `text/event-stream`, one JSON object each, in the words of live speech. */
export const TimedSpeechEvent = z
  .union([
    z.object({
      type: z.literal('chunk'),
      audio: z.string().describe('The next bytes in base64; empty where only times came.'),
      ...TimingFields,
    }),
    z.object({ type: z.literal('done'), request_id: z.uuid() }),
    z.object({
      type: z.literal('error'),
      code: z.string().optional(),
      detail: z.union([z.string(), z.array(z.unknown())]),
    }),
  ])
  .meta({ id: 'TimedSpeechEvent' })
type TimedSpeechEvent = z.infer<typeof TimedSpeechEvent>

/** What went wrong, as an event tells it. */
export interface EventFailure {
  readonly code?: string | undefined
  readonly detail: FailureDetail
}

/**
 * Sound as server-sent events, each piece as it comes, with the times of what was spoken since the last one. What fails before the
 * first piece is thrown; a later failure becomes the last event, as `describe` tells it.
 */
export async function* timedSpeechEvents(
  pieces: AsyncIterable<Uint8Array>,
  take: ReturnType<typeof collectTimings>['take'],
  requestId: string,
  describe: (error: unknown) => EventFailure,
): AsyncGenerator<string> {
  let begun = false
  try {
    for await (const piece of pieces)
      for (let at = 0; at < piece.length; at += EVENT_BYTES) {
        begun = true
        yield chunk(piece.subarray(at, at + EVENT_BYTES), take())
      }
  } catch (error) {
    if (!begun) throw error
    const { code, detail } = describe(error)
    yield event({ type: 'error', ...(code ? { code } : {}), detail })
    return
  }
  const rest = take()
  if (rest) yield chunk(new Uint8Array(), rest)
  yield event({ type: 'done', request_id: requestId })
}

function chunk(
  bytes: Uint8Array,
  told: ReturnType<ReturnType<typeof collectTimings>['take']>,
): string {
  const audio = Buffer.from(bytes).toString('base64')
  const { words = [], phones = [], marks } = told ?? {}
  return event({
    ...{ type: 'chunk', audio, words: [...words], phones: [...phones] },
    ...(marks ? { marks: [...marks] } : {}),
  })
}

function event(data: TimedSpeechEvent): string {
  return `data: ${JSON.stringify(data)}\n\n`
}
