import { type KeyObject, sign, X509Certificate } from 'node:crypto'

/** A key that signs claims, with its certificate chain. The private key may be in memory or elsewhere. */
export interface SigningKey {
  /** Signs with ES256: ECDSA on P-256 over SHA-256. Returns r and s, 64 bytes. */
  sign(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array
  /** DER, the signer's own certificate first, the root left out. */
  readonly chain: readonly Uint8Array[]
}

/** The signing key of this installation, with the root that issued its certificate (DER). */
export interface InstallationKey extends SigningKey {
  readonly root: Uint8Array
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
/** r and s of 32 bytes each, as COSE wants them (RFC 9053, section 2.1), not DER. */
const ENCODING = 'ieee-p1363'

/** Makes a signing key of a private key in memory. */
export function localSigningKey(privateKey: KeyObject, chain: readonly Uint8Array[]): SigningKey {
  return {
    chain,
    sign: (bytes) => sign('sha256', bytes, { key: privateKey, dsaEncoding: ENCODING }),
  }
}

/** Reads the certificates of a PEM text, in order, as DER. Throws what `X509Certificate` throws for a damaged one. */
export function certificatesIn(pem: string): Uint8Array[] {
  return (pem.match(CERTIFICATE) ?? []).map((text) => new X509Certificate(text).raw)
}
