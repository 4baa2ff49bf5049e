import { AppError } from '#shared/errors.ts'
import { type Facts, TRAINING_MINING, type VoiceFact } from './facts.ts'
import type { SigningKey } from './keys.ts'
import { type Signed, signFile } from './sign.ts'
import type { StatedFacts } from './stated.ts'
import type { Trust } from './trust.ts'
import { verify } from './verify.ts'
import { withFile } from './write-file.ts'

/**
 * Moves a manifest from behind the sound to the standard place, by signing the same facts anew: same request id, same
 * time of making. Returns undefined for a file whose manifest is there already. Throws AppError('sign/invalid') unless
 * the manifest was made here and the file is unchanged, and what `signFile` throws.
 */
export async function placeManifest(
  input: string,
  output: string,
  key: SigningKey,
  trust: Trust,
  signal: AbortSignal,
): Promise<Signed | undefined> {
  const verdict = await withFile(input, (source) => verify(source, trust, signal))
  if (verdict.kind !== 'made-here')
    throw new AppError(
      'sign/invalid',
      `"${input}" has no valid manifest of this computer, so there is none to place.`,
    )
  if (verdict.placement === 'standard') return undefined
  return signFile(input, output, factsAgain(verdict.facts, input), key, signal)
}

/** What was stated, as facts to state again. Throws AppError('sign/invalid') where something is missing. */
function factsAgain(stated: StatedFacts, path: string): Facts {
  const { application, when, requestId, language, engine } = stated
  const voice = voiceAgain(stated)
  if (!application.version || !when || !requestId || !language || !engine || !voice)
    throw new AppError('sign/invalid', `The manifest of "${path}" does not say all it has to.`)
  return {
    application: { name: application.name, version: application.version },
    when: new Date(when),
    requestId,
    voice,
    language,
    engine,
    trainingMining: TRAINING_MINING.find((use) => use === stated.trainingMining),
    title: stated.title,
    author: stated.author,
  }
}

function voiceAgain({ voice: name, voiceKind, consentRecord }: StatedFacts): VoiceFact | undefined {
  if (voiceKind === 'built-in' || voiceKind === 'designed') return { kind: voiceKind, name }
  if (voiceKind === 'cloned' && consentRecord) return { kind: 'cloned', name, consentRecord }
  return undefined
}
