import type { OnnxModel, TensorInput, TensorOutput } from '#speech/models/onnx.ts'

/** The keys and values of all layers that a decoder has computed, by the name of the input they go to. */
export type Cache = ReadonlyMap<string, Tensor>

interface Tensor {
  readonly values: Float32Array
  /** [batch, heads, steps, size] */
  readonly shape: readonly number[]
}

/** Logits of the last step of each sequence, and the cache for the next one. */
export interface Step {
  /** One row for each sequence. */
  readonly logits: readonly Float32Array[]
  readonly cache: Cache
}

/** A decoder with a cache of keys and values, in one of the forms in which Hugging Face's optimum exports it. */
export interface CachedDecoder {
  /**
   * Feeds `ids`, of each sequence equally many. `hidden`: what the encoder answers, one row for each sequence. Without a
   * cache the ids are the first ones.
   */
  step(ids: readonly (readonly number[])[], hidden: Tensor, cache: Cache | undefined): Promise<Step>
}

/**
 * `later`: the graph of the steps with a cache, where it stands in a file of its own ("decoder_with_past_model"); left out,
 * `first` is a merged one, whose input `use_cache_branch` chooses between the two.
 */
export function createCachedDecoder(
  first: OnnxModel,
  later: OnnxModel | undefined,
  { heads, size }: { readonly heads: number; readonly size: number },
): CachedDecoder {
  return {
    async step(ids, hidden, cache) {
      const model = cache && later ? later : first
      const feeds = model.inputNames.map((name) => {
        const input =
          inputOf(name, ids, hidden, cache) ?? emptyPast(name, ids.length, [heads, size])
        if (!input) throw new Error(`The decoder asks for "${name}", which is not known here.`)
        return [name, input] as const
      })
      const outputs = await model.run(Object.fromEntries(feeds))
      return { logits: lastRows(outputs['logits']), cache: nextCache(outputs, cache) }
    },
  }
}

function inputOf(
  name: string,
  ids: readonly (readonly number[])[],
  hidden: Tensor,
  cache: Cache | undefined,
): TensorInput | undefined {
  const [batch, source] = [ids.length, hidden.shape[1] ?? 0]
  const past = cache?.get(name)
  if (past) return { type: 'float32', ...past }
  switch (name) {
    case 'input_ids':
      return { values: ids.flat(), shape: [batch, ids[0]?.length ?? 0] }
    case 'encoder_hidden_states':
      return { type: 'float32', ...hidden }
    case 'encoder_attention_mask':
      return { values: new Array<number>(batch * source).fill(1), shape: [batch, source] }
    case 'use_cache_branch':
      return { type: 'bool', values: [cache ? 1 : 0], shape: [1] }
    default:
      return undefined
  }
}

/** What a merged decoder is given for keys and values before there are any. */
function emptyPast(
  name: string,
  batch: number,
  [heads, size]: readonly [number, number],
): TensorInput | undefined {
  if (!name.startsWith('past_key_values.')) return undefined
  return { type: 'float32', values: new Float32Array(0), shape: [batch, heads, 0, size] }
}

function lastRows(logits: TensorOutput | undefined): readonly Float32Array[] {
  const [batch = 0, steps = 0, vocabulary = 0] = logits?.shape ?? []
  if (!(logits?.values instanceof Float32Array) || batch * steps * vocabulary === 0)
    throw new Error('The decoder answers no logits.')
  const { values } = logits
  return Array.from({ length: batch }, (_, row) => {
    const end = (row + 1) * steps * vocabulary
    return values.subarray(end - vocabulary, end)
  })
}

/** With a cache, the graph answers empty keys and values of the encoder, or none: those of the first step stay. */
function nextCache(
  outputs: Readonly<Record<string, TensorOutput>>,
  before: Cache | undefined,
): Cache {
  const cache = new Map(before)
  for (const [name, { values, shape }] of Object.entries(outputs)) {
    if (!name.startsWith('present.') || !(values instanceof Float32Array)) continue
    const input = name.replace('present.', 'past_key_values.')
    if (before && input.includes('.encoder.')) continue
    cache.set(input, { values, shape })
  }
  return cache
}

/** The cache of other sequences: row `rows[i]` of the former one becomes row i. */
export function reordered(cache: Cache, rows: readonly number[]): Cache {
  return new Map(
    Array.from(cache, ([name, { values, shape }]) => {
      const [batch = 0, ...others] = shape
      if (rows.length === batch && rows.every((row, at) => row === at))
        return [name, { values, shape }] as const
      const length = values.length / Math.max(1, batch)
      const moved = new Float32Array(length * rows.length)
      for (const [at, row] of rows.entries())
        moved.set(values.subarray(row * length, (row + 1) * length), at * length)
      return [name, { values: moved, shape: [rows.length, ...others] }] as const
    }),
  )
}
