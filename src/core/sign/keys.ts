import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { profileFault } from './certificates.ts'

/** Signs what it is given, and says with which certificate. Where the key lives is its own affair. */
export interface SigningKey {
  /** ES256: SHA-256 and ECDSA on P-256, as r followed by s, 64 bytes. */
  sign(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array
  /** DER, the signer's own certificate first, the root left out. */
  readonly chain: readonly Uint8Array[]
}

/** A key of this installation, together with the root that issued its certificate (DER). */
export interface OwnKey extends SigningKey {
  readonly root: Uint8Array
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
/** r and s of 32 bytes each, as COSE wants them (RFC 9053, section 2.1), not DER. */
const ENCODING = 'ieee-p1363'

/** Signs with a private key in memory. */
export function signWith(privateKey: KeyObject, chain: readonly Uint8Array[]): SigningKey {
  return {
    chain,
    sign: (bytes) => sign('sha256', bytes, { key: privateKey, dsaEncoding: ENCODING }),
  }
}

/** The certificates of a PEM text, as DER, in order. */
export function certificatesIn(pem: string): Uint8Array[] {
  return (pem.match(CERTIFICATE) ?? []).map((text) => new X509Certificate(text).raw)
}

/**
 * An operator's own key (PKCS#8 in PEM) and certificate chain (PEM, the signer's first). Throws AppError('sign/key')
 * that says what does not fit, and never shows the key.
 */
export function operatorKey(keyPem: string, chainPem: string, now: Date): SigningKey {
  const privateKey = parsed('key', () => createPrivateKey(keyPem))
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw unfit('The key is not an elliptic curve key on P-256.')
  const all = parsed('certificate chain', () => certificatesIn(chainPem))
  const chain = all.filter((der) => !isRoot(new X509Certificate(der)))
  const [first] = chain
  if (!first) throw unfit('The certificate chain has no certificate but a root.')
  const leaf = new X509Certificate(first)
  if (!leaf.checkPrivateKey(privateKey))
    throw unfit('The first certificate of the chain belongs to another key.')
  const fault = profileFault(first)
  if (fault) throw unfit(`The certificate is not made for content credentials: ${fault}.`)
  if (leaf.validToDate < now || leaf.validFromDate > now)
    throw unfit('The certificate is not valid today.')
  return signWith(privateKey, chain)
}

function isRoot(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate) && certificate.ca
}

function parsed<T>(what: string, parse: () => T): T {
  try {
    return parse()
  } catch {
    // The cause stays behind: what a parser says of a key might quote it.
    throw unfit(`The ${what} cannot be read: it has to be PEM.`)
  }
}

const unfit = (why: string): AppError =>
  new AppError('sign/key', `${why} Set another signing key and certificate chain.`)
