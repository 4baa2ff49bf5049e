import { type KeyObject, sign, X509Certificate } from 'node:crypto'

/** Signs what it is given, and says with which certificate. Where the key lives is its own affair. */
export interface SigningKey {
  /** ES256: SHA-256 and ECDSA on P-256, as r followed by s, 64 bytes. */
  sign(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array
  /** DER, the signer's own certificate first, the root left out. */
  readonly chain: readonly Uint8Array[]
}

/** A key of this installation, together with the root that issued its certificate (DER). */
export interface InstallationKey extends SigningKey {
  readonly root: Uint8Array
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
/** r and s of 32 bytes each, as COSE wants them (RFC 9053, section 2.1), not DER. */
const ENCODING = 'ieee-p1363'

/** Signs with a private key in memory. */
export function localSigningKey(privateKey: KeyObject, chain: readonly Uint8Array[]): SigningKey {
  return {
    chain,
    sign: (bytes) => sign('sha256', bytes, { key: privateKey, dsaEncoding: ENCODING }),
  }
}

/** The certificates of a PEM text, as DER, in order. */
export function certificatesIn(pem: string): Uint8Array[] {
  return (pem.match(CERTIFICATE) ?? []).map((text) => new X509Certificate(text).raw)
}
