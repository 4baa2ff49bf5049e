import type { SpokenChunk } from '#shared/audio.ts'
import type { RecordingCheck } from '#shared/clips.ts'
import type { MarkedText } from '#shared/diacritics.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { ReadWord } from '#shared/word-reading.ts'
import type { ClonedVoice, CloneOrder } from '#speech/engines/cloner.ts'
import type {
  DetectOrder,
  MarkOrder,
  NormaliseOrder,
  ReadOrder,
  Resume,
  SpeakOrder,
} from '#speech/speaker.ts'
import type { WordLanguage } from '#speech/text/detect/detect-words.ts'
import type { TraceContext } from '#telemetry/tracing.ts'

/** Host to speech worker. A job starts with `CREDIT` results it may send; every `pull` allows one more. */
export type ToWorker =
  | {
      readonly kind: 'speak'
      readonly job: number
      readonly request: SpeakOrder
      readonly resume: Resume | undefined
      /** The span that the speech belongs to; left out: nothing is traced. */
      readonly trace?: TraceContext
    }
  | { readonly kind: 'restore'; readonly job: number; readonly order: MarkOrder }
  | { readonly kind: 'read'; readonly job: number; readonly order: ReadOrder }
  | { readonly kind: 'normalise'; readonly job: number; readonly order: NormaliseOrder }
  | { readonly kind: 'detect'; readonly job: number; readonly order: DetectOrder }
  | { readonly kind: 'clone'; readonly job: number; readonly order: CloneOrder }
  | { readonly kind: 'inspect'; readonly job: number; readonly samples: Float32Array }
  | { readonly kind: 'clean'; readonly job: number; readonly samples: Float32Array }
  | { readonly kind: 'pull'; readonly job: number }
  | { readonly kind: 'cancel'; readonly job: number }

/** Speech worker to host. `ready` comes once, after a real word was synthesized. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | JobResult
  | { readonly kind: 'done'; readonly job: number }
  | {
      readonly kind: 'failed'
      readonly job: number
      readonly code: ErrorCode | 'bug'
      readonly message: string
    }

/** Results of a job: any number of chunks of sound, one marked or normalised text, the words of one or their languages, one voice, or one checked or cleaned recording. */
export type JobResult =
  | { readonly kind: 'chunk'; readonly job: number; readonly chunk: SpokenChunk }
  | { readonly kind: 'restored'; readonly job: number; readonly marked: MarkedText }
  | { readonly kind: 'normalised'; readonly job: number; readonly text: string }
  | { readonly kind: 'words'; readonly job: number; readonly words: readonly ReadWord[] }
  | { readonly kind: 'detected'; readonly job: number; readonly words: readonly WordLanguage[] }
  | { readonly kind: 'cloned'; readonly job: number; readonly voice: ClonedVoice }
  | { readonly kind: 'inspected'; readonly job: number; readonly checks: readonly RecordingCheck[] }
  | { readonly kind: 'cleaned'; readonly job: number; readonly samples: Float32Array }

/** Results that may be in transit unread: one being encoded, one being synthesized. */
export const CREDIT = 2
