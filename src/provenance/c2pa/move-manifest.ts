import { AppError } from '#shared/errors.ts'
import {
  type ManifestDefinition,
  TRAINING_MINING,
  type VoiceDescription,
} from './manifest-definition.ts'
import { type SignedFile, signFile } from './sign.ts'
import type { SignerClaims } from './signer-claims.ts'
import type { SigningKey } from './signing-key.ts'
import type { TrustAnchors } from './trust.ts'
import { verify } from './verify.ts'
import { withFile } from './write-file.ts'

/**
 * Moves a manifest from behind the sound to the standard place, by signing the same claims again, with the same request id
 * and time. Returns undefined for a file whose manifest is there already. Throws AppError('sign/invalid') unless
 * the manifest was made here and the file is unchanged, and what `signFile` throws.
 */
export async function moveToStandardPlace(
  input: string,
  output: string,
  key: SigningKey,
  trust: TrustAnchors,
  signal: AbortSignal,
): Promise<SignedFile | undefined> {
  const verdict = await withFile(input, (source) => verify(source, trust, signal))
  if (verdict.kind !== 'made-here')
    throw new AppError(
      'sign/invalid',
      `"${input}" has no valid manifest of this computer, so there is none to place.`,
    )
  if (verdict.placement === 'standard') return undefined
  return signFile(input, output, definitionFrom(verdict.claims, input), key, signal)
}

/** Makes a definition of the signer's claims. Throws AppError('sign/invalid') where one is missing. */
function definitionFrom(claims: SignerClaims, path: string): ManifestDefinition {
  const { application, when, requestId, language, engine } = claims
  const voice = voiceFrom(claims)
  if (!application.version || !when || !requestId || !language || !engine || !voice)
    throw new AppError('sign/invalid', `The manifest of "${path}" does not say all it has to.`)
  return {
    application: { name: application.name, version: application.version },
    when: new Date(when),
    requestId,
    voice,
    language,
    engine,
    trainingMining: TRAINING_MINING.find((use) => use === claims.trainingMining),
    title: claims.title,
    author: claims.author,
  }
}

function voiceFrom({
  voice: name,
  voiceKind,
  consentRecord,
}: SignerClaims): VoiceDescription | undefined {
  if (voiceKind === 'built-in' || voiceKind === 'designed') return { kind: voiceKind, name }
  if (voiceKind === 'cloned' && consentRecord) return { kind: 'cloned', name, consentRecord }
  return undefined
}
