import type { Data, Input } from '#shared/api.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { call, getConnection, on, subscribeConnection } from './client.ts'
import { ConnectionLostError } from './socket.ts'
import { randomId } from './ui/random-id.ts'

export type TranslationOrder = Omit<Input<'translate.start'>, 'jobId'>

/** A translated text, and who has translated it how well. */
export type Translation = Omit<Data<'translate.done'>, 'jobId'> & { readonly text: string }

/** Translates a text on the host. Rejects with AppError, ConnectionLostError, or the reason of the signal. */
export async function translate(
  order: TranslationOrder,
  signal: AbortSignal,
): Promise<Translation> {
  signal.throwIfAborted()
  const jobId = randomId()
  const { promise, resolve, reject } = Promise.withResolvers<Translation>()
  let text = ''
  const onAbort = (): void => {
    reject(signal.reason)
    // A lost connection has ended the job already.
    call('job.cancel', { jobId }).catch(() => undefined)
  }
  const unsubscribers = [
    on('translate.part', (part) => {
      if (part.jobId === jobId) text += part.text
    }),
    on('translate.done', ({ jobId: id, ...credits }) => {
      if (id === jobId) resolve({ ...credits, text })
    }),
    on('job.failed', ({ jobId: id, code, message }) => {
      // The host sends the codes of its own errors.
      if (id === jobId) reject(new AppError(code as ErrorCode, message))
    }),
    subscribeConnection(() => {
      if (getConnection().status === 'lost') reject(new ConnectionLostError())
    }),
  ]
  signal.addEventListener('abort', onAbort, { once: true })
  call('translate.start', { jobId, ...order }).catch(reject)
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', onAbort)
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
