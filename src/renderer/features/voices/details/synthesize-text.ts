import { call, getConnection, on, subscribeConnection } from '#renderer/client.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { decodePcm16 } from '#renderer/ui/pcm.ts'
import { randomId } from '#renderer/ui/random-id.ts'

interface SynthesisRequest {
  readonly text: string
  readonly voice: string
  readonly language: string
}

/**
 * Synthesizes a text as a whole: 24 kHz mono. Rejects with the reason of a failure, or with that of `signal`, which
 * also cancels the job.
 */
export async function synthesizeText(
  request: SynthesisRequest,
  signal: AbortSignal,
): Promise<Int16Array> {
  const jobId = randomId()
  const done = Promise.withResolvers<void>()
  const parts: Int16Array[] = []
  const unsubscribers = [
    on('speech.chunk', (chunk) => {
      if (chunk.jobId === jobId) parts.push(decodePcm16(chunk.pcm))
    }),
    on('speech.done', (end) => {
      if (end.jobId === jobId) done.resolve()
    }),
    on('job.failed', (end) => {
      if (end.jobId === jobId) done.reject(new Error(end.message))
    }),
    // Jobs end with the connection.
    subscribeConnection(() => {
      if (getConnection().status === 'lost') done.reject(new ConnectionLostError())
    }),
  ]
  const handleAbort = (): void => {
    done.reject(signal.reason)
    call('job.cancel', { jobId }).catch(() => undefined)
  }
  signal.addEventListener('abort', handleAbort)
  try {
    call('speech.start', { jobId, ...request }).catch(done.reject)
    await done.promise
    return concatenate(parts)
  } finally {
    signal.removeEventListener('abort', handleAbort)
    for (const end of unsubscribers) end()
  }
}

function concatenate(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
