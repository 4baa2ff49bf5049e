/**
 * Artificial bandwidth extension from 16 kHz to 24 kHz: sound below 8 kHz passes unchanged, and the band from 8 to 12
 * kHz is made from the one below it.
 *
 * The excitation is the spectrum from 4.2 to 8 kHz mirrored at 8 kHz (spectral folding, Makhoul & Berouti 1979): it
 * has the bursts, the frication and the pulses of the sound at their very time, and silence stays silent. Each of
 * four sub-bands of it is amplified by a gain that a small feed-forward network reads off the spectral envelope of
 * the low band, the cepstra of a frame, and its voicing (Jax & Vary 2003). `train/speech/train_band.py` learns the
 * network.
 */
import { z } from 'zod'
import { createResampler, type Sharpness } from '#speech/dsp/resample.ts'

const RATE = 16_000
const WIDE_RATE = 24_000
/** Samples in a frame, values of a frame, and of these the ones that the gains depend on. */
const FRAME = 160
const FRAME_VALUES = 20
const CEPSTRA = 18
const VOICING_AT = 19
const INPUTS = CEPSTRA + 1

/** Edges in Hz of the sub-bands of the excitation before it is mirrored: the uppermost one becomes the lowest. */
const BAND_EDGES = [8_000, 7_000, 6_000, 5_000, 4_200] as const
const BANDS = BAND_EDGES.length - 1

/** Gains stay below this, in dB. */
const HIGHEST_GAIN = 12
/** Gain in dB at which a sub-band is as good as silent. */
const LOWEST_GAIN = -60

const rows = (length: number) => z.array(z.array(z.number()).length(length))

/** Network that predicts the gains: one hidden layer of tanh units, then one gain in dB for each sub-band. */
export const BandExtensionModel = z
  .object({
    hiddenWeights: rows(INPUTS),
    hiddenBiases: z.array(z.number()),
    gainWeights: z.array(z.array(z.number())).length(BANDS),
    gainBiases: z.array(z.number()).length(BANDS),
  })
  .refine(
    ({ hiddenWeights, hiddenBiases, gainWeights }) =>
      [hiddenBiases, ...gainWeights].every(({ length }) => length === hiddenWeights.length),
    'every hidden unit needs its weights, its bias and a weight for each gain',
  )
export type BandExtensionModel = z.infer<typeof BandExtensionModel>

/** Extends the band of one stream of sound. */
export interface BandExtension {
  /**
   * Takes the next samples at 16 kHz, and frames of 20 values as the vocoder reads them (18 cepstra, pitch, voicing),
   * and returns the samples at 24 kHz that these complete. Blocks may have any length; sound waits for its frames.
   */
  push(samples: Float32Array, frames: Float32Array): Float32Array
  /** Returns the rest, once all is pushed. Sound after the last frame has the gains of that frame. */
  end(): Float32Array
}

/** Below 7.5 kHz the pass band is flat; mirror images are attenuated from 8.3 kHz on. */
const LOW_BAND: Sharpness = { halfWidth: 48, passBand: 0.985 }

/** Samples to either side that the filters read: of 16 kHz sound, and of the excitation at 8 kHz. */
const ANALYSIS_REACH = 32
const SYNTHESIS_REACH = 24

/** The filters that split the excitation into sub-bands, at 16 kHz. Decimated by 2, their outputs are mirrored. */
const ANALYSIS = BAND_EDGES.slice(0, BANDS).map((upper, band) => {
  const upTo = lowPass(upper / RATE, ANALYSIS_REACH)
  const below = lowPass(BAND_EDGES[band + 1]! / RATE, ANALYSIS_REACH)
  return upTo.map((value, k) => value - below[k]!)
})

/** Half of the filter of a frame without gain. */
const NO_GAIN = new Float64Array(ANALYSIS_REACH + 1)

/** The polyphase high-pass filter that moves the excitation, at 8 kHz, to the band from 8 to 12 kHz. */
const SYNTHESIS = [0, 1, 2].map((phase) => {
  const reach = 3 * SYNTHESIS_REACH
  const low = lowPass(8_000 / WIDE_RATE, reach)
  return Float64Array.from({ length: 2 * SYNTHESIS_REACH + 1 }, (_, k) => {
    const at = phase - 3 * (k - SYNTHESIS_REACH)
    return Math.abs(at) > reach ? 0 : 3 * (Number(at === 0) - low[at + reach]!)
  })
})

/**
 * Opens the extension of a stream. `lag`: samples from the start of the sound to the moment that the first frame
 * describes; sound straight from the vocoder has a lag of 240. The outputs together have 3/2 of the samples pushed,
 * and no delay; about 20 ms of sound are held back meanwhile. The same input gives the same output, whatever the
 * blocks.
 */
export function createBandExtension(model: BandExtensionModel, lag = 0): BandExtension {
  const resampler = createResampler(RATE, WIDE_RATE, LOW_BAND)
  const filters: Float64Array[] = []
  const low = new SampleQueue(0)
  const sound = new SampleQueue(ANALYSIS_REACH)
  const excitation = new SampleQueue(SYNTHESIS_REACH)
  let taken = 0
  let given = 0

  /**
   * Makes the excitation that the sound and the frames allow, up to `most` samples in all. Between two frames the
   * gains change in a straight line, and so does what their filters give.
   */
  const excite = (most: number, ended: boolean): void => {
    const start = excitation.end
    const possible = Math.min(most, Math.ceil((sound.end - ANALYSIS_REACH) / 2))
    const made = new Float64Array(Math.max(0, possible - start))
    const last = filters[filters.length - 1] ?? NO_GAIN
    let count = 0
    for (; count < made.length; count++) {
      const middle = 2 * (start + count)
      const position = Math.max(0, (middle - lag) / FRAME)
      const frame = Math.floor(position)
      if (frame + 1 >= filters.length && !ended) break
      const before = filters[frame] ?? last
      const after = filters[frame + 1] ?? last
      made[count] = sound.filteredBetween(before, after, position - frame, middle)
    }
    excitation.append(made.subarray(0, count))
    sound.forget(2 * excitation.end - ANALYSIS_REACH)
  }

  /** Adds the two bands as far as both are there. */
  const add = (most: number): Float32Array => {
    const whole = 3 * (excitation.end - SYNTHESIS_REACH)
    const output = new Float32Array(Math.max(0, Math.min(most, low.end, whole) - given))
    for (let n = 0; n < output.length; n++) {
      const at = given + n
      const first = Math.floor(at / 3) - SYNTHESIS_REACH
      output[n] = low.at(at) + excitation.filtered(SYNTHESIS[at % 3]!, first)
    }
    given += output.length
    low.forget(given)
    excitation.forget(Math.floor(given / 3) - SYNTHESIS_REACH)
    return output
  }

  return {
    push(samples, frames) {
      for (let at = 0; at + FRAME_VALUES <= frames.length; at += FRAME_VALUES)
        filters.push(shapingFilter(gainsOf(frames.subarray(at, at + FRAME_VALUES), model)))
      taken += samples.length
      sound.append(samples)
      low.append(resampler.push(samples))
      excite(Number.POSITIVE_INFINITY, false)
      return add(Number.POSITIVE_INFINITY)
    },
    end() {
      const total = Math.ceil((taken * WIDE_RATE) / RATE)
      const most = Math.ceil(total / 3) + SYNTHESIS_REACH
      low.append(resampler.end())
      sound.append(new Float32Array(2 * SYNTHESIS_REACH + 2 * ANALYSIS_REACH + 4))
      excite(most, true)
      return add(total)
    },
  }
}

/** Gains of a frame's sub-bands, as factors. */
function gainsOf(frame: Float32Array, model: BandExtensionModel): Float64Array {
  const inputs = [...frame.subarray(0, CEPSTRA), frame[VOICING_AT]!]
  const weighted = (weights: readonly number[], values: readonly number[], bias: number): number =>
    weights.reduce((sum, weight, k) => sum + weight * values[k]!, bias)
  const hidden = model.hiddenWeights.map((weights, unit) =>
    Math.tanh(weighted(weights, inputs, model.hiddenBiases[unit]!)),
  )
  return Float64Array.from(model.gainWeights, (weights, band) => {
    const decibels = weighted(weights, hidden, model.gainBiases[band]!)
    return 10 ** (Math.max(LOWEST_GAIN, Math.min(HIGHEST_GAIN, decibels)) / 20)
  })
}

/**
 * First half, up to the middle, of the filter that makes the excitation with these gains; the other half is its
 * mirror image.
 */
function shapingFilter(gains: Float64Array): Float64Array {
  return NO_GAIN.map((_, k) =>
    gains.reduce((sum, gain, band) => sum + gain * ANALYSIS[band]![k]!, 0),
  )
}

/**
 * Low-pass filter of `2 * reach + 1` taps (windowed sinc, Hamming); `cutoff` as a part of the sample rate, up to
 * 1/2.
 */
function lowPass(cutoff: number, reach: number): Float64Array {
  return Float64Array.from({ length: 2 * reach + 1 }, (_, k) => {
    const at = k - reach
    const sinc = at === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * at) / (Math.PI * at)
    return sinc * (0.54 + 0.46 * Math.cos((Math.PI * at) / reach))
  })
}

/** The samples of a stream that are still needed, by their index from its start, with zeros before it. */
class SampleQueue {
  private kept: Float64Array
  private from: number

  constructor(before: number) {
    this.kept = new Float64Array(before)
    this.from = -before
  }

  /** Index after the last sample. */
  get end(): number {
    return this.from + this.kept.length
  }

  at(index: number): number {
    return this.kept[index - this.from]!
  }

  /** Inner product of a filter's taps and the samples from `first` on. */
  filtered(taps: Float64Array, first: number): number {
    const { kept } = this
    const start = first - this.from
    let sum = 0
    for (let k = 0; k < taps.length; k++) sum += taps[k]! * kept[start + k]!
    return sum
  }

  /**
   * Output at `middle` of a symmetric filter that is `share` of the way from one to another, each given by its
   * first half.
   */
  filteredBetween(one: Float64Array, other: Float64Array, share: number, middle: number): number {
    const { kept } = this
    const centre = middle - this.from
    const reach = one.length - 1
    let sumOne = one[reach]! * kept[centre]!
    let sumOther = other[reach]! * kept[centre]!
    for (let k = 0; k < reach; k++) {
      const sample = kept[centre - reach + k]! + kept[centre + reach - k]!
      sumOne += one[k]! * sample
      sumOther += other[k]! * sample
    }
    return sumOne + (sumOther - sumOne) * share
  }

  append(samples: ArrayLike<number>): void {
    const all = new Float64Array(this.kept.length + samples.length)
    all.set(this.kept)
    all.set(samples, this.kept.length)
    this.kept = all
  }

  /** Drops the samples before `index`. */
  forget(index: number): void {
    const dropped = Math.max(0, Math.min(this.kept.length, index - this.from))
    this.kept = this.kept.slice(dropped)
    this.from += dropped
  }
}
