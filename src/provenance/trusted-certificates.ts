import { X509Certificate } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Certificate } from '#shared/provenance.ts'
import type { CertificateRow, ProvenanceRows } from '#storage/db/provenance.ts'
import { certificatesIn } from './c2pa/signing-key.ts'
import { describeCertificate, type SignerCertificate } from './c2pa/trust.ts'
import type { Provenance } from './provenance.ts'

/** Certificates that the owner trusts besides our own. */
export function createTrustedCertificates(
  rows: Pick<ProvenanceRows, 'certificates' | 'addCertificates' | 'removeTrusted'>,
  now: () => Date,
): Provenance['trusted'] {
  return {
    list: async () => (await rows.certificates('trusted')).map(importedOf),
    add: async (pem) => rows.addCertificates('trusted', certificatesOf(pem), now().toISOString()),
    remove: async (id) => rows.removeTrusted(id),
  }
}

/** Formats a certificate for display, with its names on one line of at most 500 characters. */
export function shownCertificate({ subject, ...rest }: SignerCertificate): Certificate {
  return { ...rest, subject: subject.replace(/\s*\p{Cc}+\s*/gu, ', ').slice(0, 500) }
}

/** Reads a certificate (DER) for display. */
export function certificateFromDer(der: Uint8Array): Certificate {
  return shownCertificate(describeCertificate(new X509Certificate(der)))
}

function importedOf({ id, der, addedAt }: CertificateRow) {
  return { ...certificateFromDer(der), id, addedAt }
}

function certificatesOf(pem: string): readonly Uint8Array[] {
  if (/PRIVATE KEY/.test(pem))
    throw unfit('It holds a private key, which nobody but its owner should have.')
  try {
    const found = certificatesIn(pem)
    if (found.length > 0) return found
  } catch {
    throw unfit('A certificate in it is damaged.')
  }
  throw unfit('There is no certificate in it.')
}

const unfit = (why: string): AppError =>
  new AppError(
    'provenance/certificate',
    `${why} Give the signer's public certificate as PEM text: it begins with "-----BEGIN CERTIFICATE-----".`,
  )
