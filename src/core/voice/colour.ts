import { type Filter, highPass, highShelf, lowShelf, peaking } from '#core/audio/biquad.ts'
import { openNoise } from '#core/audio/noise.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'

/** What sets one person's sound apart beside pitch and tract length: gains in dB, breath from 0 to 1. */
export interface Colour {
  /** Below 350 Hz: warmth. */
  readonly low: number
  /** Around 1.1 kHz: openness of the throat. */
  readonly middle: number
  /** Around 2.9 kHz: presence. */
  readonly presence: number
  /** Above 4.5 kHz: brightness. */
  readonly high: number
  /** Noise that rides on the voice. */
  readonly breath: number
  /** Finer than the four above: a gain for each of `BAND_CENTRES_HZ`, where a recording was measured. */
  readonly bands?: readonly number[]
}

/** A little more than a third of an octave apart in the middle, where an ear tells voices apart. */
export const BAND_CENTRES_HZ = [
  150, 250, 370, 520, 700, 920, 1_180, 1_500, 1_880, 2_330, 2_870, 3_520, 4_300, 5_250, 6_500,
] as const
/** How narrow a band is: neighbours meet at half their gain. */
const BAND_QUALITY = 2.2

/** Seconds over which a level is followed. */
const FOLLOW = 0.004
const KEEP = Math.exp(-1 / (FOLLOW * SAMPLE_RATE))
/** Level of the noise above the base's own sound, against the friction that is heard below it. */
const TOP_LEVEL = 1.5
/** Friction has most of its level above 5 kHz, a vowel a twentieth: with less than this part there is little noise. */
const FRICTION_SHARE = 0.2
const BREATH_LEVEL = 0.12
const SILENCE = 1e-9

/**
 * Colours blocks of a sentence, in order and in place. Above `topHz`, where the base's own sound ends, friction gets
 * noise that follows it. The same sentence is coloured in the same way at every run.
 */
export function openColour(colour: Colour, topHz: number): (block: Float32Array) => void {
  const tone: readonly Filter[] = [
    lowShelf(350, SAMPLE_RATE, colour.low),
    peaking(1_100, SAMPLE_RATE, colour.middle, 0.9),
    peaking(2_900, SAMPLE_RATE, colour.presence, 0.9),
    highShelf(4_500, SAMPLE_RATE, colour.high),
    ...(colour.bands ?? []).map((gain, band) =>
      peaking(BAND_CENTRES_HZ[band] ?? 0, SAMPLE_RATE, gain, BAND_QUALITY),
    ),
  ]
  const noise = openNoise(2_463_534_242)
  const friction = highPass(5_000, SAMPLE_RATE)
  const top = [highPass(topHz, SAMPLE_RATE), highPass(topHz, SAMPLE_RATE)]
  const breath = highPass(2_500, SAMPLE_RATE)
  let frictionLevel = 0
  let voiceLevel = 0
  return (block) => {
    for (const filter of tone) filter.run(block)
    const hiss = new Float32Array(block.length)
    for (let n = 0; n < hiss.length; n++) hiss[n] = noise()
    const rough = block.slice()
    friction.run(rough)
    const crown = hiss.slice()
    for (const filter of top) filter.run(crown)
    if (colour.breath > 0) breath.run(hiss)
    const breathLevel = BREATH_LEVEL * colour.breath
    for (let n = 0; n < block.length; n++) {
      const sample = block[n]!
      const size = Math.abs(sample)
      const roughness = Math.abs(rough[n]!)
      voiceLevel = size + (voiceLevel - size) * KEEP
      frictionLevel = roughness + (frictionLevel - roughness) * KEEP
      const share = frictionLevel / (frictionLevel + FRICTION_SHARE * voiceLevel + SILENCE)
      const topLevel = TOP_LEVEL * share * frictionLevel
      block[n] = sample + topLevel * crown[n]! + breathLevel * voiceLevel * hiss[n]!
    }
  }
}
