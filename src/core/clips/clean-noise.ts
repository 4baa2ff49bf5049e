import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Rnnoise } from '@shiguredo/rnnoise-wasm'
import { resample } from '#core/audio/resample.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'

/** What RNNoise works at, in Hz, and its sound is late by, in samples: two frames of 10 ms. */
const RATE = 48_000
const DELAY = 960
/** It takes samples as 16 bit integers, in floats. */
const FULL_SCALE = 32_768
/** Sound that is worked on before others get a turn, in seconds: about 10 ms of work. */
const SLICE_SECONDS = 0.25
/** More than the filter of `resample` reaches to either side, in seconds. */
const MARGIN_SECONDS = 0.005

let loaded: Promise<Rnnoise> | undefined

/**
 * Speech with the noise around it taken out, as long as before and in its place; what is no speech is noise. Mono at
 * `SAMPLE_RATE`. The network is RNNoise (Valin 2018, "A Hybrid DSP/Deep Learning Approach to Real-Time Full-Band Speech
 * Enhancement"), which needs no graphics card and no download. Throws the signal's reason.
 */
export async function cleanNoise(
  samples: Float32Array,
  signal: AbortSignal,
): Promise<Float32Array> {
  loaded ??= load()
  const rnnoise = await loaded
  const sound = new Float32Array(2 * samples.length + DELAY)
  sound.set(await resampleInTurns(samples, SAMPLE_RATE, RATE, signal))
  const state = rnnoise.createDenoiseState()
  try {
    const frame = new Float32Array(rnnoise.frameSize)
    for (let at = 0; at < sound.length; at += frame.length) {
      if (at % (SLICE_SECONDS * RATE) === 0) await turnFor(signal)
      const taken = sound.subarray(at, at + frame.length)
      frame.fill(0)
      frame.set(taken.map((sample) => sample * FULL_SCALE))
      state.processFrame(frame)
      sound.set(
        frame.subarray(0, taken.length).map((sample) => sample / FULL_SCALE),
        at,
      )
    }
  } finally {
    state.destroy()
  }
  const cleaned = await resampleInTurns(sound.subarray(DELAY), RATE, SAMPLE_RATE, signal)
  return cleaned.subarray(0, samples.length)
}

/** The same as `resample`, slice by slice. `fromHz` and `toHz`: one is a multiple of the other. */
async function resampleInTurns(
  samples: Float32Array,
  fromHz: number,
  toHz: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  const output = new Float32Array(Math.ceil((samples.length * toHz) / fromHz))
  const [slice, margin] = [SLICE_SECONDS * fromHz, MARGIN_SECONDS * fromHz]
  for (let at = 0; at < samples.length; at += slice) {
    await turnFor(signal)
    const from = Math.max(0, at - margin)
    const part = resample(samples.subarray(from, at + slice + margin), fromHz, toHz)
    const start = ((at - from) * toHz) / fromHz
    const place = (at * toHz) / fromHz
    const length = Math.min((slice * toHz) / fromHz, output.length - place)
    output.set(part.subarray(start, start + length), place)
  }
  return output
}

async function turnFor(signal: AbortSignal): Promise<void> {
  await nextTurn()
  signal.throwIfAborted()
}

/**
 * The package is built for browsers and looks for a window while it starts, and never again: it gets an empty one, which
 * is gone before anybody else looks.
 */
async function load(): Promise<Rnnoise> {
  const { Rnnoise: browserRnnoise } = await import('@shiguredo/rnnoise-wasm')
  Object.defineProperty(globalThis, 'window', { value: {}, configurable: true })
  const starting = browserRnnoise.load()
  Reflect.deleteProperty(globalThis, 'window')
  return starting
}
