import { readModelFile, readModelJson } from '#speech/models/catalog.ts'
import { type OnnxModel, openOnnx, type TensorInput } from '#speech/models/onnx.ts'
import {
  createPhoneEncoder,
  type ModelPhone,
  ModelTables,
  type PhoneEncoder,
  type RecordedSpeaker,
} from '#speech/models/phone-features.ts'
import type { ProsodyPlan, Sentence } from '#speech/utterance.ts'
import { CEPSTRA } from './spectral-transform.ts'
import type { Mixture } from './traits.ts'

/** Phones in time with their pitch, in frames of the vocoder (10 ms). */
export interface PhoneFrames {
  readonly phones: TensorInput
  /** First and last frame of each phone, as fractions of frames: [start, end) in order, without gaps. */
  readonly bounds: Float64Array
  /** Pitch of every frame in octaves above the voice's own. */
  readonly octaves: Float32Array
}

/** The acoustic model: phones in time to the numbers that the vocoder sounds. */
export interface AcousticModel {
  readonly encoder: PhoneEncoder
  /** The recorded speakers by their names. */
  readonly speakers: ReadonlyMap<string, RecordedSpeaker>
  /**
   * Embedding of a mixture of recorded speakers by name and weight: its place among the voices that were learned. Throws a
   * RangeError for a speaker that the model does not have.
   */
  embeddingOf(mixture: Mixture): Float32Array
  /** Cepstra and voicing of frames `from` to `to`, (to - from) × (CEPSTRA + 1), frame after frame. */
  decode(
    frames: PhoneFrames,
    embedding: Float32Array,
    from: number,
    to: number,
  ): Promise<Float32Array>
}

/** Frames on each side of a stretch on which its sound depends: the decoder's field of view. */
const CONTEXT = 32

/** Loads the acoustic model of `models/native-speech`. Throws an Error that names what is missing or damaged. */
export async function openAcousticModel(models: string): Promise<AcousticModel> {
  const [tables, network] = await Promise.all([
    readModelJson(models, 'native-speech', 'voices.json', ModelTables),
    readModelFile(models, 'native-speech', 'decode.onnx'),
  ])
  const model = await openOnnx(network)
  return {
    encoder: createPhoneEncoder(tables),
    speakers: new Map(Object.entries(tables.speakers)),
    embeddingOf: (mixture) => mixed(mixture, tables),
    decode: (frames, embedding, from, to) => decode(model, frames, embedding, from, to),
  }
}

function mixed(mixture: Mixture, { speakers }: ModelTables): Float32Array {
  const total = mixture.reduce((sum, [, weight]) => sum + weight, 0)
  const embedding: number[] = []
  for (const [name, weight] of mixture) {
    const speaker = Object.hasOwn(speakers, name) ? speakers[name] : undefined
    if (!speaker) throw new RangeError(`The acoustic model has no speaker "${name}".`)
    for (const [at, value] of speaker.embedding.entries())
      embedding[at] = (embedding[at] ?? 0) + (value * weight) / total
  }
  return Float32Array.from(embedding)
}

async function decode(
  model: OnnxModel,
  frames: PhoneFrames,
  embedding: Float32Array,
  from: number,
  to: number,
): Promise<Float32Array> {
  const first = Math.max(0, from - CONTEXT)
  const last = Math.min(frames.octaves.length, to + CONTEXT)
  const { index, places } = placesOf(frames, first, last)
  const { cepstra } = await model.run({
    phones: frames.phones,
    speaker: { type: 'float32', values: embedding, shape: [1, embedding.length] },
    index: { values: index, shape: [1, index.length] },
    places: { type: 'float32', values: places, shape: [1, PLACES, index.length] },
  })
  const rows = CEPSTRA + 1
  if (!(cepstra?.values instanceof Float32Array) || cepstra.shape[1] !== rows)
    throw new Error('The acoustic model gave no cepstra.')
  const width = last - first
  const out = new Float32Array((to - from) * rows)
  for (let frame = from; frame < to; frame++)
    for (let row = 0; row < rows; row++)
      out[(frame - from) * rows + row] = cepstra.values[row * width + frame - first]!
  return out
}

/** Octaves around a speaker's own pitch that the recordings have: beyond them a phone sounds as at their edge. */
const RANGE_OCTAVES = 0.8
const inRange = (octaves: number): number =>
  Math.max(-RANGE_OCTAVES, Math.min(RANGE_OCTAVES, octaves))

/** Numbers that say where in its phone a frame is: see `places_of` in train/speech/train.py. */
const PLACES = 4

function placesOf(
  { bounds, octaves }: PhoneFrames,
  first: number,
  last: number,
): { readonly index: number[]; readonly places: Float32Array } {
  const width = last - first
  const index: number[] = []
  const places = new Float32Array(PLACES * width)
  let phone = 0
  for (let frame = first; frame < last; frame++) {
    const centre = frame + 0.5
    while (phone + 2 < bounds.length && bounds[phone + 1]! <= centre) phone++
    index.push(phone)
    const length = Math.max(1e-6, bounds[phone + 1]! - bounds[phone]!)
    const before = octaves[Math.max(0, frame - 1)]!
    const after = octaves[Math.min(octaves.length - 1, frame + 1)]!
    const at = frame - first
    places[at] = ((centre - bounds[phone]!) / length) * 2 - 1
    places[width + at] = Math.log(length + 1) - 2
    places[2 * width + at] = inRange(octaves[frame]!) * 3
    places[3 * width + at] = ((inRange(after) - inRange(before)) / 2) * 30
  }
  return { index, places }
}

/** Phones of a sentence in time, with silence of `lead` and `trail` frames around them, and the pauses of the plan. */
export function phoneBounds(
  phones: readonly ModelPhone[],
  sentence: Sentence,
  { durations, pauses }: ProsodyPlan,
  lead: number,
  trail: number,
): Float64Array {
  const bounds = new Float64Array(phones.length + 1)
  let spoken = 0
  for (const [at, { syllable, word }] of phones.entries()) {
    const seconds = syllable === undefined ? (pauses[word] ?? 0) : (durations?.[spoken++] ?? 0)
    const length = at === 0 ? lead : at === phones.length - 1 ? trail : 100 * seconds
    bounds[at + 1] = bounds[at]! + length
  }
  if (durations?.length !== spoken)
    throw new Error(
      `The plan times ${durations?.length ?? 0} phones; the sentence of ${sentence.words.length} words has ${spoken}.`,
    )
  return bounds
}
