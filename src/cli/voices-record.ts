import type { RecordingOnDisk } from '#app/open-custom-voices.ts'
import { customRecord, type VoiceResource } from '#server/v1/voice-record.ts'
import type { Consent, StoredVoice } from '#storage/db/voices.ts'

/** Consent as JSON, with names in the style of the API's records. */
interface ConsentJson {
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

/** A consent as JSON. */
export function consentRecord(consent: Consent): ConsentJson {
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

/** A custom voice as JSON: the API's record with the consent. */
export function ownRecord(
  voice: StoredVoice,
  consent: Consent | undefined,
): VoiceResource & { readonly consent: ConsentJson | null } {
  return { ...customRecord(voice), consent: consent ? consentRecord(consent) : null }
}

/** The recording of a voice as JSON; null where it is not on the disk. */
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
