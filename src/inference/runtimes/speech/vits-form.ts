import type { TensorInput } from '#speech/models/onnx.ts'
import type { Alphabet } from './ids.ts'

/** How one kind of export of VITS takes its text, and what it is told besides. */
export interface VitsForm {
  readonly reads: 'phones' | 'letters'
  readonly alphabet: Alphabet
  /** Symbols that texts are made of. */
  readonly symbols: Iterable<string>
  /** In Hz. */
  readonly sampleRate: number
  readonly takesSpeed: boolean
  /** Name of the input with the ids. */
  readonly idsInput: string
  /** All inputs that a model of this form may have. */
  inputs(
    ids: readonly number[],
    order: { readonly voice: string | undefined; readonly speed: number },
  ): Readonly<Record<string, TensorInput>>
}

/**
 * The inputs of Piper's and Coqui's exports: `input` [1, ids], `input_lengths` [1], `scales` [3] (noise, length, noise of the
 * durations), `sid` [1] and `langid` [1] where there are several.
 */
export function scaledInputs(
  ids: readonly number[],
  scales: { readonly noise: number; readonly length: number; readonly durationNoise: number },
  speaker: number,
): Readonly<Record<string, TensorInput>> {
  const { noise, length, durationNoise } = scales
  return {
    input: { values: ids, shape: [1, ids.length] },
    input_lengths: { values: [ids.length], shape: [1] },
    scales: {
      type: 'float32',
      values: Float32Array.of(noise, length, durationNoise),
      shape: [3],
    },
    sid: { values: [speaker], shape: [1] },
    langid: { values: [0], shape: [1] },
  }
}
