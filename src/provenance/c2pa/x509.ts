import { KeyObject, webcrypto } from 'node:crypto'
import { createRequire } from 'node:module'
import type { X509Certificate } from '@peculiar/x509'

type Library = typeof import('@peculiar/x509')

/** Loading it takes a fifth of a second, and who only signs with the key that is there does without. */
function x509(): Library {
  // Not at the top: the bundler puts one of the same name there.
  const require = createRequire(import.meta.url)
  // The library finds its parts through it, and it has to be there first.
  require('reflect-metadata')
  return require('@peculiar/x509')
}

/** The issuer's name in new certificates. */
export interface CertificateIssuer {
  readonly name: string
  readonly organisation: string
}

/** A new signing key in PEM (PKCS#8), with its certificate and the root that issued it, both in DER. */
export interface IssuedCertificates {
  readonly privateKeyPem: string
  readonly leaf: Uint8Array
  readonly root: Uint8Array
}

/** C2PA's own extended key usage. c2pa-rs 0.91 rejects a certificate with it alone, so e-mail protection is added. */
const CLAIM_SIGNING = '1.3.6.1.4.1.62558.2.1'
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4'
const ANY_PURPOSE = '2.5.29.37.0'
const YEARS = 20
const HOUR_MS = 3_600_000
/** No certificate is made before this was written, whatever a computer without a battery says of the time. */
const WRITTEN = new Date('2026-11-01T00:00:00Z')
const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/**
 * Issues a root that may issue end-entity certificates only, and one such certificate. Both are valid for 20 years from an
 * hour ago, or longer where the clock is behind: without time stamps, a file is valid only as long as its certificate. The
 * private key of the root is not kept.
 */
export async function issueCertificates(
  issuer: CertificateIssuer,
  now: Date,
): Promise<IssuedCertificates> {
  const {
    AuthorityKeyIdentifierExtension,
    BasicConstraintsExtension,
    ExtendedKeyUsageExtension,
    KeyUsageFlags,
    KeyUsagesExtension,
    SubjectKeyIdentifierExtension,
    X509CertificateGenerator,
  } = x509()
  const validity = { notBefore: new Date(now.getTime() - HOUR_MS), notAfter: yearsFrom(now) }
  const rootKeys = await newKeys(false)
  const leafKeys = await newKeys(true)
  const rootName = [{ CN: [`${issuer.name} root`] }, { O: [issuer.organisation] }]
  const root = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: rootName,
    keys: rootKeys,
    signingAlgorithm: ES256,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(rootKeys.publicKey),
    ],
  })
  const leaf = await X509CertificateGenerator.create({
    ...validity,
    issuer: rootName,
    subject: [{ CN: [issuer.name] }, { O: [issuer.organisation] }],
    publicKey: leafKeys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: ES256,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([CLAIM_SIGNING, EMAIL_PROTECTION]),
      await SubjectKeyIdentifierExtension.create(leafKeys.publicKey),
      await AuthorityKeyIdentifierExtension.create(rootKeys.publicKey),
    ],
  })
  const privateKeyPem = KeyObject.from(leafKeys.privateKey)
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()
  return { privateKeyPem, leaf: Buffer.from(leaf.rawData), root: Buffer.from(root.rawData) }
}

function newKeys(extractable: boolean): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ES256, extractable, ['sign', 'verify'])
}

function yearsFrom(now: Date): Date {
  const then = new Date(Math.max(now.getTime(), WRITTEN.getTime()))
  then.setUTCFullYear(then.getUTCFullYear() + YEARS)
  return then
}

/** Reason why a certificate (DER) may not sign claims (C2PA 2.4, section 14.5.1). Undefined if it may. */
export function certificateProfileFault(der: Uint8Array): string | undefined {
  const library = x509()
  let certificate: X509Certificate
  try {
    certificate = new library.X509Certificate(Uint8Array.from(der))
  } catch {
    return 'it cannot be read'
  }
  try {
    return faultOf(certificate, library)
  } catch {
    return 'it has an extension that cannot be read'
  }
}

function faultOf(certificate: X509Certificate, library: Library): string | undefined {
  const {
    BasicConstraintsExtension,
    ExtendedKeyUsageExtension,
    KeyUsageFlags,
    KeyUsagesExtension,
  } = library
  const constraints = certificate.getExtension(BasicConstraintsExtension)
  if (constraints?.ca) return 'it is a certificate authority'
  const usage = certificate.getExtension(KeyUsagesExtension)
  if (!usage?.critical) return 'its key usage is missing or not critical'
  if (!(usage.usages & KeyUsageFlags.digitalSignature)) return 'it may not sign'
  if (usage.usages & KeyUsageFlags.keyCertSign) return 'it may sign certificates'
  const purposes = certificate.getExtension(ExtendedKeyUsageExtension)?.usages.map(String) ?? []
  if (purposes.includes(ANY_PURPOSE)) return 'it is for any purpose'
  if (!purposes.includes(CLAIM_SIGNING) && !purposes.includes(EMAIL_PROTECTION))
    return 'it is not meant for content credentials'
  return undefined
}
