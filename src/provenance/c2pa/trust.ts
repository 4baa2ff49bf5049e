import { createHash, X509Certificate } from 'node:crypto'
import { certificateProfileFault } from './x509.ts'

/** Trust anchors, and the time of the check. Certificates are DER and compared byte for byte, never by name. */
export interface TrustAnchors {
  /** Roots of this installation: the present one and former ones. */
  readonly ownRoots: readonly Uint8Array[]
  /** Certificates that the user has imported, of authorities or of signers. */
  readonly trusted: readonly Uint8Array[]
  readonly now: Date
}

/** A signer's certificate as it is shown. Anybody can choose the subject; only the fingerprint (SHA-256) identifies. */
export interface SignerCertificate {
  readonly subject: string
  readonly sha256: string
  readonly notBefore: string
  readonly notAfter: string
}

export type TrustLevel = 'own' | 'known' | 'unknown'

/** Result of checking a certificate chain. */
export interface ChainResult {
  readonly certificate: SignerCertificate
  readonly level: TrustLevel
  /** Reason why the signer's certificate may not sign claims, if there is one. */
  readonly fault: string | undefined
  readonly isExpired: boolean
}

/** Follows a chain (DER, the signer's first, at least one) to a trust anchor. Never throws: an unreadable certificate is a fault. */
export function evaluateChain(chain: readonly Uint8Array[], trust: TrustAnchors): ChainResult {
  const certificates = chain.flatMap((der) => certificateOf(der) ?? [])
  const [leaf] = certificates
  if (!leaf || certificates.length < chain.length)
    return { ...UNREADABLE, fault: 'a certificate cannot be read' }
  const own = pathTo(certificates, trust.ownRoots)
  const path = own ?? pathTo(certificates, trust.trusted)
  return {
    certificate: describeCertificate(leaf),
    level: own ? 'own' : path ? 'known' : 'unknown',
    fault: certificateProfileFault(leaf.raw),
    isExpired: (path ?? [leaf]).some((certificate) => !isValid(certificate, trust.now)),
  }
}

const UNREADABLE = {
  certificate: { subject: '', sha256: '', notBefore: '', notAfter: '' },
  level: 'unknown',
  isExpired: false,
} as const

function certificateOf(der: Uint8Array): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(der)
    return certificate.raw.equals(der) ? certificate : undefined
  } catch {
    return undefined
  }
}

/** Certificates from the signer's to an anchor. Undefined if the chain leads to none. */
function pathTo(
  chain: readonly X509Certificate[],
  anchorsDer: readonly Uint8Array[],
): readonly X509Certificate[] | undefined {
  const anchors = anchorsDer.flatMap((der) => certificateOf(der) ?? [])
  const path: X509Certificate[] = []
  for (const certificate of chain) {
    const child = path.at(-1)
    if (child && !issued(certificate, child)) return undefined
    if (anchors.some((anchor) => anchor.raw.equals(certificate.raw))) return [...path, certificate]
    const anchor = anchors.find((candidate) => issued(candidate, certificate))
    path.push(certificate)
    if (anchor) return [...path, anchor]
  }
  return undefined
}

function issued(issuer: X509Certificate, child: X509Certificate): boolean {
  try {
    return issuer.ca && child.checkIssued(issuer) && child.verify(issuer.publicKey)
  } catch {
    return false
  }
}

function isValid(certificate: X509Certificate, now: Date): boolean {
  return certificate.validFromDate <= now && now <= certificate.validToDate
}

/** Describes a certificate for display. */
export function describeCertificate(certificate: X509Certificate): SignerCertificate {
  return {
    subject: certificate.subject,
    sha256: createHash('sha256').update(certificate.raw).digest('hex'),
    notBefore: isoDate(certificate.validFromDate),
    notAfter: isoDate(certificate.validToDate),
  }
}

const isoDate = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : date.toISOString())
