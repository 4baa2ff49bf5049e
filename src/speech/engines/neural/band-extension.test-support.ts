import { openNoise } from '#speech/dsp/noise.ts'

const RATE = 16_000
const FRAME = 160
const WINDOW = 320
const BINS = WINDOW / 2
const VALUES = 20
/** Edges of the 18 bands of the vocoder's cepstra, in bins of 50 Hz. */
const EDGES = [0, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 136, 160]

/** A hiss like that of /s/: noise from about 4 kHz to 8 kHz, with silence before and after. */
export function fricative(seconds = 0.5): Float32Array {
  const noise = openNoise(5)
  const samples = new Float32Array(RATE * seconds)
  let [last, beforeLast, older] = [0, 0, 0]
  for (let n = RATE * 0.1; n < RATE * (seconds - 0.1); n++) {
    const now = noise()
    samples[n] = 0.02 * (now - 3 * last + 3 * beforeLast - older)
    older = beforeLast
    beforeLast = last
    last = now
  }
  return samples
}

/** A vowel like /a/ of a man at 120 Hz: harmonics that fall by 12 dB per octave, with three formants. */
export function vowel(seconds = 0.5): Float32Array {
  const formants = [700, 1_200, 2_500]
  const levelOf = (hz: number): number =>
    formants.reduce((sum, formant) => sum + 1 / (1 + ((hz - formant) / 120) ** 2), 0.05) *
    Math.min(1, (500 / hz) ** 2)
  const samples = new Float32Array(RATE * seconds)
  for (let hz = 120; hz < 7_900; hz += 120)
    for (let n = 0; n < samples.length; n++)
      samples[n]! += 0.2 * levelOf(hz) * Math.sin((2 * Math.PI * hz * n) / RATE + hz * hz)
  return samples
}

/** The vocoder's frames of sound: cepstra as Opus 1.5 defines them, no pitch, and the same `voicing` throughout. */
export function framesOf(samples: Float32Array, voicing: number): Float32Array {
  const frames = new Float32Array(Math.ceil(samples.length / FRAME) * VALUES)
  for (let at = 0; at * VALUES < frames.length; at++) {
    frames.set(cepstraOf(samples, (at - 1) * FRAME), at * VALUES)
    frames[at * VALUES + 19] = voicing
  }
  return frames
}

function cepstraOf(samples: Float32Array, start: number): Float64Array {
  const at = (index: number): number => 32_768 * (samples[index] ?? 0)
  const windowed = Float64Array.from({ length: WINDOW }, (_, n) => {
    const half = n < FRAME ? n : WINDOW - 1 - n
    const rise = Math.sin(0.5 * Math.PI * Math.sin((0.5 * Math.PI * (half + 0.5)) / FRAME) ** 2)
    return (rise * (at(start + n) - 0.85 * at(start + n - 1))) / WINDOW
  })
  const energies = new Float64Array(EDGES.length)
  for (let band = 0; band + 1 < EDGES.length; band++) {
    const [low, high] = [EDGES[band]!, EDGES[band + 1]!]
    for (let bin = low; bin < high; bin++) {
      const power = powerAt(windowed, bin)
      const share = (bin - low) / (high - low)
      energies[band]! += power * (1 - share)
      energies[band + 1]! += power * share
    }
  }
  energies[0]! *= 2
  energies[EDGES.length - 1]! *= 2
  return cosineTransform(levelled(energies))
}

function powerAt(windowed: Float64Array, bin: number): number {
  let [real, imaginary] = [0, 0]
  for (let n = 0; n < WINDOW; n++) {
    const angle = (Math.PI * ((bin * n) % WINDOW)) / BINS
    real += windowed[n]! * Math.cos(angle)
    imaginary += windowed[n]! * Math.sin(angle)
  }
  return real ** 2 + imaginary ** 2
}

/** Logarithms of band energies; none is far below its neighbours. */
function levelled(energies: Float64Array): Float64Array {
  let [top, follow] = [-2, -2]
  return energies.map((energy) => {
    const level = Math.max(top - 8, follow - 2.5, Math.log10(0.01 + energy))
    top = Math.max(top, level)
    follow = Math.max(follow - 2.5, level)
    return level
  })
}

function cosineTransform(levels: Float64Array): Float64Array {
  const bands = levels.length
  return Float64Array.from({ length: bands }, (_, k) => {
    const sum = levels.reduce(
      (total, level, band) => total + level * Math.cos(((band + 0.5) * k * Math.PI) / bands),
      0,
    )
    return sum * Math.sqrt((k === 0 ? 1 : 2) / bands) - (k === 0 ? 4 : 0)
  })
}
