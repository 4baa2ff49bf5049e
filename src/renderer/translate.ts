import type { Data, Input } from '#shared/api.ts'
import { call, on } from './client.ts'
import { runHostJob } from './host-job.ts'

export type TranslationOrder = Omit<Input<'translate.start'>, 'jobId'>

/** A translated text, and who has translated it how well. */
export type Translation = Omit<Data<'translate.done'>, 'jobId'> & { readonly text: string }

/** Translates a text on the host. Rejects as `runHostJob` does. */
export function translate(order: TranslationOrder, signal: AbortSignal): Promise<Translation> {
  let text = ''
  return runHostJob<Translation>(
    {
      listen: (jobId, finish) => [
        on('translate.part', (part) => {
          if (part.jobId === jobId) text += part.text
        }),
        on('translate.done', ({ jobId: id, ...credits }) => {
          if (id === jobId) finish({ ...credits, text })
        }),
      ],
      start: (jobId) => call('translate.start', { jobId, ...order }),
    },
    signal,
  )
}
