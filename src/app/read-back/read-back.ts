import type {
  OnText,
  Transcript,
  TranscriptionRequest,
} from '#app/services/transcribe/transcriber.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Reading } from '#shared/reading.ts'
import { checkReading } from './check-reading.ts'
import { expectedWords } from './expected-words.ts'

/** Writes down a recording, as `TranscriptionJob.transcribe` does. */
export type TranscribeRecording = (
  options: TranscriptionRequest,
  signal: AbortSignal,
  onText?: OnText,
) => Promise<Transcript>

export interface ReadBackOrder extends Omit<TranscriptionRequest, 'language' | 'expected'> {
  /** What should be read, with its markup. */
  readonly text: string
  /** Undefined: told from the text. */
  readonly language: LanguageCode | undefined
}

/**
 * Writes down a recording and compares it with the text that is read in it. Throws AppError('text/empty'), ('text/markup'),
 * ('language/unsupported') where the language of the text cannot be told, and what `transcribe` throws.
 */
export async function readBack(
  transcribe: TranscribeRecording,
  { text, language: named, ...options }: ReadBackOrder,
  identify: (text: string) => Promise<LanguageCode | undefined>,
  signal: AbortSignal,
  onText?: OnText,
): Promise<{ readonly transcript: Transcript; readonly reading: Reading }> {
  if (text.trim() === '')
    throw new AppError('text/empty', 'There is no text to compare the recording with.')
  const language = named ?? (await identify(text))
  if (!language)
    throw new AppError(
      'language/unsupported',
      'The language of the text could not be detected. Name it, such as "en".',
    )
  const words = expectedWords(text, language)
  if (words.length === 0)
    throw new AppError('text/empty', 'The text has no words to compare the recording with.')
  const expected = words.map(({ said }) => said)
  const transcript = await transcribe({ ...options, language, expected }, signal, onText)
  return { transcript, reading: checkReading(text, words, transcript) }
}
