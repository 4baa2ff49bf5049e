import { z } from 'zod'
import { BAND_CENTRES_HZ } from '#core/voice/colour.ts'
import type { VoiceTraits } from '#core/voice/profile.ts'

const Decibels = z.number().min(-40).max(40)

/** Traits as they are stored: what an estimator may answer, and what comes back from a library. */
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
    bands: z.array(Decibels).length(BAND_CENTRES_HZ.length),
  }),
  rate: z.number().min(0.5).max(2),
  hasNigerianAccent: z.boolean(),
  gainDecibels: Decibels,
}) satisfies z.ZodType<VoiceTraits>
