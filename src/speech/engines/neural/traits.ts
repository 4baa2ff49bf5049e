import { z } from 'zod'
import type { RecordedTraits } from '#speech/cloning/method.ts'
import { StoredDecibels, StoredGains } from '#speech/cloning/stored-envelope.ts'

/** Weight of a recorded speaker in a voice. */
export type Mixture = readonly (readonly [name: string, weight: number])[]

/** Traits of a voice that was made of a recording. */
export interface NeuralTraits extends RecordedTraits {
  readonly mixture: Mixture
  /** Distance of the high tone from the low one. */
  readonly rangeSemitones: number
}

/**
 * JSON of traits in libraries, whose keys never change: older and newer versions of the program share them. Recorded
 * speakers are named, since their places among voices are others in every model.
 */
export const StoredTraits = z.object({
  mixture: z
    .array(z.object({ speaker: z.string().min(1).max(100), weight: z.number().min(0.001).max(1) }))
    .min(1)
    .max(16),
  f0Hz: z.number().min(40).max(500),
  rangeSemitones: z.number().min(1).max(12),
  formantScale: z.number().min(0.6).max(1.6),
  rate: z.number().min(0.5).max(2),
  envelope: z
    .object({
      all: StoredGains,
      segments: z.record(z.string(), StoredGains),
      bass: StoredDecibels.exactOptional(),
    })
    .exactOptional(),
  gainDecibels: StoredDecibels,
})

/** Reads stored traits. Throws an Error that says what is wrong with them. */
export function decodeTraits(stored: unknown): NeuralTraits {
  const { mixture, envelope, ...same } = StoredTraits.parse(stored)
  const named = mixture.map(({ speaker, weight }) => [speaker, weight] as const)
  if (!envelope) return { ...same, mixture: named }
  const spectralEnvelope = {
    ...{ all: envelope.all, sounds: envelope.segments },
    ...(envelope.bass === undefined ? {} : { bass: envelope.bass }),
    followsEqualiser: true as const,
  }
  return { ...same, mixture: named, spectralEnvelope }
}

/** Traits in their stored form. Throws an Error where one lies outside of what is stored. */
export function encodeTraits(traits: NeuralTraits): z.infer<typeof StoredTraits> {
  const { mixture, spectralEnvelope, ...same } = traits
  const stored = { mixture: mixture.map(([speaker, weight]) => ({ speaker, weight })), ...same }
  if (!spectralEnvelope) return StoredTraits.parse(stored)
  const { all, sounds, bass } = spectralEnvelope
  const envelope = { all, segments: sounds, ...(bass === undefined ? {} : { bass }) }
  return StoredTraits.parse({ ...stored, envelope })
}
