import { transform } from '#speech/dsp/fft.ts'
import { f0Track } from './f0.ts'
import { RATE } from './read-sound.ts'

/** Frames of speech of one recording, for likeness. */
export interface SpeechFrames {
  /** Mel-cepstra c1 to c24, a frame every 5 ms of speech. */
  readonly cepstra: readonly (readonly number[])[]
  /** Fundamental frequency of the same frames in Hz, 0 where unvoiced. */
  readonly f0: readonly number[]
  /** The middle of each of them in seconds from the start of the recording. */
  readonly times: readonly number[]
  /** From the first frame of speech to the last. */
  readonly seconds: number
  /** The same without pauses. */
  readonly speechSeconds: number
}

const HOP = 80
const HOP_MS = 5
const POWER_WINDOW = 400
/** Gaps in the speech shorter than this, in frames, are no pauses. */
const SHORTEST_PAUSE = 20
/** Mean power of loud speech to which every recording is brought. */
const LOUD_POWER = 0.01

const ORDER = 24
/** All-pass constant that bends 16 kHz to the mel scale (Tokuda et al. 1994). */
const WARPING = 0.42
const POINTS = 128
const FFT_SIZE = 1024
/** Window of an unvoiced frame: that of three periods at 200 Hz. */
const UNVOICED_HZ = 200

/** Frequencies in radians at which the logarithmic envelope is read, evenly spaced after warping. */
const WARPED = Float64Array.from({ length: POINTS }, (_, i) => {
  const angle = (Math.PI * (i + 0.5)) / POINTS
  return angle + 2 * Math.atan2(-WARPING * Math.sin(angle), 1 + WARPING * Math.cos(angle))
})
const COSINES = Array.from({ length: ORDER }, (_, c) =>
  Float64Array.from(
    { length: POINTS },
    (_, i) => Math.cos(((c + 1) * Math.PI * (i + 0.5)) / POINTS) / POINTS,
  ),
)

/**
 * Frames of speech of a recording at `RATE`, brought to one level. What lies 30 dB under the loud frames, or within 6 dB of the
 * noise, is pause. The spectral envelope of a frame follows its pitch: Hann window of three periods, power spectrum smoothed
 * over two thirds of the pitch (after Kawahara et al. 1999), mel-cepstra of its logarithm by all-pass warping.
 */
export function speechFrames(recording: Float32Array): SpeechFrames {
  const power = powerOf(recording)
  const loud = quantile(power, 0.95)
  const gain = Math.sqrt(LOUD_POWER / loud)
  const samples = recording.map((sample) => sample * gain)
  const { isSpeech, first, last } = speechIn(power, loud)
  const pitch = f0Track(samples, HOP_MS)
  const cepstra: (readonly number[])[] = []
  const f0: number[] = []
  const times: number[] = []
  for (let at = first; at <= last; at++) {
    if (!isSpeech[at]) continue
    // The window of the pitch is centred 16.6 ms after its start, that of the power 12.5 ms.
    const hz = pitch[at - 1] ?? 0
    cepstra.push(melCepstrum(samples, at * HOP + POWER_WINDOW / 2, hz))
    f0.push(hz)
    times.push((at * HOP + POWER_WINDOW / 2) / RATE)
  }
  const seconds = ((last - first + 1) * HOP) / RATE
  return { cepstra, f0, times, seconds, speechSeconds: (cepstra.length * HOP) / RATE }
}

function powerOf(samples: Float32Array): Float64Array {
  const count = Math.floor((samples.length - POWER_WINDOW) / HOP)
  return Float64Array.from({ length: count }, (_, at) => {
    let energy = 1e-12
    for (let i = 0; i < POWER_WINDOW; i++) energy += samples[at * HOP + i]! ** 2
    return energy / POWER_WINDOW
  })
}

function speechIn(power: Float64Array, loud: number) {
  const noise = quantile(power, 0.08)
  const gate = Math.min(loud * 10 ** -1.2, Math.max(loud * 1e-3, noise * 4))
  const isSpeech = Array.from(power, (value) => value > gate)
  const first = isSpeech.indexOf(true)
  const last = isSpeech.lastIndexOf(true)
  let gap = 0
  for (let at = first; at <= last; at++) {
    if (!isSpeech[at]) gap++
    else {
      if (gap > 0 && gap < SHORTEST_PAUSE) isSpeech.fill(true, at - gap, at)
      gap = 0
    }
  }
  return { isSpeech, first, last }
}

function quantile(values: Float64Array, q: number): number {
  const sorted = values.toSorted()
  return sorted[Math.floor(q * (sorted.length - 1))]!
}

function melCepstrum(samples: Float32Array, centre: number, f0: number): readonly number[] {
  const hz = f0 || UNVOICED_HZ
  const power = runningPower(samples, centre, hz)
  const reach = Math.max(1, ((2 / 3) * hz * FFT_SIZE) / RATE / 2)
  const logs = WARPED.map((angle) => {
    const bin = (angle / Math.PI) * (FFT_SIZE / 2) + 0.5
    const low = bin - reach
    const high = Math.min(bin + reach, FFT_SIZE / 2 + 1)
    const mean = (powerUpTo(power, high) - powerUpTo(power, low)) / (high - low)
    return 0.5 * Math.log(mean + 1e-9)
  })
  return COSINES.map((cosine) => {
    let sum = 0
    for (let i = 0; i < POINTS; i++) sum += cosine[i]! * logs[i]!
    return 2 * sum
  })
}

/** Sums of the power spectrum up to every bin, of a Hann window of three periods over its own energy. */
function runningPower(samples: Float32Array, centre: number, hz: number): Float64Array {
  const half = Math.min(FFT_SIZE / 2 - 1, Math.round((1.5 * RATE) / hz))
  const real = new Float64Array(FFT_SIZE)
  const imaginary = new Float64Array(FFT_SIZE)
  let norm = 0
  for (let i = -half; i <= half; i++) {
    const weight = 0.5 + 0.5 * Math.cos((Math.PI * i) / half)
    real[i + half] = (samples[centre + i] ?? 0) * weight
    norm += weight * weight
  }
  transform(real, imaginary)
  const sums = new Float64Array(FFT_SIZE / 2 + 2)
  for (let bin = 0; bin <= FFT_SIZE / 2; bin++)
    sums[bin + 1] = sums[bin]! + (real[bin]! ** 2 + imaginary[bin]! ** 2) / norm
  return sums
}

/** The power from 0 to a frequency in bins, which may lie between two, or below 0, where the spectrum is mirrored. */
function powerUpTo(sums: Float64Array, at: number): number {
  const edge = FFT_SIZE / 2
  const clamped = Math.min(edge, Math.max(-edge, at))
  const distance = Math.abs(clamped)
  const bin = Math.floor(distance)
  const next = sums[Math.min(bin + 1, edge + 1)]!
  const power = sums[bin]! + (distance - bin) * (next - sums[bin]!)
  return clamped < 0 ? -power : power
}
