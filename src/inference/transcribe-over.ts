import { createJob, type JobLink, type JobOptions } from './job.ts'
import {
  type Evidence,
  SOUND_CREDIT,
  type ToModel,
  type TranscribedPiece,
  type TranscriptionOptions,
} from './messages.ts'
import type { OnQueued } from './pack-process.ts'

/** The way of a transcription to a model process, or to a worker of a service. */
export interface TranscriptionLink extends JobLink {
  send(message: TranscriptionMessage): void
}

/** Messages about one transcription, on the way to who does it. */
export type TranscriptionMessage = Extract<
  ToModel,
  { kind: 'transcribe' | 'sound' | 'sound-end' | 'cancel' }
>

/**
 * Sends `sound` (blocks of 16 kHz mono) no faster than it is used, and yields what is heard in it; see `ModelProcesses.transcribe`.
 */
export async function* transcribeOver(
  link: TranscriptionLink,
  sound: AsyncIterable<Float32Array>,
  options: TranscriptionOptions,
  jobOptions: JobOptions,
  onQueued?: OnQueued,
): AsyncGenerator<TranscribedPiece, Evidence | undefined> {
  let onTheirWay = 0
  let isEnded = false
  let go = (): void => undefined
  const hasWork = (): boolean => isEnded || onTheirWay > 0
  const stop = new AbortController()
  const signal = AbortSignal.any([jobOptions.signal, stop.signal])
  const job = createJob(link, { ...jobOptions, signal, hasWork })
  link.send({ kind: 'transcribe', job: job.id, options })
  const feed = async (): Promise<void> => {
    for await (const samples of sound) {
      while (onTheirWay > 0 && onTheirWay + samples.length > SOUND_CREDIT && !signal.aborted)
        await new Promise<void>((resolve) => {
          go = resolve
        })
      if (signal.aborted || link.gone.aborted) return
      onTheirWay += samples.length
      link.send({ kind: 'sound', job: job.id, samples })
    }
    isEnded = true
    link.send({ kind: 'sound-end', job: job.id })
  }
  const onGone = (): void => go()
  link.gone.addEventListener('abort', onGone)
  jobOptions.signal.addEventListener('abort', onGone)
  // A sound that cannot be read ends the job with its own error.
  const fed = feed().catch((error: unknown) => stop.abort(error))
  let evidence: Evidence | undefined
  try {
    for await (const message of job.messages()) {
      if (message.kind === 'taken') {
        onTheirWay -= message.samples
        go()
      } else if (message.kind === 'queued') onQueued?.(message.place)
      else if (message.kind === 'piece' || message.kind === 'partial')
        yield { kind: message.kind, piece: message.piece }
      else if (message.kind === 'evidence') evidence = message.evidence
    }
    return evidence
  } finally {
    link.gone.removeEventListener('abort', onGone)
    jobOptions.signal.removeEventListener('abort', onGone)
    stop.abort(new Error('The job is over.'))
    go()
    if (isEnded) await fed
  }
}
