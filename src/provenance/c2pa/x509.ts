import {
  createPrivateKey,
  KeyObject,
  X509Certificate as NodeCertificate,
  webcrypto,
} from 'node:crypto'
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

/** A root that issues certificates for several computers: its certificate in DER, and its private key in PEM (PKCS#8). */
export interface IssuingRoot {
  readonly root: Uint8Array
  readonly privateKeyPem: string
}

interface RootKeys {
  readonly root: Uint8Array
  readonly keys: webcrypto.CryptoKeyPair
}

/**
 * Issues a root that may issue end-entity certificates only, and one such certificate. Both are valid for 20 years from an
 * hour ago, or longer where the clock is behind: without time stamps, a file is valid only as long as its certificate. The
 * private key of the root is not kept.
 */
export async function issueCertificates(
  issuer: CertificateIssuer,
  now: Date,
): Promise<IssuedCertificates> {
  return issueLeaf(await makeRoot(issuer, now, false), issuer, now)
}

/** Makes a root whose private key is kept, so that it can issue more certificates; valid as long as those of `issueCertificates`. */
export async function makeIssuingRoot(issuer: CertificateIssuer, now: Date): Promise<IssuingRoot> {
  const { root, keys } = await makeRoot(issuer, now, true)
  return { root, privateKeyPem: pemOf(keys.privateKey) }
}

/** Issues a certificate for a new key by a root that is kept. Throws what the parsers throw for a root that is damaged. */
export async function issueFrom(
  { root, privateKeyPem }: IssuingRoot,
  issuer: CertificateIssuer,
  now: Date,
): Promise<IssuedCertificates> {
  const privateKey = createPrivateKey(privateKeyPem).toCryptoKey(ES256, false, ['sign'])
  const { publicKey } = new NodeCertificate(root)
  return issueLeaf(
    { root, keys: { privateKey, publicKey: publicKey.toCryptoKey(ES256, true, ['verify']) } },
    issuer,
    now,
  )
}

async function makeRoot(issuer: CertificateIssuer, now: Date, isKept: boolean): Promise<RootKeys> {
  const {
    BasicConstraintsExtension,
    KeyUsageFlags,
    KeyUsagesExtension,
    SubjectKeyIdentifierExtension,
    X509CertificateGenerator,
  } = x509()
  const keys = await newKeys(isKept)
  const root = await X509CertificateGenerator.createSelfSigned({
    ...validityFrom(now),
    name: [{ CN: [`${issuer.name} root`] }, { O: [issuer.organisation] }],
    keys,
    signingAlgorithm: ES256,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { root: Buffer.from(root.rawData), keys }
}

async function issueLeaf(
  { root, keys }: RootKeys,
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
    X509Certificate: Certificate,
    X509CertificateGenerator,
  } = x509()
  const leafKeys = await newKeys(true)
  const leaf = await X509CertificateGenerator.create({
    ...validityFrom(now),
    // The names of a root that is kept may be older than those of today.
    issuer: new Certificate(Uint8Array.from(root)).subjectName.toJSON(),
    subject: [{ CN: [issuer.name] }, { O: [issuer.organisation] }],
    publicKey: leafKeys.publicKey,
    signingKey: keys.privateKey,
    signingAlgorithm: ES256,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([CLAIM_SIGNING, EMAIL_PROTECTION]),
      await SubjectKeyIdentifierExtension.create(leafKeys.publicKey),
      await AuthorityKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { privateKeyPem: pemOf(leafKeys.privateKey), leaf: Buffer.from(leaf.rawData), root }
}

function pemOf(privateKey: webcrypto.CryptoKey): string {
  return KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString()
}

function validityFrom(now: Date): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(now.getTime() - HOUR_MS), notAfter: yearsFrom(now) }
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
