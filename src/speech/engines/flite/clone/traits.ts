import { z } from 'zod'
import { BANDS } from '#speech/dsp/mel-bands.ts'
import type { VoiceTraits } from '#speech/engines/flite/profile.ts'

const Decibels = z.number().min(-40).max(40)

const Gains = z.array(Decibels).length(BANDS)

/** JSON of traits in libraries, whose keys never change: older and newer versions of the program share them. */
export const StoredTraits = z.object({
  base: z.enum(['slt', 'rms', 'awb']),
  f0Hz: z.number().min(40).max(500),
  rangeSemitones: z.number().min(1).max(12),
  liveliness: z.number().min(0).max(3),
  formantScale: z.number().min(0.6).max(1.6),
  colour: z.object({
    low: Decibels,
    middle: Decibels,
    presence: Decibels,
    high: Decibels,
    breath: z.number().min(0).max(1),
  }),
  // Voices made before envelopes were measured have none.
  timbre: z
    .object({
      all: Gains,
      sounds: z.record(z.string(), Gains),
      followsColour: z.literal(true).exactOptional(),
    })
    .exactOptional(),
  rate: z.number().min(0.5).max(2),
  hasNigerianAccent: z.boolean(),
  gainDecibels: Decibels,
}) satisfies z.ZodType<VoiceTraits>
