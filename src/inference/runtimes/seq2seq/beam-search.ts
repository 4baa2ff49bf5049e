import { type CachedDecoder, reordered } from '#inference/runtimes/decoder-cache.ts'
import type { BetweenSteps } from '#inference/runtimes/runtime.ts'

export interface BeamSearchOptions {
  /** The first ids of every answer: the start, and what is forced behind it. */
  readonly prefix: readonly number[]
  readonly end: number
  /** Ids that are never written. */
  readonly forbidden: ReadonlySet<number>
  readonly beams: number
  readonly noRepeatNgram: number
  readonly lengthPenalty: number
  /** Most ids of an answer, without the prefix. */
  readonly most: number
}

interface Beam {
  /** Without the prefix. */
  readonly ids: readonly number[]
  readonly score: number
}

/**
 * The answer of a decoder by beam search: the sums of log-probabilities of finished answers are divided by their length (Wu
 * et al. 2016), no sequence of `noRepeatNgram` ids comes twice in one (Paulus et al. 2018), and it ends when no
 * unfinished answer can win any more. `hidden`: the encoder's answer to the one source.
 */
export async function searchAnswer(
  decoder: CachedDecoder,
  hidden: { readonly values: Float32Array; readonly shape: readonly number[] },
  options: BeamSearchOptions,
  between: BetweenSteps,
): Promise<readonly number[]> {
  const { prefix, beams: width, most } = options
  let beams: readonly Beam[] = [{ ids: [], score: 0 }]
  let { logits, cache } = await decoder.step([prefix], hidden, undefined)
  let finished: readonly Beam[] = []
  while (true) {
    await between()
    const grown = continuationsOf(beams, logits, options)
    finished = [...finished, ...grown.finished].sort((a, b) => b.score - a.score).slice(0, width)
    const best = grown.next[0]?.beam
    const isOver = !best || best.ids.length >= most || cannotWin(best, finished, options)
    // What was cut off counts only where nothing is finished.
    if (isOver) return (finished[0] ?? best)?.ids ?? []
    const rows = grown.next.map(({ row }) => row)
    beams = grown.next.map(({ beam }) => beam)
    const last = beams.map(({ ids }) => ids.slice(-1))
    const moved = reordered(cache, rows)
    ;({ logits, cache } = await decoder.step(last, repeated(hidden, rows.length), moved))
  }
}

/** The best continuations of all beams together, and those that end, with their final scores. */
function continuationsOf(
  beams: readonly Beam[],
  logits: readonly Float32Array[],
  options: BeamSearchOptions,
): {
  readonly next: readonly { readonly row: number; readonly beam: Beam }[]
  readonly finished: readonly Beam[]
} {
  const candidates = beams.flatMap((beam, row) =>
    bestOf(logits[row], beam, options).map(({ id, score }) => ({ row, id, score })),
  )
  candidates.sort((a, b) => b.score - a.score)
  const next: { row: number; beam: Beam }[] = []
  const finished: Beam[] = []
  for (const { row, id, score } of candidates) {
    const ids = beams[row]?.ids ?? []
    if (id === options.end)
      finished.push({ ids, score: finalScore(score, ids.length + 1, options) })
    else next.push({ row, beam: { ids: [...ids, id], score } })
    if (next.length === options.beams) break
  }
  return { next, finished }
}

function finalScore(score: number, length: number, { lengthPenalty }: BeamSearchOptions): number {
  return score / Math.max(1, length) ** lengthPenalty
}

/** Whether an unfinished answer is no better than the worst of as many finished ones as there are beams. */
function cannotWin(best: Beam, finished: readonly Beam[], options: BeamSearchOptions): boolean {
  const worst = finished.length === options.beams ? finished.at(-1) : undefined
  return worst !== undefined && finalScore(best.score, best.ids.length, options) <= worst.score
}

/** The same row as often as there are sequences; few graphs look at it once they have a cache. */
function repeated(
  hidden: { readonly values: Float32Array; readonly shape: readonly number[] },
  times: number,
): typeof hidden {
  const [, ...others] = hidden.shape
  const values = new Float32Array(hidden.values.length * times)
  for (let at = 0; at < times; at++) values.set(hidden.values, at * hidden.values.length)
  return { values, shape: [times, ...others] }
}

/** The best continuations of a beam, twice as many as beams, because some of them end it. */
function bestOf(
  logits: Float32Array | undefined,
  { ids, score }: Beam,
  { forbidden, beams, noRepeatNgram }: BeamSearchOptions,
): readonly { readonly id: number; readonly score: number }[] {
  if (!logits) return []
  const banned = repetitionsOf(ids, noRepeatNgram)
  const best: { id: number; score: number }[] = []
  const total = logSumOf(logits)
  for (const [id, value] of logits.entries()) {
    const sure = score + value - total
    const isFull = best.length === 2 * beams
    if ((isFull && sure <= best.at(-1)!.score) || forbidden.has(id) || banned.has(id)) continue
    if (isFull) best.pop()
    const at = best.findIndex((other) => other.score < sure)
    best.splice(at < 0 ? best.length : at, 0, { id, score: sure })
  }
  return best
}

function logSumOf(values: Float32Array): number {
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) if (value > most) most = value
  let sum = 0
  for (const value of values) sum += Math.exp(value - most)
  return most + Math.log(sum)
}

/** Ids that would make the last ids a sequence of `length` that was there before. */
export function repetitionsOf(ids: readonly number[], length: number): ReadonlySet<number> {
  const banned = new Set<number>()
  if (length < 1 || ids.length + 1 < length) return banned
  const tail = ids.slice(ids.length - length + 1)
  for (let at = 0; at + length <= ids.length; at++) {
    const next = ids[at + length - 1]
    if (next !== undefined && tail.every((id, offset) => id === ids[at + offset])) banned.add(next)
  }
  return banned
}
