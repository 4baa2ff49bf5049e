import type { ByteRange, ByteSource } from './byte-source.ts'
import { type EmbeddedStore, MAX_STORE_BYTES } from './containers/container.ts'
import { detectContainer } from './containers/detect.ts'
import { FormatError } from './format-error.ts'
import { hashSource } from './hash.ts'
import { type SignerClaims, signerClaims } from './signer-claims.ts'
import { evaluateChain, type SignerCertificate, type TrustAnchors } from './trust.ts'
import { UnsupportedManifest, type ValidatedManifest, validateStore } from './validate-store.ts'

/** Place of a manifest: in the file at the standard place, behind the sound, or in a file beside it. */
export type Placement = 'standard' | 'trailing' | 'sidecar'

/** Content Credentials of a file with a valid manifest. */
export interface ValidCredentials {
  readonly claims: SignerClaims
  readonly certificate: SignerCertificate
  readonly placement: Placement
  /** `urn:c2pa:` and a UUID. */
  readonly manifestId: string
}

/** Result of verifying a file. Only the first three kinds have claims: the others prove nothing. */
export type VerificationResult =
  | ({ readonly kind: 'made-here' | 'known-signer' | 'unknown-signer' } & ValidCredentials)
  | { readonly kind: 'changed' }
  | { readonly kind: 'damaged'; readonly reason: string }
  | { readonly kind: 'expired'; readonly certificate: SignerCertificate }
  /** Signed in a way that these checks do not cover. */
  | { readonly kind: 'not-understood'; readonly reason: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'cannot-carry' }
  | { readonly kind: 'empty' }

const KIND_OF_LEVEL = {
  own: 'made-here',
  known: 'known-signer',
  unknown: 'unknown-signer',
} as const

/**
 * Verifies a file against the manifest in it or, if there is none, in `sidecar` (a `.c2pa` file). Every fault of the file is
 * a result: it throws only what reading the source throws, and the signal's reason on abort. Reads the file once or twice
 * in blocks, no store of more than 16 MiB, and nothing else.
 *
 * @example
 * const { kind } = await verify(await fileSource(file), anchors, signal)
 */
export async function verify(
  source: ByteSource,
  trust: TrustAnchors,
  signal: AbortSignal,
  sidecar?: Uint8Array,
): Promise<VerificationResult> {
  try {
    const found = await detectContainer(source, signal)
    const parsed = await found?.container.parse(source, signal)
    const [embedded, ...others] = parsed?.stores ?? []
    if (others.length > 0) return damaged('There are several manifests in the file.')
    if (embedded) return await verifyEmbedded(source, embedded, trust, signal)
    if (sidecar) return await verifyAgainst(source, sidecar, [], 'sidecar', trust, signal)
    if (source.size === 0) return { kind: 'empty' }
    return { kind: parsed ? 'nothing' : 'cannot-carry' }
  } catch (error) {
    if (error instanceof FormatError) return damaged(error.message)
    if (error instanceof UnsupportedManifest)
      return { kind: 'not-understood', reason: error.message }
    throw error
  }
}

const damaged = (reason: string): VerificationResult => ({ kind: 'damaged', reason })

async function verifyEmbedded(
  source: ByteSource,
  embedded: EmbeddedStore,
  trust: TrustAnchors,
  signal: AbortSignal,
): Promise<VerificationResult> {
  const { exclusion, placement, storeLength } = embedded
  if (storeLength > MAX_STORE_BYTES) return damaged('The manifest is too long.')
  return verifyAgainst(source, await embedded.read(), [exclusion], placement, trust, signal)
}

async function verifyAgainst(
  source: ByteSource,
  store: Uint8Array,
  exclusions: readonly ByteRange[],
  placement: Placement,
  trust: TrustAnchors,
  signal: AbortSignal,
): Promise<VerificationResult> {
  if (store.length > MAX_STORE_BYTES) return damaged('The manifest is too long.')
  const manifest = validateStore(store)
  const chain = evaluateChain(manifest.chain, trust)
  if (chain.fault) return damaged(`The signer's certificate is not fit to sign: ${chain.fault}.`)
  if (!sameRanges(manifest.hardBinding.exclusions, exclusions))
    return damaged('The hard binding excludes other bytes than those of the manifest.')
  if (!(await isUnchanged(source, manifest, signal))) return { kind: 'changed' }
  const { certificate, level, isExpired } = chain
  if (isExpired) return { kind: 'expired', certificate }
  const claims = signerClaims(manifest)
  return {
    kind: KIND_OF_LEVEL[level],
    claims,
    certificate,
    placement,
    manifestId: manifest.label,
  }
}

function sameRanges(ranges: readonly ByteRange[], others: readonly ByteRange[]): boolean {
  return (
    ranges.length === others.length &&
    ranges.every(({ start, length }, n) => {
      const other = others[n]
      return start === other?.start && length === other.length
    })
  )
}

async function isUnchanged(
  source: ByteSource,
  { hardBinding }: ValidatedManifest,
  signal: AbortSignal,
): Promise<boolean> {
  const hash = await hashSource(source, hardBinding.exclusions, hardBinding.algorithm, signal)
  return Buffer.compare(hash, hardBinding.hash) === 0
}
