import type { ErrorCode } from '#shared/errors.ts'
import type { BuiltInTranslator, Direction, TranslatedSentence } from '#translation/translator.ts'

/** Host to translation process. */
export type ToTranslator =
  | {
      readonly kind: 'translate'
      readonly job: number
      readonly sentence: string
      readonly direction: Direction
    }
  | { readonly kind: 'cancel'; readonly job: number }

/** Failure in words, or a bug with its stack. */
interface Failure {
  readonly code: ErrorCode | 'bug'
  readonly message: string
}

/** Translation process to host. First comes `ready` or `unavailable`, once. */
export type FromTranslator =
  | ({ readonly kind: 'ready' } & Pick<BuiltInTranslator, 'directions' | 'licence'>)
  | ({ readonly kind: 'unavailable' } & Failure)
  | ({ readonly kind: 'translated'; readonly job: number } & TranslatedSentence)
  | ({ readonly kind: 'failed'; readonly job: number } & Failure)
