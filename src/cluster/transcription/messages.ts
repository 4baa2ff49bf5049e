import { z } from 'zod'
import type { JobMessage } from '#inference/messages.ts'
import type { TranscriptionMessage } from '#inference/transcribe-over.ts'
import type { TraceContext } from '#telemetry/tracing.ts'

type Start = Extract<TranscriptionMessage, { kind: 'transcribe' }>

/**
 * Node to worker. As between a host and a model process, at most `SOUND_CREDIT` samples of a transcription are on their way; the pack
 * is named, as a worker may have several.
 */
export type TranscriptionOrder =
  | (Start & { readonly packId: string; readonly trace?: TraceContext | undefined })
  | Exclude<TranscriptionMessage, Start>

/** Worker to node: what a model process says of a transcription. */
export type TranscriptionResult = Exclude<JobMessage, { kind: 'sentence' | 'facts' | 'speech' }>

/** What every order has; the rest is for those who do the work. */
export const OrderShape = z.object({
  kind: z.enum([
    'transcribe',
    'sound',
    'sound-end',
    'cancel',
  ] satisfies TranscriptionMessage['kind'][]),
  job: z.int().nonnegative(),
})
