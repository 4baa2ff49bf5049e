import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstalledPack } from '#inference/pack.ts'
import {
  type OnnxModel,
  openOnnx,
  type TensorInput,
  type TensorOutput,
} from '#speech/models/onnx.ts'
import { type Graph, readGraph, withOutput } from './onnx-graph.ts'

/** A model that makes sound of ids, and says how long each takes where its graph knows. */
export interface SoundingModel {
  readonly inputNames: readonly string[]
  readonly tellsDurations: boolean
  /** Throws an Error where what the model answers is no sound. */
  run(inputs: Readonly<Record<string, TensorInput>>): Promise<RawSpeech>
}

/** What a model answers, checked. */
export interface RawSpeech {
  readonly samples: Float32Array
  /** Samples that each id takes, all together as many as there are; undefined where the model does not say. */
  readonly durations: Float64Array | undefined
}

export interface SoundingModelOptions {
  readonly pack: InstalledPack
  /** Name of the file inside the pack. */
  readonly file: string
  readonly threads: number
  /** The value of the graph that counts the frames of each id, where the catalog names it. */
  readonly durations?: string | undefined
  /** The input with the ids: without it, the model has another form. */
  readonly idsInput: string
}

/** Longest sound of one piece, in samples: a minute and a half at 24 kHz. Whatever says more has run wild. */
const MOST_SAMPLES = 24_000 * 90

/** Loads the model of a speech pack. Throws an Error in words where it is damaged or has another form. */
export async function openSoundingModel(options: SoundingModelOptions): Promise<SoundingModel> {
  const { pack, file, threads, idsInput } = options
  const bytes = await readFile(join(pack.folder, ...file.split('/')))
  const graph = readGraph(bytes)
  const durations = durationsIn(graph, options.durations)
  const model = await openWith(bytes, graph, durations, threads)
  if (!model.inputNames.includes(idsInput))
    throw new Error(
      `The model of the pack ${pack.id} has no input "${idsInput}": it has another form than its catalog says.`,
    )
  const known = durations !== undefined && model.outputNames.includes(durations)
  return {
    inputNames: model.inputNames,
    tellsDurations: known,
    async run(inputs) {
      const outputs = await model.run(inputs)
      const samples = soundIn(outputs, pack.id)
      const ids = inputs[idsInput]?.values.length ?? 0
      const frames = known ? outputs[durations]?.values : undefined
      return { samples, durations: frames && inSamples(frames, ids, samples.length) }
    },
  }
}

/**
 * The value of a graph that counts the frames of each id. Where the catalog names none: an output that is called so, or the
 * only value that is rounded up, which in VITS are the durations (Kim et al. 2021; every known export keeps that step).
 */
function durationsIn({ nodes, outputs }: Graph, named: string | undefined): string | undefined {
  if (named !== undefined)
    return nodes.some((node) => node.outputs.includes(named)) ? named : undefined
  const output = outputs.find((name) => /^(?:pred_)?dur(?:ations?)?$/i.test(name))
  if (output !== undefined) return output
  const rounded = nodes.filter(({ type }) => type === 'Ceil')
  return rounded.length === 1 ? rounded[0]?.outputs[0] : undefined
}

/** A model whose durations cannot be had speaks without them. */
async function openWith(
  bytes: Uint8Array,
  { outputs }: Graph,
  durations: string | undefined,
  threads: number,
): Promise<OnnxModel> {
  if (durations === undefined || outputs.includes(durations)) return openOnnx(bytes, threads)
  return openOnnx(withOutput(bytes, durations), threads).catch(() => openOnnx(bytes, threads))
}

const SOUND = /^(?:waveform|audio|output|y)$/

function soundIn(outputs: Readonly<Record<string, TensorOutput>>, pack: string): Float32Array {
  const found = Object.entries(outputs).find(([name]) => SOUND.test(name))?.[1]
  if (!found) throw new Error(`The model of the pack ${pack} answers no sound.`)
  const samples =
    found.values instanceof Float32Array ? found.values : Float32Array.from(found.values)
  if (samples.length === 0) throw new Error(`The model of the pack ${pack} answered no sound.`)
  if (samples.length > MOST_SAMPLES || !samples.every(Number.isFinite))
    throw new Error(`What the model of the pack ${pack} answered is no speech.`)
  return samples
}

/** Frames as samples. Undefined where they are not those of the ids. */
function inSamples(
  frames: Float32Array | Float64Array,
  ids: number,
  samples: number,
): Float64Array | undefined {
  if (frames.length !== ids || !frames.every((count) => count >= 0 && count < samples))
    return undefined
  let total = 0
  for (const count of frames) total += count
  return total > 0 ? Float64Array.from(frames, (count) => (count * samples) / total) : undefined
}
