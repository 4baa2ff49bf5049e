import type { FastifyRequest } from 'fastify'
import { failureOf, type OnBug } from './errors.ts'

/** Media type of an answer that is made of server-sent events. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8'
/** Bytes of sound in one event: half a second of pcm, whole samples, and a line that every reader of events takes. */
const EVENT_BYTES = 24_000

/** One event, whose data is a line of JSON. */
export function eventOf(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

/** What the events of a sound say, in the words of a dialect. */
export interface SoundEvents<E extends object> {
  /** The next bytes, in base64. */
  readonly piece: (audio: string) => E
  /** What follows the last bytes. */
  readonly end: () => readonly E[]
  /** The last event where something fails after the first one. */
  readonly failed: (error: unknown) => E
}

/** Sound as server-sent events, each piece as it comes. What fails before the first one is thrown. */
export async function* soundEvents<E extends object>(
  pieces: AsyncIterable<Uint8Array>,
  { piece: tell, end, failed }: SoundEvents<E>,
): AsyncGenerator<string> {
  let begun = false
  try {
    for await (const piece of pieces)
      for (let at = 0; at < piece.length; at += EVENT_BYTES) {
        begun = true
        yield eventOf(tell(Buffer.from(piece.subarray(at, at + EVENT_BYTES)).toString('base64')))
      }
  } catch (error) {
    if (!begun) throw error
    yield eventOf(failed(error))
    return
  }
  for (const event of end()) yield eventOf(event)
}

/** The failure of an answer that is half sent, as it would have been answered; it is reported unless the caller has gone. */
export function lateFailure(
  error: unknown,
  request: FastifyRequest,
  disconnected: AbortSignal,
  onBug: OnBug,
): ReturnType<typeof failureOf> {
  if (!disconnected.aborted) onBug(error, request.id)
  return failureOf(error, request)
}
