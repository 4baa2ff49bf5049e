import type { Facts } from '#core/sign/facts.ts'
import type { SpokenChunk } from '#shared/audio.ts'
import type { StreamFormat } from '#shared/formats.ts'
import type {
  AnswerPlacement,
  Certificate,
  ProvenanceSettings,
  Verdict,
} from '#shared/provenance.ts'

/** What is known of a sound before it is made, and goes into its manifest. */
export type Making = Pick<Facts, 'requestId' | 'voice' | 'language' | 'title'> & {
  /** Whose registry entry it becomes. */
  readonly account: string
}

/** Signing, checking and remembering what was signed. The private key never leaves it. */
export interface Provenance {
  /**
   * Encodes and signs one answer: `encode` is called once, with the bytes by which a wav's RIFF size must exceed its
   * sound. An answer of one sentence carries its manifest at the standard place, a longer one behind the sound, formats
   * without a place for it none. Registers what was signed before the last bytes leave. Throws what encoding throws.
   */
  sealAnswer(
    chunks: AsyncIterable<SpokenChunk>,
    format: StreamFormat,
    encode: (
      chunks: AsyncIterable<SpokenChunk>,
      reservedBytes: number,
    ) => AsyncGenerator<Uint8Array>,
    making: Making,
    signal: AbortSignal,
  ): Promise<{ readonly placement: AnswerPlacement; readonly bytes: AsyncGenerator<Uint8Array> }>
  /** Signs a finished file in place (written beside it, then renamed) and registers it; webm gets a sidecar too. */
  sealFile(
    path: string,
    format: StreamFormat,
    making: Making,
    signal: AbortSignal,
  ): Promise<{ readonly sidecarPath: string | undefined }>
  /** The record of what was signed under a request id of this account. Throws AppError('provenance/not-found'). */
  record(requestId: string, account: string): ProvenanceRecord
  /** What the file at `path` is worth. A faulty file is a verdict, never an error. */
  verifyFile(path: string, sidecarPath: string | undefined, signal: AbortSignal): Promise<Verdict>
  readonly settings: {
    get(): ProvenanceSettings
    change(settings: ProvenanceSettings): ProvenanceSettings
  }
  /** Public certificate of the present root. */
  certificate(): Promise<Certificate & { readonly pem: string }>
  rotate(): Promise<Certificate & { readonly pem: string }>
  readonly trusted: {
    list(): readonly (Certificate & { readonly id: number; readonly addedAt: string })[]
    /** Throws AppError('provenance/certificate'). */
    add(pem: string): void
    remove(id: number): void
  }
  preview(): Promise<readonly { readonly name: string; readonly value: string }[]>
}

/** One entry of the registry: never the text. Times in RFC 3339, UTC; digests in hex. */
export interface ProvenanceRecord {
  readonly requestId: string
  readonly account: string
  readonly createdAt: string
  readonly voice: string
  readonly language: string
  readonly engine: string
  readonly format: StreamFormat
  readonly placement: AnswerPlacement
  /** Of the finished bytes. */
  readonly sha256: string
  readonly sizeBytes: number
  readonly manifestId: string
  readonly certificateSha256: string
}
