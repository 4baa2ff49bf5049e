import type { Analysis } from './analyse.ts'
import { alignFrames } from './time-warping.ts'
import { wordFeatures } from './word-features.ts'

/** Where the words of a recording lie in the same words spoken by a base voice. */
export interface WordMatch {
  /** For each frame of the recording, the frame in which the base says the same. */
  readonly frames: Int32Array
  /** From 0, where nothing speaks for the same words, to 1, where they are said alike. */
  readonly trust: number
}

/**
 * The alignment of the right words costs less than that of the same sound in a wrong order. Over 22 recordings with
 * their own transcripts and with others: English 0.75 to 0.85 of it, Yoruba 0.92 to 0.96, wrong words 0.96 to 1.01. The
 * shorter a recording, the further chance goes: in 3 s, wrong words may cost as little as 0.93.
 */
const NO_TRUST = 0.99
/** Below it by this much, divided by the root of the seconds, there is a first trust, and full trust this much below that. */
const CHANCE = 0.1
const SLOPE = 0.1

/** What is compared in a wrong order: every second frame is enough. */
const THINNED = 2

/** Finds the words of a recording in what a base voice makes of them, as far as they are the same words at all. */
export async function matchWords(
  clip: Analysis,
  heard: Analysis,
  signal: AbortSignal,
): Promise<WordMatch> {
  const from = wordFeatures(clip.frames, clip.isSpeech)
  const to = wordFeatures(heard.frames, heard.isSpeech)
  const { frames } = await alignFrames(from, to, signal)
  const ratio = await costAgainstChance(thinned(from), thinned(to), signal)
  const bound = NO_TRUST - CHANCE / Math.sqrt(clip.seconds)
  const trust = Math.max(0, Math.min(1, (bound - ratio) / SLOPE))
  return { frames, trust }
}

async function costAgainstChance(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  signal: AbortSignal,
): Promise<number> {
  const turned = (part: number): readonly Float64Array[] => {
    const at = Math.floor(part * to.length)
    return [...to.slice(at), ...to.slice(0, at)]
  }
  const orders = [to.toReversed(), turned(0.25), turned(0.5), turned(0.75)]
  const { cost } = await alignFrames(from, to, signal)
  let chance = 0
  for (const order of orders)
    chance += (await alignFrames(from, order, signal)).cost / orders.length
  return cost / chance
}

const thinned = (frames: readonly Float64Array[]): readonly Float64Array[] =>
  frames.filter((_, i) => i % THINNED === 0)
