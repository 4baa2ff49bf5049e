import { constants, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { type Cbor, decodeCbor, encodeCbor, isMap, isTag } from './cbor.ts'
import { expectThat, FormatError } from './format-error.ts'
import type { SigningKey } from './signing-key.ts'

const COSE_SIGN1 = 18
const HEADER = { algorithm: 1, x5chain: 33 } as const
const ES256 = -7
export const SIGNATURE_LENGTH = 64
const MOST_CERTIFICATES = 8
const NOTHING = Buffer.alloc(0)

/** Algorithms of RFC 9053 that C2PA allows: hash, and what the key has to be. */
const ALGORITHMS: ReadonlyMap<Cbor, { readonly hash: string | null; readonly key: string }> =
  new Map([
    [ES256, { hash: 'sha256', key: 'ec' }],
    [-35, { hash: 'sha384', key: 'ec' }],
    [-36, { hash: 'sha512', key: 'ec' }],
    [-37, { hash: 'sha256', key: 'rsa' }],
    [-38, { hash: 'sha384', key: 'rsa' }],
    [-39, { hash: 'sha512', key: 'rsa' }],
    [-8, { hash: null, key: 'ed25519' }],
  ])

/**
 * Encodes a tagged COSE_Sign1 (RFC 9052, section 4.2) with a detached payload, the claim, and with the certificates in
 * the protected header (RFC 9360). Without `sign` the signature is 64 zero bytes, so that its length can be known before.
 * Throws TypeError for a key without a certificate or with a signature of another length, and what the key throws.
 */
export async function encodeCoseSign1(
  claim: Uint8Array,
  key: SigningKey,
  sign: boolean,
): Promise<Uint8Array> {
  const [leaf, ...others] = key.chain
  if (!leaf) throw new TypeError('A signing key has no certificate.')
  const x5chain: Cbor = others.length > 0 ? key.chain : leaf
  const header = encodeCbor(
    new Map<number, Cbor>([
      [HEADER.algorithm, ES256],
      [HEADER.x5chain, x5chain],
    ]),
  )
  const signature = sign
    ? await key.sign(sigStructure(header, claim))
    : Buffer.alloc(SIGNATURE_LENGTH)
  if (signature.length !== SIGNATURE_LENGTH)
    throw new TypeError('A signature does not have 64 bytes.')
  return encodeCbor({ tag: COSE_SIGN1, value: [header, new Map(), null, signature] })
}

/** Encodes the Sig_structure that is signed: context "Signature1", no external data (RFC 9052, section 4.4). */
function sigStructure(header: Uint8Array, claim: Uint8Array): Uint8Array {
  return encodeCbor(['Signature1', header, NOTHING, claim])
}

/** A decoded COSE_Sign1. The certificates are DER, the signer's first. */
export interface CoseSign1 {
  readonly chain: readonly Uint8Array[]
  /** True if the key of the first certificate made this signature over `claim`. */
  verifies(claim: Uint8Array): boolean
}

/** Decodes the signature of a claim. Throws `FormatError` on anything but one tagged COSE_Sign1 with its certificates in the protected header alone. */
export function decodeCoseSign1(bytes: Uint8Array): CoseSign1 {
  const tagged = decodeCbor(bytes)
  expectThat(isTag(tagged) && tagged.tag === COSE_SIGN1, 'The signature is not a COSE_Sign1.')
  const parts = tagged.value
  expectThat(Array.isArray(parts) && parts.length === 4, 'The signature does not have four parts.')
  const [header, open, payload, signature]: readonly Cbor[] = parts
  expectThat(
    header instanceof Uint8Array && signature instanceof Uint8Array && payload === null,
    'The signature has a part of the wrong type.',
  )
  expectThat(isMap(open), 'The signature has no unprotected header.')
  const inOpen = [...open.keys()].some((key) => typeof key === 'number' || key === 'x5chain')
  expectThat(!inOpen, 'The signature has certificates that it does not protect.')
  const protectedHeader = decodeCbor(header)
  expectThat(isMap(protectedHeader), 'The signature has no protected header.')
  const algorithm = ALGORITHMS.get(protectedHeader.get(HEADER.algorithm) ?? null)
  expectThat(algorithm !== undefined, 'The signature has an unknown algorithm.')
  const chain = chainOf(protectedHeader.get(HEADER.x5chain) ?? protectedHeader.get('x5chain'))
  const publicKey = keyOf(chain[0])
  const keyType = publicKey.asymmetricKeyType ?? ''
  const fitsKey = keyType === algorithm.key || keyType === `${algorithm.key}-pss`
  expectThat(fitsKey, 'The signature and its certificate have different algorithms.')
  return {
    chain,
    verifies: (claim) =>
      verify(
        algorithm.hash,
        sigStructure(header, claim),
        { key: publicKey, dsaEncoding: 'ieee-p1363', ...padding(algorithm.key) },
        signature,
      ),
  }
}

function chainOf(value: Cbor | undefined): readonly Uint8Array[] {
  const list: readonly Cbor[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const fits = list.length > 0 && list.length <= MOST_CERTIFICATES
  expectThat(fits, 'The signature has no certificates, or too many.')
  return list.map((der) => {
    expectThat(der instanceof Uint8Array, 'A certificate of the signature is not bytes.')
    return der
  })
}

/** Exactly one certificate in DER: Node would read PEM as well, and ignore what follows it. */
function keyOf(der: Uint8Array | undefined): KeyObject {
  try {
    const certificate = new X509Certificate(der ?? NOTHING)
    expectThat(certificate.raw.equals(der ?? NOTHING), 'A certificate is not plain DER.')
    return certificate.publicKey
  } catch {
    throw new FormatError('The certificate of the signature cannot be read.')
  }
}

/** RSASSA-PSS, with a salt as long as the hash. */
function padding(key: string): { readonly padding?: number; readonly saltLength?: number } {
  return key === 'rsa'
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : {}
}
