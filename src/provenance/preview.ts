import { bytesSource } from './c2pa/byte-source.ts'
import type { ManifestDefinition } from './c2pa/manifest-definition.ts'
import { signBytes } from './c2pa/sign-bytes.ts'
import type { SigningKey } from './c2pa/signing-key.ts'
import type { TrustAnchors } from './c2pa/trust.ts'
import { verify } from './c2pa/verify.ts'
import { shownCertificate } from './trusted-certificates.ts'

/** Placeholders for values that are known only when there is a sound. */
export const PLACEHOLDERS = {
  requestId: 'A new number for every file',
  voice: { kind: 'built-in', name: 'The name of the voice' },
  language: 'The language that is spoken',
  title: 'The title of the script',
} as const

/** Wav of one silent sample, the smallest file that can be signed. */
const SMALLEST_WAV = Buffer.from(
  'RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0data\x02\0\0\0\0\0',
  'latin1',
)

/** Lists what the manifest of a file would say if it were signed now, read from a signed sample. */
export async function previewLines(
  definition: ManifestDefinition,
  key: SigningKey,
  trust: TrustAnchors,
): Promise<readonly { readonly name: string; readonly value: string }[]> {
  const never = new AbortController().signal
  const { bytes } = await signBytes(SMALLEST_WAV, definition, key, never)
  const verdict = await verify(bytesSource(bytes), trust, never)
  if (!('claims' in verdict)) throw new TypeError(`A signed preview was "${verdict.kind}".`)
  const { application, when, aiGenerated, ...claims } = verdict.claims
  const certificate = shownCertificate(verdict.certificate)
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['Application', [application.name, application.version].join(' ').trim()],
    ['Made', when],
    ['AI-generated', aiGenerated ? 'yes' : 'no'],
    ['Voice', claims.voice],
    ['Kind of voice', claims.voiceKind],
    ['Language', claims.language],
    ['Engine', claims.engine],
    ['Request', claims.requestId],
    ['Training and mining', claims.trainingMining],
    ['Title', claims.title],
    ['Author', claims.author],
    ['Certificate', certificate.subject],
    ['Certificate fingerprint (SHA-256)', certificate.sha256],
  ]
  return lines.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}
