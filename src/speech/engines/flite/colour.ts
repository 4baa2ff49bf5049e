import { SAMPLE_RATE } from '#shared/audio.ts'
import { type Filter, highPass, highShelf, lowShelf, peaking } from '#speech/dsp/biquad.ts'
import { openNoise } from '#speech/dsp/noise.ts'

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
}

/** What is heard above the base's own sound: noise that follows the sound below it. */
export interface Top {
  readonly fromHz: number
  /** Vowels go on as well as friction: right where a timbre brings each sound to its level. */
  readonly hasVowels: boolean
}

/** Seconds over which a level is followed. */
const FOLLOW = 0.004
const KEEP = Math.exp(-1 / (FOLLOW * SAMPLE_RATE))
/** Level of the noise above the base's own sound, against the friction that is heard below it. */
const TOP_LEVEL = 1.5
/** Friction has most of its level above 5 kHz, a vowel a twentieth: with less than this part there is little noise. */
const FRICTION_SHARE = 0.2
const BREATH_LEVEL = 0.12
/** Breath is noise above this. */
export const BREATH_FROM_HZ = 2_500
const SILENCE = 1e-9

/** Colours blocks of a sentence, in order and in place. The same sentence is coloured in the same way at every run. */
export function openColour(colour: Colour, top: Top): (block: Float32Array) => void {
  const tone: readonly Filter[] = [
    lowShelf(350, SAMPLE_RATE, colour.low),
    peaking(1_100, SAMPLE_RATE, colour.middle, 0.9),
    peaking(2_900, SAMPLE_RATE, colour.presence, 0.9),
    highShelf(4_500, SAMPLE_RATE, colour.high),
  ]
  const noise = openNoise(2_463_534_242)
  const friction = highPass(5_000, SAMPLE_RATE)
  const above = [highPass(top.fromHz, SAMPLE_RATE), highPass(top.fromHz, SAMPLE_RATE)]
  const breath = highPass(BREATH_FROM_HZ, SAMPLE_RATE)
  let frictionLevel = 0
  let voiceLevel = 0
  return (block) => {
    for (const filter of tone) filter.run(block)
    const hiss = new Float32Array(block.length)
    for (let n = 0; n < hiss.length; n++) hiss[n] = noise()
    const rough = block.slice()
    friction.run(rough)
    const crown = hiss.slice()
    for (const filter of above) filter.run(crown)
    if (colour.breath > 0) breath.run(hiss)
    const breathLevel = BREATH_LEVEL * colour.breath
    for (let n = 0; n < block.length; n++) {
      const sample = block[n]!
      const size = Math.abs(sample)
      const roughness = Math.abs(rough[n]!)
      voiceLevel = size + (voiceLevel - size) * KEEP
      frictionLevel = roughness + (frictionLevel - roughness) * KEEP
      const frictionShare = frictionLevel / (frictionLevel + FRICTION_SHARE * voiceLevel + SILENCE)
      const topLevel = TOP_LEVEL * (top.hasVowels ? 1 : frictionShare) * frictionLevel
      block[n] = sample + topLevel * crown[n]! + breathLevel * voiceLevel * hiss[n]!
    }
  }
}
