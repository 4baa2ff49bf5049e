import { z } from 'zod'
import { BANDS } from '#speech/dsp/mel-bands.ts'
import { readModelFile, readModelJson } from '#speech/models/catalog.ts'
import { openOnnx } from '#speech/models/onnx.ts'
import type { Levels } from '#speech/recordings/levels.ts'

/** Log probabilities of segments, frame by frame. */
export interface SegmentScores {
  /** Names of the segments, as `SegmentTable` has them; the first is the pause, without a name. */
  readonly names: readonly string[]
  readonly frames: number
  /** `names.length` values for each frame. */
  readonly values: Float32Array
}

/** Hears which segments of speech (halves of stops, vowels and so on) are in a recording, whatever its language. */
export interface SegmentRecogniser {
  hear(sound: SpectralFrames): Promise<SegmentScores>
}

/** Mel spectra of frames of 10 ms in dB, and which of them hold speech. */
export interface SpectralFrames extends Pick<Levels, 'isSpeech'> {
  readonly frames: readonly Float64Array[]
}

/** Opens the recogniser, or answers undefined where it cannot be had. */
export type OpenSegmentRecogniser = () => Promise<SegmentRecogniser | undefined>

const MODEL = 'speech-segments'
const Names = z.object({ segments: z.array(z.string()).min(2) })
/** Distance in dB below the loud frames of a band under which it counts as silent, and what counts as 1. */
const RANGE_DECIBELS = 40
const SCALE_DECIBELS = 10

/** Loads the recogniser of `models/speech-segments`. Throws an Error that names what is missing or damaged. */
export async function openSegmentRecogniser(models: string): Promise<SegmentRecogniser> {
  const [{ segments: names }, network] = await Promise.all([
    readModelJson(models, MODEL, 'segments.json', Names),
    readModelFile(models, MODEL, 'segments.onnx'),
  ])
  const model = await openOnnx(network)
  return {
    async hear({ frames, isSpeech }) {
      const values = normalised(frames, isSpeech)
      const spectra = { type: 'float32', values, shape: [1, BANDS, frames.length] } as const
      const { segments } = await model.run({ spectra })
      if (!segments) throw new Error('The model of segments has no output "segments".')
      return { names, frames: frames.length, values: transposed(segments.values, frames.length) }
    },
  }
}

/** Spectra without their noise, their mean over speech and their scale, band after band; train/segments/train.py does the same. */
function normalised(
  frames: readonly Float64Array[],
  isSpeech: readonly boolean[],
): Float32Array<ArrayBuffer> {
  const output = new Float32Array(BANDS * frames.length)
  for (let band = 0; band < BANDS; band++) {
    const levels = Float64Array.from(frames, (frame) => frame[band]!).sort()
    const floor = (levels[Math.floor(0.95 * (levels.length - 1))] ?? 0) - RANGE_DECIBELS
    let sum = 0
    let count = 0
    for (const [at, frame] of frames.entries()) {
      if (!isSpeech[at]) continue
      sum += Math.max(floor, frame[band]!)
      count++
    }
    const mean = sum / Math.max(1, count)
    for (const [at, frame] of frames.entries())
      output[band * frames.length + at] = (Math.max(floor, frame[band]!) - mean) / SCALE_DECIBELS
  }
  return output
}

/** Frame after frame instead of segment after segment. */
function transposed(values: ArrayLike<number>, frames: number): Float32Array {
  const rows = values.length / frames
  const output = new Float32Array(values.length)
  for (let row = 0; row < rows; row++)
    for (let frame = 0; frame < frames; frame++)
      output[frame * rows + row] = values[row * frames + frame]!
  return output
}
