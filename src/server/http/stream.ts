import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { OnBug } from './errors.ts'
import type { SpeechQueue } from './speech-queue.ts'

/** Aborted as soon as the caller's connection is gone while the answer is not complete. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const leave = (): void => {
    if (!reply.raw.writableFinished)
      gone.abort(
        new AppError('speech/cancelled', 'The caller went away before the answer was complete.'),
      )
  }
  if (reply.raw.destroyed) leave()
  else reply.raw.once('close', leave)
  return gone.signal
}

export interface StreamOptions {
  readonly onBug: OnBug
  readonly speechQueue: SpeechQueue
  /** Time after which a caller that reads nothing more is given up, in milliseconds. */
  readonly stallTimeoutMs: number
}

/**
 * Sends `pieces` one by one as they come, no faster than the caller takes them. The first piece is awaited before the
 * status is sent, so that whatever throws until then is an answer in words. A later failure cuts the connection
 * without the last chunk, so that the caller can see that something is missing.
 */
export async function sendStream(
  reply: FastifyReply,
  pieces: AsyncIterable<Uint8Array | string>,
  { onBug, stallTimeoutMs }: Pick<StreamOptions, 'onBug' | 'stallTimeoutMs'>,
): Promise<FastifyReply> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done)
    throw new AppError('speech/failed', 'No sound was produced. Try again, or change the text.')
  const body = Readable.from(
    untilStalled(first.value, iterator, stallTimeoutMs, () => reply.raw.destroy()),
  )
  body.on('error', (error) => {
    if (reply.raw.headersSent && !reply.raw.destroyed) onBug(error, reply.request.id)
  })
  return reply.send(body)
}

async function* untilStalled(
  first: Uint8Array | string,
  rest: AsyncIterator<Uint8Array | string>,
  timeoutMs: number,
  giveUp: () => void,
): AsyncGenerator<Uint8Array | string> {
  let stalled: NodeJS.Timeout | undefined
  try {
    let next: IteratorResult<Uint8Array | string> = { value: first, done: false }
    while (!next.done) {
      stalled = setTimeout(giveUp, timeoutMs)
      yield next.value
      clearTimeout(stalled)
      next = await rest.next()
    }
  } finally {
    clearTimeout(stalled)
    await rest.return?.()
  }
}
