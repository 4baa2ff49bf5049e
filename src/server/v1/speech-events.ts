import { z } from 'zod'
import type { FailureDetail } from '#server/http/errors.ts'
import type { SoundEvents } from '#server/http/server-sent-events.ts'
import { TimingFields, type Told } from './speech-timings.ts'

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
 * What the events of a sound say: each piece with the times of what was spoken since the last one; a late failure as `describe`
 * tells it.
 */
export function timedSpeechEvents(
  take: () => Told | undefined,
  requestId: string,
  describe: (error: unknown) => EventFailure,
): SoundEvents<TimedSpeechEvent> {
  return {
    piece: (audio) => chunk(audio, take()),
    end() {
      const rest = take()
      return [...(rest ? [chunk('', rest)] : []), { type: 'done', request_id: requestId }]
    },
    failed(error) {
      const { code, detail } = describe(error)
      return { type: 'error', ...(code ? { code } : {}), detail }
    },
  }
}

function chunk(audio: string, told: Told | undefined): TimedSpeechEvent {
  const { words = [], phones = [], marks, unspoken } = told ?? {}
  return {
    ...{ type: 'chunk', audio, words: [...words], phones: [...phones] },
    ...(marks ? { marks: [...marks] } : {}),
    ...(unspoken ? { unspoken: [...unspoken] } : {}),
  }
}
