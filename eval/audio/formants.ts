import { RATE } from './read-sound.ts'

/** Two coefficients for each formant below 8 kHz, and two for the slope of the spectrum. */
const ORDER = 18
const WINDOW = 400
const PRE_EMPHASIS = 0.97
const LOWEST_HZ = 180
const HIGHEST_HZ = 5_000
/** A pole that is wider shapes the slope of the spectrum, and is no formant. */
const WIDEST_HZ = 800
const ROUNDS = 200

type Complex = readonly [real: number, imaginary: number]

/**
 * First and second formant, in Hz, of the 25 ms around a moment (seconds) of a recording at `RATE`: poles of linear prediction (autocorrelation
 * method, Markel & Gray 1976). Undefined where fewer than two are found.
 */
export function formantsAt(
  samples: Float32Array,
  seconds: number,
): readonly [number, number] | undefined {
  const start = Math.round(seconds * RATE) - WINDOW / 2
  if (start < 1 || start + WINDOW > samples.length) return undefined
  const frame = Float64Array.from({ length: WINDOW }, (_, i) => {
    const emphasised = samples[start + i]! - PRE_EMPHASIS * samples[start + i - 1]!
    return emphasised * (0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (WINDOW - 1)))
  })
  const predictor = linearPrediction(frame)
  if (!predictor) return undefined
  const found = rootsOf(predictor)
    .flatMap(([real, imaginary]) => {
      const hz = (Math.atan2(imaginary, real) * RATE) / (2 * Math.PI)
      const bandwidth = (-Math.log(Math.hypot(real, imaginary)) * RATE) / Math.PI
      return hz > LOWEST_HZ && hz < HIGHEST_HZ && bandwidth < WIDEST_HZ ? [hz] : []
    })
    .sort((one, other) => one - other)
  const [first, second] = found
  return first === undefined || second === undefined ? undefined : [first, second]
}

/** Coefficients 1, a1 … of the predictor polynomial (Levinson and Durbin's recursion); undefined in silence. */
function linearPrediction(frame: Float64Array): readonly number[] | undefined {
  const correlations = Array.from({ length: ORDER + 1 }, (_, lag) => {
    let sum = 0
    for (let i = lag; i < frame.length; i++) sum += frame[i]! * frame[i - lag]!
    return sum
  })
  let error = correlations[0]!
  if (error < 1e-9) return undefined
  let predictor = [1]
  for (let order = 1; order <= ORDER; order++) {
    const sum = predictor.reduce((all, a, i) => all + a * correlations[order - i]!, 0)
    const reflection = -sum / error
    const padded = [...predictor, 0]
    predictor = padded.map((a, i) => a + reflection * padded[order - i]!)
    error *= 1 - reflection * reflection
  }
  return predictor
}

/** All roots of a polynomial whose first coefficient is 1, the highest power first (Durand and Kerner's method). */
function rootsOf(coefficients: readonly number[]): readonly Complex[] {
  const degree = coefficients.length - 1
  const roots: Complex[] = Array.from({ length: degree }, (_, i) => {
    const angle = (2 * Math.PI * i) / degree + 0.4
    return [0.9 * Math.cos(angle), 0.9 * Math.sin(angle)]
  })
  for (let round = 0; round < ROUNDS; round++) {
    let moved = 0
    for (const [i, root] of roots.entries()) {
      let value: Complex = [1, 0]
      for (const coefficient of coefficients.slice(1)) {
        const [real, imaginary] = times(value, root)
        value = [real + coefficient, imaginary]
      }
      let product: Complex = [1, 0]
      for (const [j, other] of roots.entries())
        if (j !== i) product = times(product, [root[0] - other[0], root[1] - other[1]])
      const step = over(value, product)
      roots[i] = [root[0] - step[0], root[1] - step[1]]
      moved = Math.max(moved, Math.hypot(...step))
    }
    if (moved < 1e-9) break
  }
  return roots
}

function times([a, b]: Complex, [c, d]: Complex): Complex {
  return [a * c - b * d, a * d + b * c]
}

function over([a, b]: Complex, [c, d]: Complex): Complex {
  const norm = c * c + d * d || 1e-30
  return [(a * c + b * d) / norm, (b * c - a * d) / norm]
}
