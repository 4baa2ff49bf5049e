/** A mixture of Gaussians with diagonal covariance over mel-cepstra. */
export interface GaussianMixture {
  readonly weights: readonly number[]
  readonly means: readonly (readonly number[])[]
  readonly variances: readonly (readonly number[])[]
}

type Frames = readonly (readonly number[])[]

/** Frames that weigh as much as the background model's own mean. */
const RELEVANCE = 16

/**
 * A speaker's model: the background model with its means adapted to the speaker's frames, maximum a posteriori with a relevance
 * of 16 (Reynolds, Quatieri & Dunn 2000, "Speaker verification using adapted Gaussian mixture models").
 */
export function adaptToSpeaker(background: GaussianMixture, frames: Frames): GaussianMixture {
  const counts = background.weights.map(() => 0)
  const sums = background.means.map((mean) => mean.map(() => 0))
  for (const frame of frames) {
    const densities = logDensities(background, frame)
    const whole = logSum(densities)
    for (const [k, density] of densities.entries()) {
      const share = Math.exp(density - whole)
      counts[k]! += share
      for (const [d, value] of frame.entries()) sums[k]![d]! += share * value
    }
  }
  const means = background.means.map((mean, k) =>
    mean.map((value, d) => {
      const trust = counts[k]! / (counts[k]! + RELEVANCE)
      return counts[k]! > 0 ? trust * (sums[k]![d]! / counts[k]!) + (1 - trust) * value : value
    }),
  )
  return { ...background, means }
}

/**
 * The verification score of frames: the mean logarithm of the likelihood ratio of speaker and background model, per frame.
 * Above 0 it speaks for the speaker.
 */
export function verificationScore(
  speaker: GaussianMixture,
  background: GaussianMixture,
  frames: Frames,
): number {
  const sum = frames.reduce(
    (total, frame) =>
      total + logSum(logDensities(speaker, frame)) - logSum(logDensities(background, frame)),
    0,
  )
  return sum / frames.length
}

/** The logarithms of each Gaussian's weighted density. */
function logDensities({ weights, means, variances }: GaussianMixture, frame: readonly number[]) {
  return weights.map((weight, k) => {
    const [mean, variance] = [means[k]!, variances[k]!]
    let log = Math.log(weight)
    for (let d = 0; d < frame.length; d++)
      log -=
        0.5 * (Math.log(2 * Math.PI * variance[d]!) + (frame[d]! - mean[d]!) ** 2 / variance[d]!)
    return log
  })
}

/** log Σ exp, without overflow. */
function logSum(logs: readonly number[]): number {
  const most = Math.max(...logs)
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0))
}
