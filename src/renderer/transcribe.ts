import type { Data, Input } from '#shared/api.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { SOUND_LIMITS } from '#shared/transcription.ts'
import { call, on } from './client.ts'
import { runHostJob } from './host-job.ts'
import { sendParts } from './send-parts.ts'

type ClipSource = Extract<Input<'transcribe.start'>['source'], { kind: 'clip' }>

/** A recording to be written down, and compared with `expected` if that is given. */
export interface TranscriptionOrder {
  readonly source: { readonly kind: 'sound'; readonly sound: Blob } | ClipSource
  readonly language?: LanguageCode | undefined
  readonly expected?: string | undefined
}

/** How far a transcription is: the part of the recording that was sent, 0 to 1; the text so far, and the second it reaches. */
export interface TranscriptionProgress {
  readonly sent: number
  readonly text: string
  readonly seconds: number
}

export type Transcription = Omit<Data<'transcribe.done'>, 'jobId'>

interface TranscriptionOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: TranscriptionProgress) => void
}

/** Writes down a recording on the host. Rejects as `runHostJob` does, 'transcribe/unavailable' where nothing can do it. */
export async function transcribe(
  { source, language, expected }: TranscriptionOrder,
  { signal, onProgress = () => undefined }: TranscriptionOptions,
): Promise<Transcription> {
  let progress: TranscriptionProgress = { sent: 0, text: '', seconds: 0 }
  const tell = (change: Partial<TranscriptionProgress>): void => {
    progress = { ...progress, ...change }
    onProgress(progress)
  }
  return runHostJob<Transcription>(
    {
      listen: (jobId, finish) => [
        on('transcribe.progress', ({ jobId: id, text, seconds = progress.seconds }) => {
          if (id === jobId) tell({ text: progress.text + text, seconds })
        }),
        on('transcribe.done', ({ jobId: id, ...result }) => {
          if (id === jobId) finish(result)
        }),
      ],
      async start(jobId) {
        const asked = { jobId, language, expected }
        if (source.kind === 'clip') return call('transcribe.start', { ...asked, source })
        await send(jobId, source.sound, signal, tell)
        return call('transcribe.start', { ...asked, source: { kind: 'sent' } })
      },
    },
    signal,
  )
}

async function send(
  jobId: string,
  sound: Blob,
  signal: AbortSignal,
  tell: (change: Partial<TranscriptionProgress>) => void,
): Promise<void> {
  await call('transcribe.begin', { jobId, sizeBytes: sound.size })
  await sendParts(sound, SOUND_LIMITS.partBytes, signal, async (position, bytes) => {
    await call('transcribe.append', { jobId, position, bytes })
    tell({ sent: Math.min(1, (position + bytes.length) / sound.size) })
  })
}

/** Whether an error says that nothing here can write down speech, which a pack of models would change. */
export function lacksTranscriber(error: unknown): boolean {
  return error instanceof AppError && error.code === 'transcribe/unavailable'
}
