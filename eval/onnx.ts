import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OnnxModel, openOnnx } from '#speech/models/onnx.ts'

/** The folder of the models that measure. */
export const MODELS = join(import.meta.dirname, 'models')

/** Loads a model of eval/models. Throws where the file is missing or no model. */
export async function openModel(file: string): Promise<OnnxModel> {
  return openOnnx(readFileSync(join(MODELS, file)))
}
