import type { SpokenChunk } from '#shared/audio.ts'
import type { Bitrate, EncodedFormat, StreamFormat } from '#shared/formats.ts'
import type {
  AnswerPlacement,
  Certificate,
  ProvenanceSettings,
  Verdict,
} from '#shared/provenance.ts'
import type { ManifestDefinition } from './c2pa/manifest-definition.ts'

/** What is known of a sound before it is made, and goes into its manifest. See making.ts. */
export type SigningContext = Pick<ManifestDefinition, 'requestId' | 'voice' | 'language' | 'engine' | 'title'> & {
  /** Whose registry entry it becomes. */
  readonly account: string
}

/** An answer on its way, signed as it goes. */
export interface SignedAnswer {
  readonly placement: AnswerPlacement
  readonly bytes: AsyncGenerator<Uint8Array>
  /** Where the manifest will lie when all bytes are out, if it is kept beside them (`sidecar`). */
  readonly manifestPath?: string
  /**
   * The same bytes as a file to be kept, which is a finished one: its manifest is at the standard place. It states the
   * same, and a copy that became another file is registered under the same request when all of it was taken.
   */
  asFile(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<Uint8Array>
}

/** Signing, checking and remembering what was signed. The private key never leaves it. */
export interface Provenance {
  /**
   * Encodes and signs one answer: `encode` is called once, with the bytes by which a wav's RIFF size must exceed its
   * sound. A short answer whose length the first chunk tells carries its manifest at the standard place, a longer one
   * behind the sound, or in FLAC nowhere: it is kept, see `manifest`. Formats without a place for it have none; wav and
   * webm have their standard place at the end, and so never another one.
   * Registers what was signed before the last bytes leave. Throws what the first chunk throws and AppError('sign/key').
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
   * another one: the sidecar is named after it. A format that cannot carry a manifest is left as it is.
   */
  signFile(
    path: string,
    format: StreamFormat,
    context: SigningContext,
    signal: AbortSignal,
    name?: string,
  ): Promise<{ readonly sidecarPath: string | undefined }>
  /**
   * Moves a manifest from behind the sound to the standard place, by signing the same facts anew, and registers that
   * where the request is known. Answers false where it is there already. Throws AppError('sign/invalid') unless the
   * file was made here and is unchanged. `output` may be `input`.
   */
  moveManifest(input: string, output: string, signal: AbortSignal): Promise<boolean>
  /** The record of what was signed under a request id of this account. Throws AppError('provenance/not-found'). */
  record(requestId: string, account: string): ProvenanceRecord
  /**
   * Takes the oldest records out where there are more than the settings allow; answers how many. No verdict hangs on a
   * record. Throws AppError('storage/failed'), ('storage/busy'), ('storage/full') and the signal's reason.
   */
  prune(signal: AbortSignal): Promise<number>
  /**
   * The manifest of an answer that has none in its bytes (`sidecar`), for thirty days. Throws
   * AppError('provenance/not-found').
   */
  manifest(requestId: string, account: string): Promise<Uint8Array>
  /**
   * What the file at `path` is worth. A faulty file is a verdict, never an error. Throws AppError('storage/failed')
   * where it cannot be read at all.
   */
  verifyFile(path: string, sidecarPath: string | undefined, signal: AbortSignal): Promise<Verdict>
  readonly settings: {
    get(): ProvenanceSettings
    change(settings: ProvenanceSettings): ProvenanceSettings
  }
  /** Public certificate of the present root; of an operator's own key, the signer's. Throws AppError('sign/key'). */
  certificate(): Promise<Certificate & { readonly pem: string }>
  /** Throws AppError('sign/key'), also where the operator has set a key. */
  rotate(): Promise<Certificate & { readonly pem: string }>
  readonly trusted: {
    list(): readonly (Certificate & { readonly id: number; readonly addedAt: string })[]
    /** Throws AppError('provenance/certificate'). */
    add(pem: string): void
    remove(id: number): void
  }
  preview(): Promise<readonly { readonly name: string; readonly value: string }[]>
  /** Makes the key where there is none yet. Never throws: `problem` says what went wrong. */
  prepare(): Promise<void>
  /** Why nothing can be signed, in words, as far as is known; undefined where the key is good. */
  problem(): string | undefined
}

/** One signed file or answer: the answer itself, a kept copy of it, or a file with its manifest beside it. */
export interface SignedCopy {
  readonly format: StreamFormat
  readonly placement: AnswerPlacement
  /** Of the finished bytes; with a sidecar, of the file beside it. */
  readonly sha256: string
  readonly sizeBytes: number
  readonly manifestId: string
  readonly certificateSha256: string
}

/** One entry of the registry: never the text. Times in RFC 3339, UTC; digests in hex. */
export interface ProvenanceRecord extends SignedCopy {
  readonly requestId: string
  readonly account: string
  readonly createdAt: string
  readonly voice: string
  readonly language: string
  readonly engine: string
  /** What else was signed under the same request id, such as the copy that was kept. */
  readonly copies: readonly SignedCopy[]
}
