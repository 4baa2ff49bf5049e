import { readModelFile } from './catalog.ts'
import { openOnnx, type TensorInput } from './onnx.ts'

/** The model of Yoruba marks with its table of words. */
export interface LoadedMarkModel {
  readonly words: string
  /** Named whole numbers in, named scores out, in row-major order. */
  run(
    inputs: Readonly<Record<string, TensorInput>>,
  ): Promise<Readonly<Record<string, Float32Array>>>
}

/** Loads it. Throws an Error that names what is missing or damaged. */
export async function openMarkModel(models: string, threads = 1): Promise<LoadedMarkModel> {
  const [words, bytes] = await Promise.all([
    readModelFile(models, 'yoruba-marks', 'words.tsv'),
    readModelFile(models, 'yoruba-marks', 'model.onnx'),
  ])
  const model = await openOnnx(bytes, threads)
  return {
    words: new TextDecoder().decode(words),
    async run(inputs) {
      const outputs = Object.entries(await model.run(inputs))
      return Object.fromEntries(
        outputs.map(([name, { values }]) => {
          if (!(values instanceof Float32Array))
            throw new Error(`The output ${name} is not of floats.`)
          return [name, values]
        }),
      )
    },
  }
}
