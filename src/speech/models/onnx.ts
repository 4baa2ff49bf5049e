import type { InferenceSession, Tensor, TensorConstructor } from 'onnxruntime-node'
import { createMutex } from '#shared/mutex.ts'

/** Numbers for an input of a model, in row-major order. Left out, `type` is int64. */
export type TensorInput =
  | {
      readonly type?: 'int64' | 'int32' | 'bool'
      /** Whole numbers; of a "bool", 0 and 1. */
      readonly values: readonly number[]
      readonly shape: readonly number[]
    }
  | {
      readonly type: 'float32'
      readonly values: Float32Array
      readonly shape: readonly number[]
    }

/** Numbers of an output in row-major order; whole ones up to 2^53 are exact. */
export interface TensorOutput {
  readonly values: Float32Array | Float64Array
  readonly shape: readonly number[]
}

/** A loaded ONNX model: named tensors in, named tensors out. */
export interface OnnxModel {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  /** Rejects with an Error where the inputs are not those of the model. */
  run(
    inputs: Readonly<Record<string, TensorInput>>,
  ): Promise<Readonly<Record<string, TensorOutput>>>
}

/**
 * Loads a model from its bytes, or from the path of its file, beside which a large one keeps its weights. Runs go one after the other, on one thread where nothing else is asked for, so that sums
 * are made in the same order every time and other work on the machine goes on. Throws what onnxruntime throws at bytes
 * that are no model.
 */
export async function openOnnx(model: Uint8Array | string, threads = 1): Promise<OnnxModel> {
  // Since 1.30 it notes a number of this computer and what it does in the home folder, to be sent to its makers. It looks
  // here before it opens its first model.
  process.env['ORT_DISABLE_TELEMETRY'] = '1'
  // Loaded here, so that what needs no model does not wait for it.
  const { InferenceSession, Tensor } = await import('onnxruntime-node')
  const options: InferenceSession.SessionOptions = {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    logSeverityLevel: 3,
  }
  const session =
    typeof model === 'string'
      ? await InferenceSession.create(model, options)
      : await InferenceSession.create(model, options)
  const oneRun = createMutex()
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    run(inputs) {
      const feeds = Object.fromEntries(
        Object.entries(inputs).map(([name, input]) => [name, tensorOf(Tensor, input)]),
      )
      return oneRun.runExclusive(async () => outputsOf(await session.run(feeds)))
    },
  }
}

function tensorOf(Tensor: TensorConstructor, input: TensorInput): Tensor {
  const { values, shape } = input
  switch (input.type) {
    case 'float32':
      return new Tensor('float32', input.values, shape)
    case 'int32':
      return new Tensor('int32', Int32Array.from(values), shape)
    case 'bool':
      return new Tensor('bool', Uint8Array.from(values), shape)
    default:
      return new Tensor('int64', BigInt64Array.from(input.values, BigInt), shape)
  }
}

function outputsOf(outputs: InferenceSession.ReturnType): Record<string, TensorOutput> {
  return Object.fromEntries(
    Object.entries(outputs).map(([name, { data, dims }]) => [
      name,
      { values: numbersOf(name, data), shape: dims },
    ]),
  )
}

function numbersOf(name: string, data: Tensor['data']): TensorOutput['values'] {
  if (data instanceof Float32Array) return data
  if (isHalf(data)) return Float32Array.from(data)
  if (data instanceof BigInt64Array) return Float64Array.from(data, Number)
  if (data instanceof Int32Array || data instanceof Uint8Array) return Float64Array.from(data)
  throw new Error(`The output ${name} of the model is not of numbers that are read here.`)
}

/** Numbers of 16 bits, where this version of Node has an array for them. */
function isHalf(data: Tensor['data']): data is Tensor['data'] & ArrayLike<number> {
  return ArrayBuffer.isView(data) && data.constructor.name === 'Float16Array'
}
