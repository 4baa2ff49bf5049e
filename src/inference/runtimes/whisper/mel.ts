/** Settings of preprocessor_config.json, which are the same in all Whisper models but for the number of bands. */
export const MEL = { rate: 16_000, window: 400, step: 160, seconds: 30 } as const
const BINS = MEL.window / 2 + 1
/** Columns of the input: 30 s. */
export const MEL_FRAMES = (MEL.seconds * MEL.rate) / MEL.step

/**
 * Log-mel spectrogram as Whisper's (Radford et al. 2022): 25 ms Hann windows each 10 ms, Slaney's mel bands, logarithm
 * to base 10, at most 8 below the loudest, and scaled. `samples`: up to 30 s, filled up with silence. Answers
 * `bands` rows of `MEL_FRAMES`.
 */
export function logMel(samples: Float32Array, bands: number): Float32Array {
  const filters = filtersFor(bands)
  const output = new Float32Array(bands * MEL_FRAMES)
  const power = new Float64Array(BINS)
  let loudest = Number.NEGATIVE_INFINITY
  // Behind the sound every frame is the same silence.
  const heard = Math.min(MEL_FRAMES, Math.ceil((samples.length + MEL.window / 2) / MEL.step) + 1)
  for (let frame = 0; frame < MEL_FRAMES; frame++) {
    if (frame < heard) setPower(power, samples, frame)
    else power.fill(0)
    for (const [band, { first, weights }] of filters.entries()) {
      let sum = 0
      for (const [n, weight] of weights.entries()) sum += weight * power[first + n]!
      const value = Math.log10(Math.max(sum, 1e-10))
      output[band * MEL_FRAMES + frame] = value
      if (value > loudest) loudest = value
    }
  }
  return output.map((value) => (Math.max(value, loudest - 8) + 4) / 4)
}

const windowed = new Float64Array(MEL.window)

/** The power spectrum of one window, around the beginning of the frame; before the sound stands its mirror image. */
function setPower(power: Float64Array, samples: Float32Array, frame: number): void {
  const [cosines, sines, hann] = TABLES
  const from = frame * MEL.step - MEL.window / 2
  for (let n = 0; n < MEL.window; n++) windowed[n] = (samples[Math.abs(from + n)] ?? 0) * hann[n]!
  for (let bin = 0; bin < BINS; bin++) {
    let real = 0
    let imaginary = 0
    // The angle goes round once in a window: one table serves every bin.
    for (let n = 0, angle = 0; n < MEL.window; n++) {
      real += windowed[n]! * cosines[angle]!
      imaginary += windowed[n]! * sines[angle]!
      angle = (angle + bin) % MEL.window
    }
    power[bin] = real * real + imaginary * imaginary
  }
}

const TABLES = [Math.cos, Math.sin, (angle: number) => 0.5 - 0.5 * Math.cos(angle)].map((of) =>
  Float64Array.from({ length: MEL.window }, (_, n) => of((2 * Math.PI * n) / MEL.window)),
) as [Float64Array, Float64Array, Float64Array]

interface Filter {
  readonly first: number
  readonly weights: Float64Array
}

const known = new Map<number, readonly Filter[]>()

/** Triangles of equal area on Slaney's mel scale (Auditory Toolbox 1998): linear below 1 kHz, logarithmic above. */
function filtersFor(bands: number): readonly Filter[] {
  const before = known.get(bands)
  if (before) return before
  const top = melOf(MEL.rate / 2)
  const edges = Array.from({ length: bands + 2 }, (_, n) => hertzOf((top * n) / (bands + 1)))
  const filters = Array.from({ length: bands }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3)
    const values = Array.from({ length: BINS }, (_, bin) => {
      const hertz = (bin * MEL.rate) / MEL.window
      const slope = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle))
      return (Math.max(0, slope) * 2) / (high - low)
    })
    const first = Math.max(
      0,
      values.findIndex((value) => value > 0),
    )
    const last = values.findLastIndex((value) => value > 0)
    return { first, weights: Float64Array.from(values.slice(first, last + 1)) }
  })
  known.set(bands, filters)
  return filters
}

const LINEAR = { hertz: 200 / 3, end: 1_000, mels: 15, step: Math.log(6.4) / 27 } as const

function melOf(hertz: number): number {
  return hertz < LINEAR.end
    ? hertz / LINEAR.hertz
    : LINEAR.mels + Math.log(hertz / LINEAR.end) / LINEAR.step
}

function hertzOf(mel: number): number {
  return mel < LINEAR.mels
    ? mel * LINEAR.hertz
    : LINEAR.end * Math.exp(LINEAR.step * (mel - LINEAR.mels))
}
