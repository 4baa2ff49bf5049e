import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'

/** A loaded model of eval/models: waveform in, named arrays of numbers out. */
export interface WaveformModel {
  /** Runs the model on samples; `outputs` chooses what is computed, all of it if left out. */
  run(samples: Float32Array, outputs?: readonly string[]): Promise<ModelOutputs>
}

/** Values in row-major order, and their shape. */
export type ModelOutputs = Readonly<
  Record<string, { readonly values: Float32Array; readonly shape: readonly number[] }>
>

/** The folder of the models that measure. */
export const MODELS = join(import.meta.dirname, 'models')

/** Loads a model with one input of shape [1, samples]. Throws where the file is missing or no model. */
export async function openWaveformModel(file: string): Promise<WaveformModel> {
  // The runtime would note a number of this computer in the home folder, to be sent to its makers.
  process.env['ORT_DISABLE_TELEMETRY'] = '1'
  // One thread, so that sums are made in the same order every time and other work on the machine goes on.
  const session = await InferenceSession.create(join(MODELS, file), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  })
  const [input = ''] = session.inputNames
  return {
    async run(samples, outputs = session.outputNames) {
      const feeds = { [input]: new Tensor('float32', samples, [1, samples.length]) }
      const results = await session.run(feeds, [...outputs])
      return Object.fromEntries(
        Object.entries(results).map(([name, { data, dims }]) => {
          if (!(data instanceof Float32Array)) throw new Error(`${file}: ${name} is not of floats.`)
          return [name, { values: data, shape: dims }]
        }),
      )
    },
  }
}
