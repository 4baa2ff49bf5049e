import { AppError } from '#shared/errors.ts'
import { PronunciationDraft } from '#shared/pronunciation.ts'
import { ipaWords } from '#speech/phonemes/ipa-words.ts'

/** An entry that can be spoken. Throws AppError('dictionary/invalid') in words. */
export function checked(draft: unknown): PronunciationDraft {
  const read = PronunciationDraft.safeParse(draft)
  if (!read.success) {
    const [issue] = read.error.issues
    const where = issue?.path[0] === 'language' ? 'language: ' : ''
    throw new AppError('dictionary/invalid', `${where}${issue?.message ?? 'It cannot be read.'}`)
  }
  const { saidAs, language } = read.data
  try {
    const words = saidAs.kind === 'ipa' ? ipaWords(saidAs.ipa, language ?? 'en') : undefined
    if (words?.length === 0) throw new AppError('dictionary/invalid', 'The IPA has no sound.')
  } catch (error) {
    throw new AppError('dictionary/invalid', problemOf(error), error)
  }
  return read.data
}

/** Message of an AppError; rethrows any other error. */
export function problemOf(error: unknown): string {
  if (error instanceof AppError) return error.message
  throw error
}
