import { type Cbor, isMap } from './cbor.ts'
import {
  AI_GENERATED,
  LABEL,
  PARAMETER,
  TRAINING_MINING,
  TRAINING_USES,
  type TrainingMining,
} from './manifest-definition.ts'
import { textOf, type ValidatedManifest } from './validate-store.ts'

/** Claims of the signer of a valid manifest. Any of them may be missing in a manifest of another program. */
export interface SignerClaims {
  readonly application: { readonly name: string; readonly version: string | undefined }
  /** RFC 3339. */
  readonly when: string | undefined
  readonly aiGenerated: boolean
  readonly voice: string | undefined
  readonly voiceKind: string | undefined
  readonly consentRecord: string | undefined
  readonly language: string | undefined
  readonly engine: string | undefined
  readonly requestId: string | undefined
  readonly trainingMining: TrainingMining | undefined
  readonly title: string | undefined
  readonly author: string | undefined
}

const LONGEST = 1_000

/** Reads the claims from a validated manifest. A value of an unexpected type is left out. */
export function signerClaims({ claim, assertions }: ValidatedManifest): SignerClaims {
  const generator = claim.get('claim_generator_info')
  const [action] = list(at(assertions.get(LABEL.actions), 'actions'))
  const parameters = at(action, 'parameters')
  const generation = assertions.get(LABEL.generation)
  const metadata = jsonOf(assertions.get(LABEL.metadata))
  return {
    application: {
      name: text(at(generator, 'name')) ?? '',
      version: text(at(generator, 'version')),
    },
    when: text(at(action, 'when')),
    aiGenerated: text(at(action, 'digitalSourceType')) === AI_GENERATED,
    voice: text(at(parameters, PARAMETER.voice)),
    voiceKind: text(at(generation, 'voiceKind')),
    consentRecord: text(at(generation, 'consentRecord')),
    language: text(at(parameters, PARAMETER.language)),
    engine: text(at(parameters, PARAMETER.engine)),
    requestId: text(at(generation, 'requestId')),
    trainingMining: trainingMining(assertions.get(LABEL.trainingMining)),
    title: text(claim.get('dc:title')) ?? text(metadata['dc:title']),
    author: text(firstOf(metadata['dc:creator'])),
  }
}

function at(value: Cbor | undefined, key: string): Cbor | undefined {
  return isMap(value) ? value.get(key) : undefined
}

function list(value: Cbor | undefined): readonly Cbor[] {
  return Array.isArray(value) ? value : []
}

/** Limits a text of a stranger, which is shown to people, to 1,000 characters and removes control characters. */
function text(value: unknown): string | undefined {
  const plain = typeof value === 'string' ? value : textOf(value as Cbor | undefined)
  return plain?.replace(/\p{Cc}+/gu, ' ').slice(0, LONGEST)
}

function trainingMining(value: Cbor | undefined): TrainingMining | undefined {
  const use = text(at(at(at(value, 'entries'), TRAINING_USES[0]), 'use'))
  return TRAINING_MINING.find((known) => known === use)
}

function jsonOf(bytes: Cbor | undefined): Readonly<Record<string, unknown>> {
  if (!(bytes instanceof Uint8Array)) return {}
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)
