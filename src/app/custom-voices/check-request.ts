import { CONSENT_STATEMENT, CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'

/** Refuses a voice to which nobody agreed. Throws AppError('voice/consent') with what is to be agreed to. */
export function checkConsent(consent: boolean): void {
  if (consent === true) return
  throw new AppError(
    'voice/consent',
    `A voice is made only with consent: send consent "true" if this is true: "${CONSENT_STATEMENT}"`,
  )
}

/** The name of a voice as it is kept, without white space around it. Throws AppError('voice/invalid'). */
export function checkName(name: string): string {
  const trimmed = name.trim().normalize('NFC')
  const length = [...trimmed].length
  const { name: most } = CUSTOM_VOICE_LIMITS
  if (length === 0) throw invalid('name is empty: give the voice a name.')
  if (length > most) throw invalid(`name has ${length} characters; at most ${most} are allowed.`)
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(trimmed))
    throw invalid('name contains control characters or line breaks: send one line of plain text.')
  return trimmed
}

/** Transcript as it is stored: trimmed, in NFC. Throws AppError('voice/invalid'). */
export function checkTranscript(transcript: string): string {
  const trimmed = transcript.toWellFormed().trim().normalize('NFC')
  const length = [...trimmed].length
  const { transcript: most } = CUSTOM_VOICE_LIMITS
  if (length === 0)
    throw invalid('transcript is empty: write what is said in the recording, word for word.')
  if (length > most)
    throw invalid(`transcript has ${length} characters; at most ${most} are allowed.`)
  return trimmed
}

function invalid(words: string): AppError {
  return new AppError('voice/invalid', words)
}
