import { failureOf } from '#inference/failure-of.ts'
import type { PackTranscription } from '#inference/pack-transcription.ts'
import { createSoundInbox, type SoundInbox } from '#inference/sound-inbox.ts'
import { traced } from '#telemetry/tracing.ts'
import type { TranscriptionOrder, TranscriptionResult } from './messages.ts'

/** A worker's end of the transcriptions of one node. */
export interface TranscriptionJobs {
  take(order: TranscriptionOrder): void
  /** Jobs in work. */
  readonly count: number
  /** The node has gone: nobody hears of them any more. */
  cancelAll(): void
}

type Start = Extract<TranscriptionOrder, { kind: 'transcribe' }>

interface Job {
  readonly stop: AbortController
  readonly sound: SoundInbox
}

/**
 * Writes down what one node sends, with the packs of this worker. Orders behind those that a process takes at once wait there, and
 * are told their place. `onChange` is called when a job begins and ends.
 */
export function serveTranscriptions(
  models: PackTranscription['models'],
  send: (result: TranscriptionResult) => void,
  onChange: () => void,
): TranscriptionJobs {
  const jobs = new Map<number, Job>()

  const run = (order: Start, { sound, stop: { signal } }: Job): Promise<void> => {
    const { job, packId, options, trace } = order
    const tell = (place: number): void => send({ kind: 'queued', job, place })
    return traced(
      'transcribe',
      { parent: trace, attributes: { 'griot.pack': packId } },
      async () => {
        const found = models.transcribe(packId, sound, options, signal, tell)
        let next = await found.next()
        for (; !next.done; next = await found.next()) send({ ...next.value, job })
        if (next.value) send({ kind: 'evidence', job, evidence: next.value })
      },
    )
  }
  const start = async (order: Start): Promise<void> => {
    const { job } = order
    const stop = new AbortController()
    const onTaken = (samples: number): void => send({ kind: 'taken', job, samples })
    const state = { stop, sound: createSoundInbox(onTaken, stop.signal) }
    jobs.set(job, state)
    onChange()
    const ended = await run(order, state).then(
      (): TranscriptionResult => ({ kind: 'done', job }),
      (error: unknown): TranscriptionResult =>
        stop.signal.aborted ? { kind: 'cancelled', job } : failureOf(job, error),
    )
    jobs.delete(job)
    send(ended)
    onChange()
  }
  return {
    take(order) {
      if (order.kind === 'transcribe') {
        start(order).catch(() => undefined)
        return
      }
      const job = jobs.get(order.job)
      if (order.kind === 'sound') job?.sound.add(order.samples)
      else if (order.kind === 'sound-end') job?.sound.end()
      else if (job) job.stop.abort(new Error('cancelled'))
      else send({ kind: 'cancelled', job: order.job })
    },
    get count() {
      return jobs.size
    },
    cancelAll() {
      for (const { stop } of jobs.values()) stop.abort(new Error('The node has gone.'))
    },
  }
}
