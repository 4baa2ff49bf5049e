import { createHash, timingSafeEqual } from 'node:crypto'
import type { ByteRange } from './byte-source.ts'
import { type Cbor, type CborMap, decodeCbor, isMap, isTag } from './cbor.ts'
import { decodeCoseSign1 } from './cose.ts'
import { expectThat } from './format-error.ts'
import { childOf, contentOf, decodeSuperbox, type Superbox } from './jumbf.ts'
import { CREATED, LABEL } from './manifest-definition.ts'

/** A manifest with a valid signature and valid assertions. Its hard binding has not been compared with the file. */
export interface ValidatedManifest {
  readonly label: string
  readonly claim: CborMap
  /** Assertions by label, those that hold CBOR or JSON. */
  readonly assertions: ReadonlyMap<string, Cbor>
  /** DER, the signer's first. */
  readonly chain: readonly Uint8Array[]
  readonly hardBinding: {
    readonly algorithm: string
    readonly hash: Uint8Array
    readonly exclusions: readonly ByteRange[]
  }
}

/** Thrown for a manifest that may be valid, but uses what is not checked here: another hard binding, an older claim. */
export class UnsupportedManifest extends Error {
  override readonly name = 'UnsupportedManifest'
}

const HASHES: ReadonlySet<Cbor> = new Set(['sha256', 'sha384', 'sha512'])
const MOST_MANIFESTS = 32
const MOST_EXCLUSIONS = 64
const OTHER_BINDINGS = /^c2pa\.hash\.(bmff|boxes|collection\.data|multi-asset)/

/**
 * Validates a manifest store (C2PA 2.4, section 15) without its file: structure, signature, the hash of every claimed
 * assertion, no unclaimed assertion, exactly one hard binding, the first action. The last manifest is the active one; all
 * others have to be valid too. Throws `FormatError` with the fault, and `UnsupportedManifest`.
 */
export function validateStore(store: Uint8Array): ValidatedManifest {
  const root = decodeSuperbox(store)
  expectThat(
    root.type === 'c2pa' && root.label === LABEL.store,
    'The manifest store is not of C2PA.',
  )
  expectThat(root.boxes.length === 0, 'The store holds something that is not a manifest.')
  const count = root.children.length
  expectThat(count > 0 && count <= MOST_MANIFESTS, 'The store has no manifest, or too many.')
  const labels = new Set(root.children.map(({ label }) => label))
  expectThat(labels.size === count, 'The store has the same manifest twice.')
  const [active] = root.children.map(validateManifest).slice(-1)
  expectThat(active !== undefined, 'The store has no manifest.')
  return active
}

function validateManifest(manifest: Superbox): ValidatedManifest {
  expectThat(manifest.type === 'c2ma', 'A manifest is of an unknown kind.')
  if (manifest.children.some(({ label }) => label === 'c2pa.claim'))
    throw new UnsupportedManifest('The manifest follows an older version of C2PA.')
  const store = childOf(manifest, LABEL.assertions)
  const claimBox = childOf(manifest, LABEL.claim)
  const signatureBox = childOf(manifest, LABEL.signature)
  const types = [store.type, claimBox.type, signatureBox.type].join()
  expectThat(types === 'c2as,c2cl,c2cs', 'A box of the manifest has the wrong type.')
  const isWhole = store.boxes.length === 0 && manifest.boxes.length === 0
  expectThat(isWhole, 'The manifest has a box of an unknown kind.')
  const claimBytes = contentOf(claimBox, 'cbor')
  const signature = decodeCoseSign1(contentOf(signatureBox, 'cbor'))
  expectThat(signature.verifies(claimBytes), 'The signature does not belong to the claim.')
  const claim = expectMap(decodeCbor(claimBytes), 'The claim is not a map.')
  const uri = claim.get('signature')
  const own = `self#jumbf=/${LABEL.store}/${manifest.label}/${LABEL.signature}`
  const isOwn = uri === own || uri === `self#jumbf=${LABEL.signature}`
  expectThat(isOwn, 'The claim refers to another signature.')
  checkAssertions(claim, store, manifest.label)
  const assertions = contentsOf(store)
  checkFirstAction(assertions)
  const created = expectArray(claim.get('created_assertions') ?? [])
  return {
    label: manifest.label,
    claim,
    assertions,
    chain: signature.chain,
    hardBinding: hardBindingOf(assertions, created),
  }
}

function checkAssertions(claim: CborMap, store: Superbox, manifestLabel: string): void {
  const algorithm = claim.get('alg') ?? 'sha256'
  const claimed = [
    ...expectArray(claim.get('created_assertions') ?? []),
    ...expectArray(claim.get('gathered_assertions') ?? []),
  ]
  const seen = new Set<string>()
  for (const entry of claimed) {
    const uri = expectMap(entry, 'A reference to an assertion is not a map.')
    const label = labelIn(uri.get('url'), manifestLabel)
    expectThat(!seen.has(label), 'An assertion is claimed twice.')
    seen.add(label)
    const { payload } = childOf(store, label)
    const isSame = equal(digest(uri.get('alg') ?? algorithm, payload), uri.get('hash'))
    expectThat(isSame, `"${label}" is not what was signed.`)
  }
  const all = store.children.length
  expectThat(seen.size === all, 'The manifest has an assertion that was not signed.')
}

function labelIn(url: Cbor | undefined, manifestLabel: string): string {
  expectThat(typeof url === 'string', 'A reference to an assertion has no address.')
  const prefixes = [
    `self#jumbf=${LABEL.assertions}/`,
    `self#jumbf=/${LABEL.store}/${manifestLabel}/${LABEL.assertions}/`,
  ]
  const prefix = prefixes.find((start) => url.startsWith(start))
  expectThat(prefix !== undefined, 'A reference to an assertion points outside the manifest.')
  return url.slice(prefix.length)
}

function contentsOf(store: Superbox): ReadonlyMap<string, Cbor> {
  const contents = new Map<string, Cbor>()
  for (const assertion of store.children) {
    expectThat(!contents.has(assertion.label), 'The manifest has an assertion twice.')
    if (assertion.type === 'cbor')
      contents.set(assertion.label, decodeCbor(contentOf(assertion, 'cbor')))
    else if (assertion.type === 'json') contents.set(assertion.label, contentOf(assertion, 'json'))
    else contents.set(assertion.label, null)
  }
  return contents
}

function checkFirstAction(assertions: ReadonlyMap<string, Cbor>): void {
  const content = expectMap(
    assertions.get(LABEL.actions),
    'The manifest does not say what was done.',
  )
  const [first] = expectArray(content.get('actions') ?? [])
  const action = expectMap(first, 'The manifest does not say what was done first.').get('action')
  const isFirst = action === CREATED || action === 'c2pa.opened'
  expectThat(isFirst, 'The manifest does not say how the file began.')
  const hasSource =
    action !== CREATED || typeof expectMap(first, '').get('digitalSourceType') === 'string'
  expectThat(hasSource, 'The manifest does not say what kind of source made the file.')
}

function hardBindingOf(
  assertions: ReadonlyMap<string, Cbor>,
  created: readonly Cbor[],
): ValidatedManifest['hardBinding'] {
  const labels = [...assertions.keys()]
  if (labels.some((label) => OTHER_BINDINGS.test(label)))
    throw new UnsupportedManifest('The manifest has a hard binding of another kind.')
  const bindings = labels.filter((label) => label.startsWith(LABEL.hash))
  expectThat(bindings.join() === LABEL.hash, 'The manifest does not have exactly one hard binding.')
  const isCreated = created.some(
    (uri) => isMap(uri) && String(uri.get('url')).endsWith(`/${LABEL.hash}`),
  )
  expectThat(isCreated, 'The hard binding is not an assertion that the signer created.')
  const content = expectMap(assertions.get(LABEL.hash), 'The hard binding is not a map.')
  const algorithm = content.get('alg') ?? 'sha256'
  const hash = content.get('hash')
  const isKnown = HASHES.has(algorithm) && hash instanceof Uint8Array
  expectThat(isKnown, 'The hard binding has no known hash.')
  for (const name of ['pad', 'pad2']) {
    const pad = content.get(name) ?? new Uint8Array(0)
    const isEmpty = pad instanceof Uint8Array && pad.every((byte) => byte === 0)
    expectThat(isEmpty, 'The padding of the manifest is not zero.')
  }
  const exclusions = expectArray(content.get('exclusions') ?? []).map(rangeOf)
  expectThat(exclusions.length <= MOST_EXCLUSIONS, 'The hard binding has too many exclusions.')
  return { algorithm: String(algorithm), hash, exclusions }
}

function rangeOf(value: Cbor): ByteRange {
  const map = expectMap(value, 'An exclusion is not a map.')
  const start = map.get('start')
  const length = map.get('length')
  const isRange =
    typeof start === 'number' && typeof length === 'number' && start >= 0 && length >= 0
  expectThat(isRange, 'An exclusion has no start or no length.')
  return { start, length }
}

function digest(algorithm: Cbor, bytes: Uint8Array): Uint8Array {
  expectThat(HASHES.has(algorithm), 'A hash is of an unknown kind.')
  return createHash(String(algorithm)).update(bytes).digest()
}

function equal(hash: Uint8Array, other: Cbor | undefined): boolean {
  return other instanceof Uint8Array && other.length === hash.length && timingSafeEqual(hash, other)
}

/** Returns `value` as a map. Throws `FormatError` with `message` for anything else. */
export function expectMap(value: Cbor | undefined, message: string): CborMap {
  expectThat(isMap(value), message)
  return value
}

/** Returns `value` as an array. Throws `FormatError` for anything else. */
export function expectArray(value: Cbor): readonly Cbor[] {
  expectThat(Array.isArray(value), 'The manifest has another value in the place of a list.')
  return value
}

/** Text of a value, with or without a tag. Undefined for a value of another type. */
export function textOf(value: Cbor | undefined): string | undefined {
  const plain = isTag(value) ? value.value : value
  return typeof plain === 'string' ? plain : undefined
}
