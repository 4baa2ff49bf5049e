/** Content of a manifest to be signed. Neither the spoken text nor the person who asked for it is part of it. */
export interface ManifestDefinition {
  readonly application: { readonly name: string; readonly version: string }
  /** Time at which the sound was made. */
  readonly when: Date
  readonly requestId: string
  readonly voice: VoiceDescription
  /** ISO 639 codes of the spoken languages, separated by ", ". */
  readonly language: string
  /** Name and version of the speech synthesizer. */
  readonly engine: string
  /** Permission to use the sound for training and data mining, where the user has decided. */
  readonly trainingMining?: TrainingMining | undefined
  readonly title?: string | undefined
  readonly author?: string | undefined
}

/** `name` of a cloned voice only if its owner opted in; `consentRecord` is the id of the consent on file. */
export type VoiceDescription =
  | { readonly kind: 'built-in' | 'designed'; readonly name?: string | undefined }
  | {
      readonly kind: 'cloned'
      readonly name?: string | undefined
      readonly consentRecord: string
    }

export const TRAINING_MINING = ['allowed', 'notAllowed', 'constrained'] as const
export type TrainingMining = (typeof TRAINING_MINING)[number]

/** Labels of JUMBF boxes and assertions in the manifest. */
export const LABEL = {
  store: 'c2pa',
  assertions: 'c2pa.assertions',
  claim: 'c2pa.claim.v2',
  signature: 'c2pa.signature',
  actions: 'c2pa.actions.v2',
  disclosure: 'c2pa.ai-disclosure',
  generation: 'app.griot.generation',
  hash: 'c2pa.hash.data',
  trainingMining: 'cawg.training-mining',
  metadata: 'cawg.metadata',
} as const

/** Parameters of the first action, in our own namespace. */
export const PARAMETER = {
  voice: 'app.griot.voice',
  language: 'app.griot.language',
  engine: 'app.griot.engine',
} as const

export const CREATED = 'c2pa.created'
export const AI_GENERATED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

/** The four uses that the CAWG training and data mining assertion names. */
export const TRAINING_USES = [
  'cawg.ai_generative_training',
  'cawg.ai_inference',
  'cawg.ai_training',
  'cawg.data_mining',
] as const
