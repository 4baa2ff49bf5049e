import type { VoiceDraft } from '#renderer/features/voices/review/review-store.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'

/** Missing fields of the form, as phrases in the order of the form. */
export function missingFields(
  review: Pick<VoiceDraft, 'name' | 'transcript' | 'consent'>,
): readonly string[] {
  const { name, transcript } = CUSTOM_VOICE_LIMITS
  const missing: string[] = []
  if (review.transcript.trim() === '') missing.push('the transcript')
  else if (review.transcript.trim().length > transcript)
    missing.push(`a transcript of at most ${transcript} characters`)
  if (review.name.trim() === '') missing.push('a name')
  else if (review.name.trim().length > name) missing.push(`a name of at most ${name} characters`)
  if (!review.consent) missing.push('the consent')
  return missing
}

/** Why a voice cannot be created yet; undefined if it can. `isRefused`: a check refuses the recording. */
export function blockingReason(
  review: Pick<VoiceDraft, 'name' | 'transcript' | 'consent'>,
  isRefused: boolean,
): string | undefined {
  if (isRefused) return 'Fix the recording first: see the marked checks above.'
  const missing = missingFields(review)
  if (missing.length === 0) return undefined
  const last = missing.at(-1)
  const list = missing.length === 1 ? last : `${missing.slice(0, -1).join(', ')} and ${last}`
  return `Still missing: ${list}.`
}
