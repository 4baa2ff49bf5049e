import { readModelFile } from './catalog.ts'
import { type OnnxModel, openOnnx } from './onnx.ts'

/** The model of Yoruba marks with its table of words. Throws an Error that names what is missing or damaged. */
export async function openMarkModel(
  models: string,
  threads = 1,
): Promise<OnnxModel & { readonly words: string }> {
  const [words, model] = await Promise.all([
    readModelFile(models, 'yoruba-marks', 'words.tsv'),
    readModelFile(models, 'yoruba-marks', 'model.onnx'),
  ])
  return { words: new TextDecoder().decode(words), ...(await openOnnx(model, threads)) }
}
