import { type CheckedManifest, checkStore, NotUnderstood } from './check-manifest.ts'
import { type Carrier, LONGEST_STORE } from './containers/container.ts'
import { containerOf } from './containers/detect.ts'
import { hashSource } from './hash.ts'
import type { Range, Source } from './source.ts'
import { type StatedFacts, statedFacts } from './stated.ts'
import { examineChain, type SignerCertificate, type Trust } from './trust.ts'
import { Unreadable } from './unreadable.ts'

/** Where a manifest was found: in the file at the standard place, behind the sound, or beside the file. */
export type Placement = 'standard' | 'trailing' | 'sidecar'

/** What is known of a file whose manifest is valid. */
export interface Provenance {
  readonly facts: StatedFacts
  readonly certificate: SignerCertificate
  readonly placement: Placement
  /** `urn:c2pa:` and a UUID. */
  readonly manifestId: string
}

/** What a file's manifest is worth. Claims are shown only with the first three: the others prove nothing. */
export type Verdict =
  | ({ readonly kind: 'made-here' | 'known-signer' | 'unknown-signer' } & Provenance)
  | { readonly kind: 'changed' }
  | { readonly kind: 'damaged'; readonly reason: string }
  | { readonly kind: 'expired'; readonly certificate: SignerCertificate }
  /** Signed in a way that these checks do not cover. */
  | { readonly kind: 'not-understood'; readonly reason: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'cannot-carry' }

const STANDING = { own: 'made-here', known: 'known-signer', unknown: 'unknown-signer' } as const

/**
 * Checks a file against the manifest in it or, if there is none, in `sidecar` (a `.c2pa` file). Every fault of the file
 * is a verdict; throws only what reading the source throws, and the signal's reason on abort. Reads the file once or
 * twice in blocks, never a store of more than 16 MB, and nothing from anywhere else.
 */
export async function verify(
  source: Source,
  trust: Trust,
  signal: AbortSignal,
  sidecar?: Uint8Array,
): Promise<Verdict> {
  try {
    const found = await containerOf(source, signal)
    const contents = await found?.container.open(source, signal)
    const [carrier, ...others] = contents?.carriers ?? []
    if (others.length > 0) return damaged('There are several manifests in the file.')
    if (carrier) return await verifyCarrier(source, carrier, trust, signal)
    if (sidecar) return await verifyAgainst(source, sidecar, [], 'sidecar', trust, signal)
    return { kind: contents ? 'nothing' : 'cannot-carry' }
  } catch (error) {
    if (error instanceof Unreadable) return damaged(error.message)
    if (error instanceof NotUnderstood) return { kind: 'not-understood', reason: error.message }
    throw error
  }
}

const damaged = (reason: string): Verdict => ({ kind: 'damaged', reason })

async function verifyCarrier(
  source: Source,
  carrier: Carrier,
  trust: Trust,
  signal: AbortSignal,
): Promise<Verdict> {
  const { exclusion, placement, storeLength } = carrier
  if (storeLength > LONGEST_STORE) return damaged('The manifest is too long.')
  return verifyAgainst(source, await carrier.read(), [exclusion], placement, trust, signal)
}

async function verifyAgainst(
  source: Source,
  store: Uint8Array,
  exclusions: readonly Range[],
  placement: Placement,
  trust: Trust,
  signal: AbortSignal,
): Promise<Verdict> {
  if (store.length > LONGEST_STORE) return damaged('The manifest is too long.')
  const manifest = checkStore(store)
  const chain = examineChain(manifest.chain, trust)
  if (chain.fault) return damaged(`The signer's certificate is not fit to sign: ${chain.fault}.`)
  if (!sameRanges(manifest.binding.exclusions, exclusions))
    return damaged('The manifest leaves out other bytes than its own.')
  if (!(await isUnchanged(source, manifest, signal))) return { kind: 'changed' }
  const { certificate, standing, isExpired } = chain
  if (isExpired) return { kind: 'expired', certificate }
  const facts = statedFacts(manifest)
  return { kind: STANDING[standing], facts, certificate, placement, manifestId: manifest.label }
}

function sameRanges(ranges: readonly Range[], others: readonly Range[]): boolean {
  return (
    ranges.length === others.length &&
    ranges.every(({ start, length }, n) => {
      const other = others[n]
      return start === other?.start && length === other.length
    })
  )
}

async function isUnchanged(
  source: Source,
  { binding }: CheckedManifest,
  signal: AbortSignal,
): Promise<boolean> {
  const hash = await hashSource(source, binding.exclusions, binding.algorithm, signal)
  return Buffer.compare(hash, binding.hash) === 0
}
