import type { Verdict } from '#shared/provenance.ts'
import type { VerificationResult as Found } from './c2pa/verify.ts'
import { shownCertificate } from './trusted-certificates.ts'

/** Puts a verification result into words. The claims of a file that is not valid are left out: they prove nothing. */
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

/** Title and explanation of each verdict, as the API and the studio show them. */
const WORDS: Readonly<Record<Found['kind'], { readonly title: string; readonly explain: string }>> =
  {
    'made-here': {
      title: 'Made here, unchanged',
      explain: 'This file was made and signed by this Griot, and not one byte has changed since.',
    },
    'known-signer': {
      title: 'Made by a known signer',
      explain:
        'The file has not changed since the holder of a certificate that you have imported signed it.',
    },
    'unknown-signer': {
      title: 'Signed, signer unknown',
      explain:
        'The file has not changed since it was signed, but Griot does not know who signed it.',
    },
    changed: {
      title: 'Changed after signing',
      explain: 'The file is not the one that was signed, so what its manifest says is not shown.',
    },
    damaged: {
      title: 'Damaged or forged',
      explain: 'The manifest of this file is damaged or forged, so what it says is not shown.',
    },
    expired: {
      title: 'Certificate expired',
      explain:
        'The file has not changed since it was signed, but the certificate of its signer is not valid today.',
    },
    'not-understood': {
      title: 'Signed in another way',
      explain:
        'The file is signed in a way that Griot cannot check, so it cannot say whether it has changed.',
    },
    nothing: {
      title: 'Nothing found',
      explain:
        'This does not mean that it is a real recording: converting, editing or uploading a file removes its credentials.',
    },
    'cannot-carry': {
      title: 'Not a kind of file that can be verified',
      explain:
        'Griot reads Content Credentials in wav, mp3, flac, ogg and webm files, and this is none of them, whatever its name says. If it is a recording, this does not mean that it is a real one.',
    },
    empty: {
      title: 'The file is empty',
      explain: 'It has no bytes: perhaps it was not copied to its end. Get it again.',
    },
  }
