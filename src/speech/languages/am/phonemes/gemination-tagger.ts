import { hashOf, slotOf } from '#speech/languages/common/hashed-features.ts'
import type { Slot } from './fidel.ts'
import { geminationFeatures } from './gemination-features.ts'

/** Weights of the model: hashed names of features. */
export const GEMINATION_SLOTS = 2 ** 21
/** Quantisation: a weight of 1 is stored as 48, so that ±2.6 fits in a signed byte. */
export const GEMINATION_STEP = 48
/** A consonant is long where the model gives that at least this chance: chosen for precision, see the card. */
const LEAST_CHANCE = 0.45
/** The same where the rules have it long. */
const LEAST_CHANCE_RULED = 0.4
const KEY = hashOf('long')

/** Slots with the long consonants that the model finds, of those that the lexicon does not know. `ruled`: `slots` as the rules have them. */
export type GeminationTagger = (slots: readonly Slot[], ruled: readonly Slot[]) => readonly Slot[]

/** A tagger with these weights, GEMINATION_SLOTS of them (see models/amharic-gemination). Throws an Error where they are not. */
export function createGeminationTagger(weights: Int8Array): GeminationTagger {
  if (weights.length !== GEMINATION_SLOTS)
    throw new Error(
      `The model of Amharic gemination has ${weights.length} weights: install Griot again.`,
    )
  return (slots, ruled) => {
    const features = geminationFeatures(slots, ruled)
    return ruled.map((slot, at) => {
      if (at === 0 || slot.settled || slot.hasKnownLength) return slot
      const least = slot.geminate ? LEAST_CHANCE_RULED : LEAST_CHANCE
      return { ...slot, geminate: chanceOf(features[at] ?? [], weights) >= least }
    })
  }
}

function chanceOf(features: readonly number[], weights: Int8Array): number {
  const score = features.reduce((sum, feature) => sum + (weights[weightOf(feature)] ?? 0), 0)
  return 1 / (1 + Math.exp(-score / GEMINATION_STEP))
}

/** The slot of a feature's weight. */
export function weightOf(feature: number): number {
  return slotOf(feature, KEY, GEMINATION_SLOTS)
}
