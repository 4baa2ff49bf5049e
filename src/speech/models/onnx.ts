import { InferenceSession, Tensor } from 'onnxruntime-node'

/** Whole numbers in the shape of a tensor. */
export interface Integers {
  readonly values: readonly number[]
  readonly shape: readonly number[]
}

/** A loaded ONNX model: named whole numbers in, named numbers out, in row-major order. */
export interface OnnxModel {
  run(inputs: Readonly<Record<string, Integers>>): Promise<Readonly<Record<string, Float32Array>>>
}

/**
 * Loads a model from its bytes. Runs go one after the other, on one thread where nothing else is asked for, so that sums
 * are made in the same order every time and other work on the machine goes on. Throws what onnxruntime throws at bytes
 * that are no model.
 */
export async function openOnnx(bytes: Uint8Array, threads = 1): Promise<OnnxModel> {
  // Since 1.30 it notes a number of this computer and what it does in the home folder, to be sent to its makers. It looks
  // here before it opens its first model.
  process.env['ORT_DISABLE_TELEMETRY'] = '1'
  const session = await InferenceSession.create(bytes, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    logSeverityLevel: 3,
  })
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(inputs) {
      const feeds = Object.fromEntries(
        Object.entries(inputs).map(([name, { values, shape }]) => [name, tensorOf(values, shape)]),
      )
      const run = last.then(async () => numbersOf(await session.run(feeds)))
      // A run that fails is its caller's matter; the next one goes on.
      last = run.catch(() => undefined)
      return run
    },
  }
}

function tensorOf(values: readonly number[], shape: readonly number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), shape)
}

function numbersOf(outputs: InferenceSession.ReturnType): Record<string, Float32Array> {
  return Object.fromEntries(
    Object.entries(outputs).map(([name, { data }]) => {
      if (!(data instanceof Float32Array)) throw new Error(`The output ${name} is not of floats.`)
      return [name, data]
    }),
  )
}
