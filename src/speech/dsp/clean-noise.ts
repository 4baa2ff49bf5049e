import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RnnoiseModule } from '@jitsi/rnnoise-wasm/dist/rnnoise-sync.js'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { resample } from './resample.ts'

/** Sample rate of RNNoise in Hz, and its delay in samples: two frames of 10 ms. */
const RATE = 48_000
const DELAY = 960
const FRAME = 480
/** It takes samples as 16 bit integers, in floats. */
const FULL_SCALE = 32_768
/** Sound processed before other work gets a turn, in seconds: about 10 ms. */
const SLICE_SECONDS = 0.25
/** Longer than either side of `resample`'s filter, in seconds. */
const MARGIN_SECONDS = 0.005

let loaded: Promise<Cleaner> | undefined

/**
 * Speech with the noise around it taken out, as long as before and in its place; what is no speech is noise. Mono at
 * `SAMPLE_RATE`. The network is RNNoise (Valin 2018, "A Hybrid DSP/Deep Learning Approach to Real-Time Full-Band Speech
 * Enhancement"), which needs no graphics card and no download. Throws the signal's reason.
 *
 * Measured on clips of seven speakers, by clones made of them: with pink noise at 10 dB, their distance from their
 * speakers falls from 2.67 to 1.86 and the verification score rises from -0.09 to +1.52; with babble from 1.96 to 1.71 and
 * from +0.34 to +1.10. Of recordings without noise, the distance rises from 1.56 to 1.69 and the score from +1.72 to +1.97,
 * so it is for those in which noise is heard. ffmpeg's afftdn reached 2.01 and +0.25 with pink noise.
 */
export async function cleanNoise(
  samples: Float32Array,
  signal: AbortSignal,
): Promise<Float32Array> {
  loaded ??= load()
  const cleaner = await loaded
  const sound = new Float32Array(2 * samples.length + DELAY)
  sound.set(await resampleInTurns(samples, SAMPLE_RATE, RATE, signal))
  await cleanInTurns(cleaner, sound, signal)
  const cleaned = await resampleInTurns(sound.subarray(DELAY), RATE, SAMPLE_RATE, signal)
  return cleaned.subarray(0, samples.length)
}

/** In place. `sound`: at `RATE`; what comes out is `DELAY` samples late. */
async function cleanInTurns(
  { module, frameAt }: Cleaner,
  sound: Float32Array,
  signal: AbortSignal,
): Promise<void> {
  const state = module._rnnoise_create()
  const pointer = frameAt * Float32Array.BYTES_PER_ELEMENT
  try {
    for (let at = 0; at < sound.length; at += FRAME) {
      if (at % (SLICE_SECONDS * RATE) === 0) await turnFor(signal)
      const frame = module.HEAPF32.subarray(frameAt, frameAt + FRAME).fill(0)
      const taken = sound.subarray(at, at + FRAME)
      for (const [i, sample] of taken.entries()) frame[i] = sample * FULL_SCALE
      module._rnnoise_process_frame(state, pointer, pointer)
      sound.set(
        frame.subarray(0, taken.length).map((sample) => sample / FULL_SCALE),
        at,
      )
    }
  } finally {
    module._rnnoise_destroy(state)
  }
}

/** Resamples slice by slice. `fromHz` and `toHz`: one is a multiple of the other. */
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

interface Cleaner {
  readonly module: RnnoiseModule
  /** Offset of a frame in its memory, in floats. */
  readonly frameAt: number
}

async function load(): Promise<Cleaner> {
  const { default: createModule } = await import('@jitsi/rnnoise-wasm/dist/rnnoise-sync.js')
  const module = createModule()
  await module.ready
  const bytes = Float32Array.BYTES_PER_ELEMENT
  return { module, frameAt: module._malloc(FRAME * bytes) / bytes }
}
