/** The ids that a model reads for some symbols, and where the symbols stand among them. */
export interface PlacedIds {
  readonly ids: readonly number[]
  /** Of each symbol: the place of its first id, and the one after its last. */
  readonly places: readonly { readonly start: number; readonly end: number }[]
}

/** Numbers of symbols, and what stands around and between them. Left out: nothing does. */
export interface Alphabet {
  readonly idOf: ReadonlyMap<string, readonly number[]>
  readonly before?: readonly number[]
  readonly between?: readonly number[]
  readonly after?: readonly number[]
}

/**
 * The ids of symbols. `between` stands around every one of them, as models with blanks are trained. Throws an Error at a
 * symbol that the model does not read.
 */
export function idsOf(symbols: readonly string[], alphabet: Alphabet): PlacedIds {
  const { idOf, before = [], between = [], after = [] } = alphabet
  const ids = [...before, ...between]
  const places: { start: number; end: number }[] = []
  for (const symbol of symbols) {
    const own = idOf.get(symbol)
    if (!own) throw new Error(`The model does not read the symbol ${JSON.stringify(symbol)}.`)
    places.push({ start: ids.length, end: ids.length + own.length })
    ids.push(...own, ...between)
  }
  ids.push(...after)
  return { ids, places }
}

/**
 * Where symbols begin, and where the last one ends, in samples. What stands between two symbols is shared between them; what
 * stands before the first and after the last is theirs, except for `before` and `after`, which are silence.
 */
export function boundsOf(
  durations: Float64Array,
  { places, ids }: PlacedIds,
  { before = [], after = [] }: Alphabet,
): Float64Array {
  const starts = new Float64Array(ids.length + 1)
  for (let at = 0; at < ids.length; at++) starts[at + 1] = (starts[at] ?? 0) + (durations[at] ?? 0)
  const bounds = new Float64Array(places.length + 1)
  let ended = starts[before.length] ?? 0
  for (const [index, { start, end }] of places.entries()) {
    const begins = starts[start] ?? 0
    bounds[index] = index === 0 ? ended : (ended + begins) / 2
    ended = starts[end] ?? 0
  }
  bounds[places.length] = starts[ids.length - after.length] ?? 0
  return bounds
}
