import { openModel } from './onnx.ts'

/** Opinion scores from 1 to 5. */
export interface Dnsmos {
  readonly signal: number
  readonly background: number
  readonly overall: number
}

/** Samples of one stretch that the model judges: 9.01 s at 16 kHz. */
const STRETCH = 144_160
const HOP = 16_000

/** Polynomials from the model's scores to opinion scores, highest power first, as published with the model. */
const CURVES = [
  [-0.08397278, 1.22083953, 0.0052439],
  [-0.13166888, 1.60915514, -0.39604546],
  [-0.06766283, 1.11546468, 0.04602535],
] as const

/**
 * DNSMOS P.835 (Reddy, Gopal & Cutler 2022, "DNSMOS P.835: A non-intrusive perceptual objective speech quality metric to evaluate
 * noise suppressors") of samples at 16 kHz: the mean over stretches of 9 s, one every second; shorter sound is repeated.
 */
export async function openDnsmos(): Promise<(samples: Float32Array) => Promise<Dnsmos>> {
  const model = await openModel('dnsmos-sig_bak_ovr.onnx')
  return async (samples) => {
    const sound = longEnough(samples)
    const sums = CURVES.map(() => 0)
    let stretches = 0
    for (let at = 0; at + STRETCH <= sound.length; at += HOP) {
      const values = sound.slice(at, at + STRETCH)
      const input = { type: 'float32', values, shape: [1, STRETCH] } as const
      const [output] = Object.values(await model.run({ input_1: input }))
      for (const [k, curve] of CURVES.entries())
        sums[k]! += polynomial(curve, output?.values[k] ?? Number.NaN)
      stretches++
    }
    const [signal = 0, background = 0, overall = 0] = sums.map((sum) => sum / stretches)
    return { signal, background, overall }
  }
}

function longEnough(samples: Float32Array): Float32Array {
  let sound = samples
  while (sound.length < STRETCH) {
    const twice = new Float32Array(sound.length * 2)
    twice.set(sound)
    twice.set(sound, sound.length)
    sound = twice
  }
  return sound
}

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((value, coefficient) => value * x + coefficient, 0)
}
