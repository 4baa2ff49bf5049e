const DRAWS = 1_000

/** Errors of one recording, and how many symbols were said in it. */
export interface ClipErrors {
  readonly said: number
  readonly errors: number
}

/** An error rate in per cent, and its 95 % interval. */
export interface RateWithInterval {
  readonly rate: number
  readonly low: number
  readonly high: number
}

/**
 * The error rate over clips with the interval of a percentile bootstrap (Efron 1979; Bisani & Ney 2004 for word error rates):
 * 1,000 draws of whole clips, the same at every run.
 */
export function bootstrapErrorRate(clips: readonly ClipErrors[]): RateWithInterval {
  const random = minimalStandard()
  const rates = Array.from({ length: DRAWS }, () =>
    errorRate(clips.map(() => clips[Math.floor(random() * clips.length)]!)),
  ).sort((a, b) => a - b)
  return { rate: errorRate(clips), low: rates[25]!, high: rates[974]! }
}

function errorRate(clips: readonly ClipErrors[]): number {
  const errors = clips.reduce((sum, clip) => sum + clip.errors, 0)
  return (100 * errors) / clips.reduce((sum, clip) => sum + clip.said, 0)
}

/** Numbers between 0 and 1, from the seed 1 (Park & Miller 1988, with their multiplier of 1993). */
function minimalStandard(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
