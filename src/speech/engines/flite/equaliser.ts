import { SAMPLE_RATE } from '#shared/audio.ts'
import { type Filter, highPass, highShelf, lowShelf, peaking } from '#speech/dsp/biquad.ts'
import { openNoise } from '#speech/dsp/noise.ts'

/** Equaliser of a voice: gains in dB, and a breathiness from 0 to 1. The keys are those of stored voices. */
export interface Equaliser {
  /** Shelf below 350 Hz: warmth. */
  readonly low: number
  /** Peak at 1.1 kHz: openness. */
  readonly middle: number
  /** Peak at 2.9 kHz. */
  readonly presence: number
  /** Shelf above 4.5 kHz: brightness. */
  readonly high: number
  /** Level of noise modulated by the voice. */
  readonly breath: number
}

/** Synthetic band above the bandwidth of the base voice: noise that follows the level of the band below it. */
export interface HighBand {
  readonly fromHz: number
  /** Extends vowels as well as fricatives: right where a spectral envelope sets the level of each segment. */
  readonly hasVowels: boolean
}

/** Time constant of the envelope followers. */
const FOLLOWER_SECONDS = 0.004
const FOLLOWER_DECAY = Math.exp(-1 / (FOLLOWER_SECONDS * SAMPLE_RATE))
/** Level of the high-band noise relative to the friction below it. */
const HIGH_BAND_LEVEL = 1.5
/**
 * Share of the level above 5 kHz under which the high band fades out: about all of a fricative, a twentieth of a vowel.
 */
const FRICTION_SHARE = 0.2
const BREATH_LEVEL = 0.12
/** Cut-off frequency of the high-pass filter on breath noise. */
export const BREATH_FROM_HZ = 2_500
const SILENCE = 1e-9

/**
 * Filters blocks of a sentence, in order and in place, and adds breath and high band. The noise is seeded: the same
 * sentence gives the same samples.
 */
export function openEqualiser(
  equaliser: Equaliser,
  highBand: HighBand,
): (block: Float32Array) => void {
  const shelves: readonly Filter[] = [
    lowShelf(350, SAMPLE_RATE, equaliser.low),
    peaking(1_100, SAMPLE_RATE, equaliser.middle, 0.9),
    peaking(2_900, SAMPLE_RATE, equaliser.presence, 0.9),
    highShelf(4_500, SAMPLE_RATE, equaliser.high),
  ]
  const noise = openNoise(2_463_534_242)
  const friction = highPass(5_000, SAMPLE_RATE)
  const highBandFilters = [
    highPass(highBand.fromHz, SAMPLE_RATE),
    highPass(highBand.fromHz, SAMPLE_RATE),
  ]
  const breath = highPass(BREATH_FROM_HZ, SAMPLE_RATE)
  let frictionLevel = 0
  let voiceLevel = 0
  return (block) => {
    for (const filter of shelves) filter.run(block)
    const breathNoise = new Float32Array(block.length)
    for (let n = 0; n < breathNoise.length; n++) breathNoise[n] = noise()
    const frictionBand = block.slice()
    friction.run(frictionBand)
    const highBandNoise = breathNoise.slice()
    for (const filter of highBandFilters) filter.run(highBandNoise)
    if (equaliser.breath > 0) breath.run(breathNoise)
    const breathLevel = BREATH_LEVEL * equaliser.breath
    for (let n = 0; n < block.length; n++) {
      const sample = block[n]!
      const magnitude = Math.abs(sample)
      const frictionMagnitude = Math.abs(frictionBand[n]!)
      voiceLevel = magnitude + (voiceLevel - magnitude) * FOLLOWER_DECAY
      frictionLevel = frictionMagnitude + (frictionLevel - frictionMagnitude) * FOLLOWER_DECAY
      const frictionShare = frictionLevel / (frictionLevel + FRICTION_SHARE * voiceLevel + SILENCE)
      const highBandLevel =
        HIGH_BAND_LEVEL * (highBand.hasVowels ? 1 : frictionShare) * frictionLevel
      block[n] =
        sample + highBandLevel * highBandNoise[n]! + breathLevel * voiceLevel * breathNoise[n]!
    }
  }
}
