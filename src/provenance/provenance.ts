import type { SpokenChunk } from '#shared/audio.ts'
import type { Bitrate, EncodedFormat, SignableFormat } from '#shared/formats.ts'
import type {
  AnswerPlacement,
  Certificate,
  ProvenanceSettings,
  Verdict,
} from '#shared/provenance.ts'
import type { ManifestDefinition } from './c2pa/manifest-definition.ts'

/** Facts about a sound that are known before it is spoken and that its manifest states. See signing-context.ts. */
export type SigningContext = Pick<
  ManifestDefinition,
  'requestId' | 'voice' | 'language' | 'engine' | 'title'
> & {
  /** Account that the registry entry belongs to. */
  readonly account: string
}

/** A signed answer, as a stream. */
export interface SignedAnswer {
  readonly placement: AnswerPlacement
  readonly bytes: AsyncGenerator<Uint8Array>
  /** Path of the manifest once all bytes have been read, if it is kept beside them (`sidecar`). */
  readonly manifestPath?: string
  /**
   * Makes a finished file of the same bytes, to be kept: its manifest is at the standard place and states the same. Where
   * that makes another file of it, it is registered under the same request when all of it has been read.
   */
  asFile(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<Uint8Array>
}

/** Signs files and answers, verifies files and keeps the registry. The private key never leaves it. */
export interface Provenance {
  /**
   * Encodes and signs an answer. `encode` is called once, with the number of bytes that the RIFF size of a wav has to count
   * beside its sound. A short answer whose length the first chunk tells carries its manifest at the standard place, a
   * longer one behind the sound; that of a longer FLAC is kept here, see `manifest`. The standard place of wav and webm is
   * their end, for answers of any length. Formats that cannot carry a manifest have none.
   * The answer is registered before its last bytes leave. Throws what the first chunk throws and AppError('sign/key').
   */
  signAnswer(
    chunks: AsyncIterable<SpokenChunk>,
    output: {
      readonly format: EncodedFormat
      readonly bitrate: Bitrate
      readonly tempo?: number | undefined
    },
    encode: (
      chunks: AsyncIterable<SpokenChunk>,
      reservedBytes: number,
    ) => AsyncGenerator<Uint8Array>,
    context: SigningContext,
    signal: AbortSignal,
  ): Promise<SignedAnswer>
  /**
   * Signs a finished file in place (written beside it, then renamed) and registers it; webm gets a sidecar too, and
   * flac nothing else where the settings say so. `name` is the path that the file will have in the end, where that is
   * another one: the sidecar is named after it. An MPEG-4 file has its manifest in a sidecar alone. A format that cannot carry a manifest is
   * left as it is.
   */
  signFile(
    path: string,
    format: SignableFormat,
    context: SigningContext,
    signal: AbortSignal,
    name?: string,
  ): Promise<{ readonly sidecarPath: string | undefined }>
  /**
   * Moves a manifest from behind the sound to the standard place, by signing the same claims again, and registers that
   * where the request is known. Returns false where it is there already. Throws AppError('sign/invalid') unless the
   * file was made here and is unchanged. `output` may be `input`.
   */
  moveManifest(input: string, output: string, signal: AbortSignal): Promise<boolean>
  /** Finds the registry entry of a request id of this account. Throws AppError('provenance/not-found'). */
  record(requestId: string, account: string): Promise<ProvenanceRecord>
  /**
   * Deletes the oldest entries where there are more than the settings allow. Returns how many. No verdict depends on an
   * entry. Throws AppError('storage/failed'), ('storage/busy'), ('storage/full') and the signal's reason.
   */
  prune(signal: AbortSignal): Promise<number>
  /**
   * Reads the manifest of an answer that has none in its bytes (`sidecar`). It is kept for thirty days. Throws
   * AppError('provenance/not-found').
   */
  manifest(requestId: string, account: string): Promise<Uint8Array>
  /**
   * Verifies the file at `path`. A faulty file has a verdict and is never an error. Throws AppError('storage/failed')
   * where it cannot be read at all.
   */
  verifyFile(path: string, sidecarPath: string | undefined, signal: AbortSignal): Promise<Verdict>
  readonly settings: {
    get(): ProvenanceSettings
    /** Stores them; answers what counts now. Throws what `changeStoredSettings` throws. */
    change(settings: ProvenanceSettings): Promise<ProvenanceSettings>
  }
  /** Certificate of the present root, or of an operator's own signing key. Throws AppError('sign/key'). */
  certificate(): Promise<Certificate & { readonly pem: string }>
  /** Makes a new root and key. Throws AppError('sign/key'), also where the operator has set a key. */
  rotate(): Promise<Certificate & { readonly pem: string }>
  readonly trusted: {
    list(): Promise<readonly (Certificate & { readonly id: number; readonly addedAt: string })[]>
    /** Throws AppError('provenance/certificate'). */
    add(pem: string): Promise<void>
    remove(id: number): Promise<void>
  }
  preview(): Promise<readonly { readonly name: string; readonly value: string }[]>
  /** Makes the key where there is none yet. Never throws: `problem` gives the reason. */
  prepare(): Promise<void>
  /** Reason why nothing could be signed at the last attempt, in words. Undefined where the key works. */
  problem(): string | undefined
}

/** A signed file: an answer, a kept copy of it, or a file with a sidecar. */
export interface SignedCopy {
  readonly format: SignableFormat
  readonly placement: AnswerPlacement
  /** SHA-256 of the finished file, without its sidecar. */
  readonly sha256: string
  readonly sizeBytes: number
  readonly manifestId: string
  readonly certificateSha256: string
}

/** A registry entry. It never holds the text. Times are RFC 3339 in UTC, digests hexadecimal. */
export interface ProvenanceRecord extends SignedCopy {
  readonly requestId: string
  readonly account: string
  readonly createdAt: string
  readonly voice: string
  readonly language: string
  readonly engine: string
  /** Other files that were signed under the same request id, such as a kept copy. */
  readonly copies: readonly SignedCopy[]
}
