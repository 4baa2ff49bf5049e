import type { Verdict } from '#shared/provenance.ts'
import type { VerificationResult as Found } from './c2pa/verify.ts'
import { shownCertificate } from './trusted-certificates.ts'

/** A verdict as a person reads it. What a bad file claims is left out: it proves nothing. */
export function describeVerdict(found: Found): Verdict {
  const { title, explain } = WORDS[found.kind]
  const reason = 'reason' in found ? found.reason : ''
  const words = { kind: found.kind, title, explanation: `${explain}${reason && ` (${reason})`}` }
  if (found.kind === 'expired')
    return { ...words, certificate: shownCertificate(found.certificate) }
  if (!('claims' in found)) return words
  const { claims, certificate, placement, manifestId } = found
  const shown = shownCertificate(certificate)
  return { ...words, facts: claims, certificate: shown, placement, manifestId }
}

/** The table of the contract: what each verdict is called, and what it means. */
const WORDS: Readonly<Record<Found['kind'], { readonly title: string; readonly explain: string }>> =
  {
    'made-here': {
      title: 'Made here, unchanged',
      explain: 'This file was made and signed by this Griot, and not one byte was changed since.',
    },
    'known-signer': {
      title: 'Made by a known signer',
      explain:
        'The file is unchanged since it was signed, by the holder of a certificate that you have imported.',
    },
    'unknown-signer': {
      title: 'Signed, signer unknown',
      explain: 'The file is unchanged since it was signed. We cannot tell who that is.',
    },
    changed: {
      title: 'Changed after signing',
      explain: 'The sound is not the one that was signed, so what the manifest says is not shown.',
    },
    damaged: {
      title: 'Damaged or forged',
      explain: 'The manifest of this file is damaged or forged, so what it says is not shown.',
    },
    expired: {
      title: 'Certificate expired',
      explain:
        'The file is unchanged since it was signed, but the certificate of its signer is not valid today.',
    },
    'not-understood': {
      title: 'Signed in another way',
      explain: 'The file is signed in a way that Griot cannot check, so it says nothing of it.',
    },
    nothing: {
      title: 'Nothing found',
      explain:
        'This does not mean it is a real recording: credentials are lost by converting, editing or uploading.',
    },
    'cannot-carry': {
      title: 'This format cannot carry it',
      explain:
        'Only wav, mp3, flac, ogg and webm files carry Content Credentials, and this is none of them, whatever it is called. This does not mean it is a real recording.',
    },
  }
