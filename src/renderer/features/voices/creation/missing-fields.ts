import type { VoiceDraft } from '#renderer/features/voices/review/review-store.ts'
import { listWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'

/** Missing fields of the form, as phrases in the order of the form. */
export function missingFields(
  review: Pick<VoiceDraft, 'name' | 'transcript' | 'consent'>,
): readonly string[] {
  const { name, transcript } = CUSTOM_VOICE_LIMITS
  const missing: string[] = []
  if (review.transcript.trim() === '') missing.push(t('voices:creation.missing.transcript'))
  else if (review.transcript.trim().length > transcript)
    missing.push(t('voices:creation.missing.shorterTranscript', { limit: transcript }))
  if (review.name.trim() === '') missing.push(t('voices:creation.missing.name'))
  else if (review.name.trim().length > name)
    missing.push(t('voices:creation.missing.shorterName', { limit: name }))
  if (!review.consent) missing.push(t('voices:creation.missing.consent'))
  return missing
}

/** Why a voice cannot be created yet; undefined if it can. `isRefused`: a check refuses the recording. */
export function blockingReason(
  review: Pick<VoiceDraft, 'name' | 'transcript' | 'consent'>,
  isRefused: boolean,
): string | undefined {
  if (isRefused) return t('voices:creation.fixFirst')
  const missing = missingFields(review)
  if (missing.length === 0) return undefined
  return t('voices:creation.missing.sentence', { things: listWords(missing) })
}
