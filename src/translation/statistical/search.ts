import type { Context, LanguageModel } from './language-model.ts'

/** What is summed for a translation, each times its weight. */
export const FEATURES = [
  'forward',
  'backward',
  'lexicalForward',
  'lexicalBackward',
  'phrases',
  'unknown',
  'words',
  'distortion',
  'languageModel',
] as const
export type Weights = readonly number[]
const [DISTORTION, MODEL] = [7, 8]

/** One way to translate a part of the sentence. */
export interface Option {
  readonly start: number
  /** After its last token. */
  readonly end: number
  readonly words: readonly string[]
  /** The features of the phrase itself: the first six of FEATURES, and words. */
  readonly features: readonly number[]
}

export interface SearchSettings {
  /** Hypotheses kept for each number of translated tokens. */
  readonly beam: number
  /** How many tokens further than the first untranslated one a phrase may begin. */
  readonly reach: number
  /** Tokens that stay where they are: all before them is translated before them, and all after them after. */
  readonly walls?: readonly number[]
}

interface PreparedOption extends Option {
  readonly ids: readonly number[]
  readonly score: number
  /** The score with the language model's within the phrase: what it is likely to bring. */
  readonly estimate: number
}

interface Arc {
  readonly from: Hypothesis
  readonly option: PreparedOption
  readonly model: number
  readonly distortion: number
  readonly gain: number
}

interface Hypothesis {
  /** The first token that is not translated, and which of the 32 from it on are. */
  readonly first: number
  readonly mask: number
  readonly covered: number
  readonly end: number
  readonly context: Context
  score: number
  readonly rest: number
  /** All ways to come here, the best one first. */
  readonly arcs: Arc[]
}

/** A translation of a whole sentence. */
export interface Found {
  readonly options: readonly Option[]
  readonly score: number
  /** Sums of FEATURES. */
  readonly features: readonly number[]
}

/**
 * Phrase-based beam search (Koehn, Och and Marcu 2003) over translation options: hypotheses by number of translated tokens, those with
 * the same future recombined, the rest pruned by score and the estimated score of what is left. Returns up to `most` different
 * translations, best first (search through the lattice from the end, after Huang and Chiang 2005). Throws the signal's reason.
 */
export function search(
  options: readonly Option[],
  length: number,
  model: LanguageModel,
  weights: Weights,
  settings: SearchSettings,
  most: number,
  signal?: AbortSignal,
): Found[] {
  const prepared = options.map((option) => prepare(option, model, weights))
  const byStart: PreparedOption[][] = Array.from({ length }, () => [])
  for (const option of prepared) byStart[option.start]?.push(option)
  for (const list of byStart) list.sort((a, b) => b.estimate - a.estimate)
  const future = new Future(prepared, length)
  const origin: Hypothesis = {
    ...{ first: 0, mask: 0, covered: 0, end: 0, context: model.start },
    ...{ score: 0, rest: future.of(0, length), arcs: [] },
  }
  const stacks = Array.from({ length: length + 1 }, () => new Map<string, Hypothesis>())
  stacks[0]?.set('', origin)
  const stop = model.idOf('</s>')
  for (let covered = 0; covered < length; covered++) {
    signal?.throwIfAborted()
    const best = [...(stacks[covered]?.values() ?? [])]
      .sort((a, b) => b.score + b.rest - a.score - a.rest)
      .slice(0, settings.beam)
    stacks[covered]?.clear()
    const floor = (best[0] ? best[0].score + best[0].rest : 0) - 12
    for (const hypothesis of best)
      if (hypothesis.score + hypothesis.rest >= floor) extend(hypothesis)
  }
  const final = [...(stacks[length]?.values() ?? [])]
  return nBest(final, most)

  function extend(hypothesis: Hypothesis): void {
    const { first, mask } = hypothesis
    const wall = settings.walls?.find((at) => at >= first) ?? length
    const last = Math.min(wall === first ? first : wall - 1, length - 1, first + settings.reach)
    for (let start = first; start <= last; start++)
      for (const option of byStart[start] ?? []) {
        const bits = bitsOf(option, first)
        if (option.end - first <= WINDOW && !(mask & bits)) add(hypothesis, option, mask | bits)
      }
  }

  function add(from: Hypothesis, option: PreparedOption, bits: number): void {
    const covered = from.covered + option.end - option.start
    const { context, score } = spoken(from.context, option, covered === length)
    const distortion = -Math.abs(option.start - from.end)
    const gain =
      option.score + (weights[DISTORTION] ?? 0) * distortion + (weights[MODEL] ?? 0) * score
    const [first, mask] = shifted(from.first, bits)
    const total = from.score + gain
    const arc: Arc = { from, option, model: score, distortion, gain }
    const key = `${first} ${mask} ${option.end} ${context}`
    const known = stacks[covered]?.get(key)
    if (!known) {
      const back = (weights[DISTORTION] ?? 0) * -Math.abs(option.end - first)
      const rest = future.ofGaps(first, mask) + (first < length ? back : 0)
      const place = { first, mask, covered, end: option.end, context }
      stacks[covered]?.set(key, { ...place, score: total, rest, arcs: [arc] })
    } else if (total > known.score) {
      known.score = total
      known.arcs.unshift(arc)
    } else known.arcs.push(arc)
  }

  /** What the language model says of an option's words, and of the end of the sentence after the last one. */
  function spoken(
    before: Context,
    option: PreparedOption,
    isLast: boolean,
  ): { context: Context; score: number } {
    let [context, score] = [before, 0]
    for (const id of option.ids) {
      score += model.score(context, id)
      context = model.next
    }
    return { context, score: isLast ? score + model.score(context, stop) : score }
  }
}

/** How many tokens from the first untranslated one on a hypothesis knows about: the bits of a number. */
const WINDOW = 31

/** The bits of an option's tokens, counted from `first`. */
function bitsOf({ start, end }: Option, first: number): number {
  return ((1 << (end - first)) - 1) & ~((1 << (start - first)) - 1)
}

/** The first untranslated token, and the bits from it on. */
function shifted(first: number, bits: number): [number, number] {
  let [at, mask] = [first, bits]
  while (mask & 1) {
    mask >>>= 1
    at++
  }
  return [at, mask]
}

function prepare(option: Option, model: LanguageModel, weights: Weights): PreparedOption {
  const ids = option.words.map((word) => model.idOf(word))
  const score = option.features.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
  let [context, within] = [0, 0]
  for (const id of ids) {
    within += model.score(context, id)
    context = model.next
  }
  return { ...option, ids, score, estimate: score + (weights[MODEL] ?? 0) * within }
}

/** Estimates of what untranslated tokens will bring: the best single phrases or parts for each stretch of them. */
class Future {
  private readonly width: number
  private readonly table: Float64Array

  constructor(options: readonly PreparedOption[], length: number) {
    this.width = length + 1
    this.table = new Float64Array(this.width * this.width).fill(Number.NEGATIVE_INFINITY)
    for (const { start, end, estimate } of options) this.offer(start, end, estimate)
    for (let span = 2; span <= length; span++)
      for (let start = 0; start + span <= length; start++) this.join(start, start + span)
  }

  of(start: number, end: number): number {
    return start >= end ? 0 : (this.table[start * this.width + end] ?? 0)
  }

  /** Of all tokens from `first` on that have no bit in `mask`. */
  ofGaps(first: number, mask: number): number {
    let rest = 0
    let gap = first
    for (let at = first, bits = mask; bits !== 0; at++, bits >>>= 1)
      if (bits & 1) {
        rest += this.of(gap, at)
        gap = at + 1
      }
    return rest + this.of(gap, this.width - 1)
  }

  private join(start: number, end: number): void {
    for (let middle = start + 1; middle < end; middle++)
      this.offer(start, end, this.of(start, middle) + this.of(middle, end))
  }

  private offer(start: number, end: number, value: number): void {
    const at = start * this.width + end
    if (value > (this.table[at] ?? 0)) this.table[at] = value
  }
}

interface Path {
  readonly node: Hypothesis
  readonly arcs: { readonly arc: Arc; readonly next: Path['arcs'] } | undefined
  readonly score: number
}

function nBest(final: readonly Hypothesis[], most: number): Found[] {
  const queue = new Queue()
  for (const node of final) queue.push({ node, arcs: undefined, score: node.score })
  const found: Found[] = []
  const texts = new Set<string>()
  for (let step = 0; step < 500 + most * 40 && found.length < most; step++) {
    const path = queue.pop()
    if (!path) break
    if (path.node.arcs.length === 0) {
      const one = foundOf(path)
      const text = one.options.map((option) => option.words.join(' ')).join(' ')
      if (texts.has(text)) continue
      texts.add(text)
      found.push(one)
      continue
    }
    const rest = path.score - path.node.score
    for (const arc of path.node.arcs)
      queue.push({
        node: arc.from,
        arcs: { arc, next: path.arcs },
        score: arc.from.score + arc.gain + rest,
      })
  }
  return found
}

function foundOf(path: Path): Found {
  const features = new Array<number>(FEATURES.length).fill(0)
  const options: Option[] = []
  for (let at = path.arcs; at; at = at.next) {
    const { option, distortion, model } = at.arc
    options.push(option)
    option.features.forEach((value, i) => {
      features[i] = (features[i] ?? 0) + value
    })
    features[DISTORTION] = (features[DISTORTION] ?? 0) + distortion
    features[MODEL] = (features[MODEL] ?? 0) + model
  }
  return { options, score: path.score, features }
}

/** A binary heap: the path with the highest score comes first. */
class Queue {
  private readonly heap: Path[] = []

  push(path: Path): void {
    const { heap } = this
    heap.push(path)
    let at = heap.length - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = heap[above]
      if (!parent || parent.score >= path.score) break
      heap[at] = parent
      at = above
    }
    heap[at] = path
  }

  pop(): Path | undefined {
    const { heap } = this
    const [top] = heap
    const last = heap.pop()
    if (!top || !last || heap.length === 0) return top
    let at = 0
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
      if (!left) break
      const [child, index] =
        right && right.score > left.score ? [right, 2 * at + 2] : [left, 2 * at + 1]
      if (child.score <= last.score) break
      heap[at] = child
      at = index
    }
    heap[at] = last
    return top
  }
}
