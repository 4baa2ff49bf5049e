import { BANDS } from '#core/audio/mel-bands.ts'
import { classOf, SOUND_NAMES } from '#core/voice/sounds.ts'
import type { Timbre } from '#core/voice/timbre.ts'
import { withoutTelephone } from './bandwidth.ts'

/** Frames with speech as mel spectra in dB, and the sound of each; the level of speech. */
export interface Labelled {
  readonly frames: readonly Float64Array[]
  readonly isSpeech: readonly boolean[]
  readonly names: readonly string[]
  readonly speechDecibels: number
}

/** How many frames of a kind, or of a sound, weigh as much as what is known of its parent. */
const FRAMES_OF_KIND = 40
const FRAMES_OF_SOUND = 40
const FRAMES_OF_ALL = 5
/**
 * Of what sets a sound apart from all others, this much of its colour and of its level is taken over. With all of both,
 * 35 % of words were misheard instead of 18 %; with these, no more than without.
 */
const COLOUR_SHARE = 0.6
const LEVEL_SHARE = 0.3
/** How far a band may be lifted or lowered. */
const MOST_DECIBELS = 25

/**
 * The timbre with which what was heard would sound like the recording: amplitude scaling by kind of sound (Erro, Navas &
 * Hernáez 2013, "Parametric voice conversion based on bilinear frequency warping plus amplitude scaling"), each sound's
 * shrunk to that of its kind and each kind's to that of all, the more so the less was heard of it (Gauvain & Lee 1994).
 * `trust`: how far the names of the recording's frames are right; at 0 all sounds get the same. `before`: the timbre
 * with which `heard` was spoken. `isTelephone`: what lies
 * outside a telephone's band is not known of the recording.
 */
export function timbreNearer(
  clip: Labelled,
  heard: Labelled,
  trust: number,
  before: Timbre | undefined,
  isTelephone: boolean,
): Timbre {
  const levels = clip.speechDecibels - heard.speechDecibels
  const [target, own] = [meansOf(clip), meansOf(heard)]
  const difference = (key: string, parent: Float64Array, weight: number): Float64Array => {
    const [there, here] = [target.get(key), own.get(key)]
    if (!there || !here) return parent
    const frames = Math.min(there.frames, here.frames)
    const seen = there.mean.map((level, band) => level - here.mean[band]! - levels)
    const known = isTelephone ? withoutTelephone(seen) : seen
    return parent.map((expected, b) => (frames * known[b]! + weight * expected) / (frames + weight))
  }
  const all = difference('', new Float64Array(BANDS), FRAMES_OF_ALL)
  const allGains = added(before?.all, all)
  if (trust === 0) return { all: allGains, sounds: {} }
  const kinds = new Map<string, Float64Array>()
  const sounds: Record<string, readonly number[]> = {}
  for (const name of SOUND_NAMES) {
    const key = kindKey(name)
    const kind = kinds.get(key) ?? difference(key, all, FRAMES_OF_KIND / trust)
    kinds.set(key, kind)
    const gains = added(
      before?.sounds[name] ?? before?.all,
      difference(name, kind, FRAMES_OF_SOUND / trust),
    )
    sounds[name] = softened(gains, allGains)
  }
  return { all: allGains, sounds }
}

function softened(gains: readonly number[], all: readonly number[]): readonly number[] {
  const apart = gains.map((gain, b) => gain - all[b]!)
  const level = apart.reduce((sum, decibels) => sum + decibels, 0) / BANDS
  return all.map((gain, b) =>
    rounded(gain + COLOUR_SHARE * (apart[b]! - level) + LEVEL_SHARE * level),
  )
}

interface Mean {
  frames: number
  readonly mean: Float64Array
}

const kindKey = (name: string): string => `kind ${classOf(name)}`

/** Of each sound, of each kind, and of all under the empty name. */
function meansOf({ frames, isSpeech, names }: Labelled): ReadonlyMap<string, Mean> {
  const means = new Map<string, Mean>()
  const add = (key: string, frame: Float64Array): void => {
    const sum = means.get(key) ?? { frames: 0, mean: new Float64Array(BANDS) }
    means.set(key, sum)
    sum.frames++
    for (let b = 0; b < BANDS; b++) sum.mean[b]! += (frame[b]! - sum.mean[b]!) / sum.frames
  }
  for (const [i, frame] of frames.entries()) {
    if (!isSpeech[i]) continue
    const name = names[i] ?? ''
    add('', frame)
    if (name === '') continue
    add(kindKey(name), frame)
    add(name, frame)
  }
  return means
}

const added = (before: readonly number[] | undefined, by: Float64Array): readonly number[] =>
  Array.from(by, (gain, b) => {
    const sum = (before?.[b] ?? 0) + gain
    return rounded(Math.max(-MOST_DECIBELS, Math.min(MOST_DECIBELS, sum)))
  })

/** To a tenth of a decibel: a voice is stored with some two thousand of these. */
const rounded = (decibels: number): number => Math.round(decibels * 10) / 10
