import { readModelFile, readModelJson } from '#speech/models/catalog.ts'
import { type OnnxModel, openOnnx, type TensorInput } from '#speech/models/onnx.ts'
import { createPhoneEncoder, type ModelPhone, ModelTables } from '#speech/models/phone-features.ts'
import type { PitchTarget, Sentence } from '#speech/utterance.ts'
import { breathGroups, phrasedWords } from './breath-groups.ts'

/** Pauses, timing and melody of a sentence as native speakers read it. */
export interface PredictedProsody {
  /** Silence after each word at an even pace, 0 where there is none. */
  readonly pauses: readonly number[]
  /** Of every phone in order, at an even pace. */
  readonly seconds: readonly number[]
  /** In semitones above the reader's mean pitch. */
  readonly targets: readonly PitchTarget[]
  /** Tonal range, in semitones, of a voice that has the reader's own melody. */
  readonly rangeSemitones: number
}

/** Predicts how native speakers time and tune a sentence: a model that learned from recordings. */
export interface ProsodyModel {
  /**
   * The prosody of a sentence in the manner of a language or dialect ("yo", "en-NG"); undefined where the model has not
   * learned it. Where the sentence asks for a break or a pause, there is one.
   */
  predict(sentence: Sentence, manner: string): Promise<PredictedProsody | undefined>
}

/** Pitch is predicted at these parts of every phone. */
const PARTS = [0.15, 0.5, 0.85] as const
/** No phone is shorter, so that none is lost between two frames of a vocoder. */
const LEAST_SECONDS = 0.025
const FRAMES_PER_SECOND = 100

/** Loads the model of `models/native-speech`. Throws an Error that names what is missing or damaged. */
export async function openProsodyModel(models: string): Promise<ProsodyModel> {
  const [tables, pausesFile, prosodyFile] = await Promise.all([
    readModelJson(models, 'native-speech', 'voices.json', ModelTables),
    readModelFile(models, 'native-speech', 'pauses.onnx'),
    readModelFile(models, 'native-speech', 'prosody.onnx'),
  ])
  const encoder = createPhoneEncoder(tables)
  const pausesModel = await openOnnx(pausesFile)
  const prosodyModel = await openOnnx(prosodyFile)
  return {
    async predict(sentence, manner) {
      const place = tables.manners.findIndex(({ name }) => name === manner)
      const found = tables.manners[place]
      if (!found) return undefined
      const run = (model: OnnxModel, name: string, phones: readonly ModelPhone[]) =>
        floatsOf(model, name, encoder.tensorOf(phones), place)
      const spoken = encoder.encode(sentence, []).filter(({ syllable }) => syllable !== undefined)
      const { pace, rangeSemitones } = found
      const pauses = readPauses(sentence, spoken, await run(pausesModel, 'pauses', spoken), pace)
      const phones = encoder.encode(sentence, pauses)
      const prosody = await run(prosodyModel, 'prosody', phones)
      return { pauses, ...readProsody(phones, prosody, pace), rangeSemitones }
    },
  }
}

async function floatsOf(
  model: OnnxModel,
  name: string,
  phones: TensorInput,
  manner: number,
): Promise<Float32Array> {
  const outputs = await model.run({ phones, manner: { values: [manner], shape: [1] } })
  const values = outputs[name]?.values
  if (!(values instanceof Float32Array)) throw new Error(`The prosody model gave no ${name}.`)
  return values
}

/** `values`: rows of the log odds of a pause and of the logarithm of its frames, a column for every phone. */
function readPauses(
  sentence: Sentence,
  phones: readonly ModelPhone[],
  values: Float32Array,
  pace: number,
): readonly number[] {
  const { words } = sentence
  const last = new Map(phones.map(({ word }, index) => [word, index]))
  const logOdds = words.map((_, word) => values[last.get(word) ?? -1] ?? Number.NEGATIVE_INFINITY)
  const rests = breathGroups(phrasedWords(sentence, logOdds))
  return words.map(({ pauseAfterSeconds = 0 }, word) => {
    const index = last.get(word)
    if (word === words.length - 1 || index === undefined) return pauseAfterSeconds
    const length = Math.exp(values[phones.length + index] ?? 0) / FRAMES_PER_SECOND / pace
    return Math.max(rests[word] ? length : 0, pauseAfterSeconds)
  })
}

/** `values`: rows of the logarithm of frames and of pitch in octaves at each of `PARTS`, a column for every phone. */
function readProsody(
  phones: readonly ModelPhone[],
  values: Float32Array,
  pace: number,
): Pick<PredictedProsody, 'seconds' | 'targets'> {
  const count = phones.length
  const spoken = phones.flatMap((phone, index) =>
    phone.syllable === undefined ? [] : [{ ...phone, index, syllable: phone.syllable }],
  )
  const seconds = spoken.map(({ index }) =>
    Math.max(LEAST_SECONDS, Math.exp(values[index]!) / FRAMES_PER_SECOND / pace),
  )
  const lengths: number[] = []
  for (const [at, { syllable }] of spoken.entries())
    lengths[syllable] = (lengths[syllable] ?? 0) + seconds[at]!
  const targets: PitchTarget[] = []
  let syllableNow = -1
  let done = 0
  for (const [at, { index, syllable }] of spoken.entries()) {
    if (syllable !== syllableNow) done = 0
    syllableNow = syllable
    for (const [row, part] of PARTS.entries())
      targets.push({
        syllable,
        part: (done + part * seconds[at]!) / lengths[syllable]!,
        semitones: 12 * values[(row + 1) * count + index]!,
      })
    done += seconds[at]!
  }
  return { seconds, targets }
}
