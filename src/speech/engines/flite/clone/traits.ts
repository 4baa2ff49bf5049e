import { z } from 'zod'
import { StoredDecibels, StoredGains } from '#speech/cloning/stored-envelope.ts'
import type { VoiceTraits } from '#speech/engines/flite/profile.ts'

/**
 * JSON of traits in libraries, whose keys never change: older and newer versions of the program share them. Some differ
 * from the names of `VoiceTraits`.
 */
export const StoredTraits = z.object({
  base: z.enum(['slt', 'rms', 'awb']),
  f0Hz: z.number().min(40).max(500),
  rangeSemitones: z.number().min(1).max(12),
  liveliness: z.number().min(0).max(3),
  formantScale: z.number().min(0.6).max(1.6),
  colour: z.object({
    low: StoredDecibels,
    middle: StoredDecibels,
    presence: StoredDecibels,
    high: StoredDecibels,
    breath: z.number().min(0).max(1),
  }),
  // Voices made before envelopes were measured have none.
  timbre: z
    .object({
      all: StoredGains,
      sounds: z.record(z.string(), StoredGains),
      followsColour: z.literal(true).exactOptional(),
    })
    .exactOptional(),
  rate: z.number().min(0.5).max(2),
  hasNigerianAccent: z.boolean(),
  gainDecibels: StoredDecibels,
})
type StoredTraits = z.infer<typeof StoredTraits>

/** Reads stored traits. Throws an Error that says what is wrong with them. */
export function decodeTraits(stored: unknown): VoiceTraits {
  const { liveliness, colour, timbre, ...same } = StoredTraits.parse(stored)
  const traits = { ...same, pitchVariance: liveliness, equaliser: colour }
  if (!timbre) return traits
  const { followsColour, ...gains } = timbre
  const spectralEnvelope = followsColour ? { ...gains, followsEqualiser: followsColour } : gains
  return { ...traits, spectralEnvelope }
}

/** Traits in their stored form. Throws an Error where one lies outside of what is stored. */
export function encodeTraits(traits: VoiceTraits): StoredTraits {
  const { pitchVariance, equaliser, spectralEnvelope, ...same } = traits
  const stored = { ...same, liveliness: pitchVariance, colour: equaliser }
  if (!spectralEnvelope) return StoredTraits.parse(stored)
  const { followsEqualiser, ...gains } = spectralEnvelope
  const timbre = followsEqualiser ? { ...gains, followsColour: followsEqualiser } : gains
  return StoredTraits.parse({ ...stored, timbre })
}
