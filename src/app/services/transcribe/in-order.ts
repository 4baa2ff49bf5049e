import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import {
  allFailed,
  failureNotice,
  isOfPack,
  noTranscriber,
  type Transcriber,
  tellingText,
  withNotices,
} from './transcriber.ts'

/** One of several transcribers. */
export interface TranscriptionProvider extends Transcriber {
  /** As people read it: "the installed pack", "the transcription service". */
  readonly name: string
  supports(language: LanguageCode | undefined): Promise<boolean>
  /** Why it does not; left out: nothing is known but that. */
  whyNone?(language: LanguageCode | undefined): Promise<AppError>
}

/** Failures of a transcriber that say nothing about the recording: another one may do better. */
const NEXT: ReadonlySet<ErrorCode> = new Set([
  'transcribe/failed',
  'transcribe/unavailable',
  'rate/limited',
])

/** `isTold`: somebody has heard a part of the text, which another one would say differently. */
function mayBeBetterElsewhere(error: unknown, isTold: boolean): error is AppError {
  return !isTold && (isOfPack(error) || (error instanceof AppError && NEXT.has(error.code)))
}

/**
 * The first of `providers` that knows the language; when it fails, `onTrouble` is told and the next one takes over. With none
 * left, throws the failure of the first, which tells those of the others too, or AppError('transcribe/unavailable') where there was none.
 */
export function transcribeInOrder(
  providers: readonly TranscriptionProvider[],
  onTrouble: (words: string) => void,
): Transcriber {
  return {
    async transcribe(recording, request, signal, onText) {
      const { tell, isTold } = tellingText(onText)
      const failures: AppError[] = []
      const notices: string[] = []
      const able = await supporting(providers, request.language)
      for (const provider of able)
        try {
          return withNotices(await provider.transcribe(recording, request, signal, tell), notices)
        } catch (error) {
          signal.throwIfAborted()
          if (!mayBeBetterElsewhere(error, isTold())) throw error
          failures.push(error)
          const notice = failureNotice(provider.name, error)
          notices.push(notice)
          if (notices.length < able.length) onTrouble(notice)
        }
      if (failures.length > 0) throw allFailed(failures, notices)
      throw await whyNone(providers, request.language)
    },
  }
}

async function supporting(
  providers: readonly TranscriptionProvider[],
  language: LanguageCode | undefined,
): Promise<readonly TranscriptionProvider[]> {
  const found = await Promise.all(providers.map(({ supports }) => supports(language)))
  return providers.filter((_, at) => found[at])
}

/** Why none of them writes down a language, with what to do. */
export async function whyNone(
  providers: readonly Pick<TranscriptionProvider, 'whyNone'>[],
  language: LanguageCode | undefined,
): Promise<AppError> {
  for (const provider of providers) {
    const why = await provider.whyNone?.(language)
    if (why) return why
  }
  return noTranscriber(language)
}
