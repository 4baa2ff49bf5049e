import { SAMPLE_RATE } from '#shared/audio.ts'

/** Band of an analogue telephone line, in Hz (ITU-T G.712). */
const BAND = { low: 300, high: 3_400 } as const
/** A line carries every third sample: 8 kHz. */
const STEP = 3
/** Length of the low-pass filter: 80 dB down at 4 kHz, where the band of 8 kHz ends. */
const TAPS = 193
const KAISER_BETA = 8
/** Resonance of the two halves of a Butterworth filter of the fourth order. */
const RESONANCES = [0.541_196, 1.306_563] as const

/** Later than it went in, by this many samples: half of each of the two low-pass filters. */
export const PHONE_LINE_DELAY = TAPS - 1

/** A telephone line: what is heard of the next samples (24 kHz, 16 bit) at its other end. */
export type PhoneLine = (samples: Int16Array) => Int16Array<ArrayBuffer>

/**
 * Opens a telephone line: band of 300 to 3,400 Hz, 8 kHz, companded by µ-law (ITU-T G.711), and 24 kHz again, so that it can be
 * played as the take is. It keeps its state, so that a take may come in chunks of any length; as many samples come out as
 * went in, `PHONE_LINE_DELAY` later.
 */
export function openPhoneLine(): PhoneLine {
  const highPass = RESONANCES.map((resonance) => createHighPass(BAND.low, resonance))
  const before = createDelayLine(TAPS)
  const after = createDelayLine(TAPS)
  let position = 0
  const next = (sample: number): number => {
    before.push(highPass.reduce((sound, filter) => filter(sound), sample))
    const isSent = position % STEP === 0
    // Between two samples of the line there is nothing: the second filter fills it in.
    after.push(isSent ? STEP * compandMuLaw(clip(before.dot(LOW_PASS))) : 0)
    position += 1
    return clip(after.dot(LOW_PASS))
  }
  return (samples) => Int16Array.from(samples, next)
}

/**
 * The 16 bit sample that a µ-law decoder gives for another one: the middle of its step, in eight segments of sixteen
 * steps, each segment twice as coarse as the one before (ITU-T G.711).
 */
export function compandMuLaw(sample: number): number {
  const bias = 132
  const magnitude = Math.min(32_635, Math.abs(sample)) + bias
  const step = 2 ** (Math.floor(Math.log2(magnitude)) - 4)
  const middle = (Math.floor(magnitude / step) + 0.5) * step - bias
  return sample < 0 ? -middle : middle
}

const clip = (value: number): number => Math.max(-32_768, Math.min(32_767, Math.round(value)))

/** The last samples, the newest first. */
function createDelayLine(length: number) {
  const samples = new Float64Array(length)
  let newest = 0
  return {
    push(sample: number): void {
      newest = (newest + length - 1) % length
      samples[newest] = sample
    },
    dot(filter: Float64Array): number {
      let sum = 0
      for (let index = 0; index < length; index++)
        sum += (filter[index] ?? 0) * (samples[(newest + index) % length] ?? 0)
      return sum
    },
  }
}

/** High-pass of the second order at a frequency in Hz (R. Bristow-Johnson, "Audio EQ Cookbook"). */
function createHighPass(hertz: number, resonance: number): (sample: number) => number {
  const angle = (2 * Math.PI * hertz) / SAMPLE_RATE
  const alpha = Math.sin(angle) / (2 * resonance)
  const cosine = Math.cos(angle)
  const a0 = 1 + alpha
  const [b0, b1] = [(1 + cosine) / 2 / a0, -(1 + cosine) / a0]
  const [a1, a2] = [(-2 * cosine) / a0, (1 - alpha) / a0]
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return (x) => {
    const y = b0 * x + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2
    ;[x2, x1, y2, y1] = [x1, x, y1, y]
    return y
  }
}

/** Windowed-sinc low-pass between the end of the band and 4 kHz; its taps add up to 1. */
const LOW_PASS = lowPass((BAND.high + SAMPLE_RATE / STEP / 2) / 2)

function lowPass(cutoff: number): Float64Array {
  const middle = (TAPS - 1) / 2
  const taps = Float64Array.from({ length: TAPS }, (_, index) => {
    const time = index - middle
    const angle = (2 * Math.PI * cutoff * time) / SAMPLE_RATE
    const sinc = time === 0 ? 1 : Math.sin(angle) / angle
    return sinc * besselI0(KAISER_BETA * Math.sqrt(1 - (time / middle) ** 2))
  })
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}
