import type { RecordingOnDisk } from '#app/open-custom-voices.ts'
import { customRecord, type VoiceRecord } from '#server/v1/voice-record.ts'
import type { Consent, StoredVoice } from '#storage/db/voices.ts'

/** What was agreed to, as JSON: the names are those that the API's records would have. */
export interface ConsentRecord {
  readonly statement: string
  readonly purpose: string
  readonly account: string
  /** The name of the key, or the way in, by which it was given. */
  readonly given_by: string
  readonly given_at: string
  /** SHA-256, hexadecimal. */
  readonly recording_sha256: string
  readonly transcript_sha256: string
  readonly voice_deleted_at: string | null
}

/** The record of a consent as JSON. */
export function consentRecord(consent: Consent): ConsentRecord {
  const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')
  return {
    statement: consent.statement,
    purpose: consent.purpose,
    account: consent.account,
    given_by: consent.tokenName,
    given_at: consent.givenAt,
    recording_sha256: hex(consent.recordingSha256),
    transcript_sha256: hex(consent.transcriptSha256),
    voice_deleted_at: consent.voiceDeletedAt ?? null,
  }
}

/** A voice of one's own as JSON: the API's record with what was agreed to. */
export function ownRecord(
  voice: StoredVoice,
  consent: Consent | undefined,
): VoiceRecord & { readonly consent: ConsentRecord | null } {
  return { ...customRecord(voice), consent: consent ? consentRecord(consent) : null }
}

/** What a voice was made of as JSON. */
export function recordingRecord(recording: RecordingOnDisk | undefined): {
  readonly size_bytes: number
  readonly seconds: number | null
} | null {
  if (!recording) return null
  const { bytes, seconds } = recording
  return {
    size_bytes: bytes,
    seconds: seconds === undefined ? null : Math.round(seconds * 1000) / 1000,
  }
}
