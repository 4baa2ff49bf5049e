import { hashOf, slotOf } from '#speech/languages/common/hashed-features.ts'
import type { Slot } from './fidel.ts'
import { geminationFeatures } from './gemination-features.ts'
import { createGeminationNetwork, letterCodesOf } from './gemination-network.ts'

/** Weights of the model: hashed names of features. */
export const GEMINATION_SLOTS = 2 ** 21
/** Quantisation: a weight of 1 is stored as 48, so that ±2.6 fits in a signed byte. */
export const GEMINATION_STEP = 48
/** A consonant is long where the model gives that at least this chance: chosen for precision, see the card. */
const LEAST_CHANCE = 0.49
/** The same where the rules have it long. */
const LEAST_CHANCE_RULED = 0.4
/** How much the log odds of the network count, of 1; those of the features count for the rest. */
const NETWORK_SHARE = 0.3
const KEY = hashOf('long')

/** Slots with the long consonants that the model finds, of those that the lexicon does not know. `ruled`: `slots` as the rules have them. */
export type GeminationTagger = (slots: readonly Slot[], ruled: readonly Slot[]) => readonly Slot[]

/** The two models of models/amharic-gemination. */
export interface GeminationWeights {
  /** GEMINATION_SLOTS weights of hashed features. */
  readonly features: Int8Array
  /** Bytes of the network of letters. */
  readonly network: Int8Array
}

/** A tagger with these weights, which weighs both models. Throws an Error where one has another size. */
export function createGeminationTagger(weights: GeminationWeights): GeminationTagger {
  const byFeatures = createFeatureModel(weights.features)
  const byLetters = createGeminationNetwork(weights.network)
  return (slots, ruled) => {
    const isAsked = (slot: Slot, at: number): boolean =>
      at > 0 && !slot.settled && !slot.hasKnownLength
    if (!ruled.some(isAsked)) return ruled
    const ofFeatures = byFeatures(slots, ruled)
    const ofLetters = byLetters(letterCodesOf(slots, ruled))
    return ruled.map((slot, at) => {
      if (!isAsked(slot, at)) return slot
      const odds =
        (1 - NETWORK_SHARE) * (ofFeatures[at] ?? 0) + NETWORK_SHARE * (ofLetters[at] ?? 0)
      const least = slot.geminate ? LEAST_CHANCE_RULED : LEAST_CHANCE
      return { ...slot, geminate: odds >= Math.log(least / (1 - least)) }
    })
  }
}

/** The model of hashed features: log odds that each consonant is long. Throws an Error where there are not GEMINATION_SLOTS weights. */
function createFeatureModel(
  weights: Int8Array,
): (slots: readonly Slot[], ruled: readonly Slot[]) => readonly number[] {
  if (weights.length !== GEMINATION_SLOTS)
    throw new Error(
      `The model of Amharic gemination has ${weights.length} weights: install Griot again.`,
    )
  return (slots, ruled) =>
    geminationFeatures(slots, ruled).map(
      (names) =>
        names.reduce((sum, feature) => sum + (weights[weightOf(feature)] ?? 0), 0) /
        GEMINATION_STEP,
    )
}

/** The slot of a feature's weight. */
export function weightOf(feature: number): number {
  return slotOf(feature, KEY, GEMINATION_SLOTS)
}
