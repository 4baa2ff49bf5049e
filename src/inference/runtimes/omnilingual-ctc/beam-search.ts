import type { Frames } from './frames.ts'
import type { Place } from './special-words.ts'
import { BLANK } from './tokens.ts'

export interface BeamOptions {
  readonly tree: Place
  readonly space: number | undefined
  /** Bonus for each symbol of a special word, as a natural logarithm. */
  readonly bonus?: number
  readonly width?: number
}

/** Bonus: a symbol that is a seventh as likely as its rival is still preferred. */
const BONUS = 2
const WIDTH = 24
/** Symbols less likely than this in a frame are not looked at, unless a special word goes on with them. */
const LEAST = Math.log(0.001)
const LEAST_IN_WORD = Math.log(1e-7)

interface Beam {
  readonly ids: readonly number[]
  /** Log-probability of all paths that end with a blank, and of those that end with the last symbol. */
  blank: number
  symbol: number
  /** Where in the tree of special words it stands; undefined: in a word that is none of them. */
  readonly place: Place | undefined
  /** Bonus so far. That of a word that is not finished is lent and given back if it breaks off. */
  readonly bonus: number
}

/**
 * The most likely text with special words in favour: prefix beam search (Hannun et al. 2014) in which every symbol that
 * continues a special word earns a bonus, taken back where the word is not finished (on-the-fly biasing by a tree, Zhao et
 * al. 2019).
 */
export function searchBeams(
  { count, vocabulary, values }: Frames,
  { tree, space, bonus = BONUS, width = WIDTH }: BeamOptions,
): readonly number[] {
  const start = { ids: [], blank: 0, symbol: Number.NEGATIVE_INFINITY, place: tree, bonus: 0 }
  let beams: readonly Beam[] = [start]
  const grown = (beam: Beam, id: number): Pick<Beam, 'place' | 'bonus'> => {
    if (id === space) return { place: tree, bonus: beam.bonus - lentTo(beam, bonus) }
    const place = beam.place?.next.get(id)
    if (place) return { place, bonus: beam.bonus + bonus }
    // A word that goes on beyond a special one is another word.
    return { place: undefined, bonus: beam.bonus - (beam.place?.depth ?? 0) * bonus }
  }
  for (let frame = 0; frame < count; frame++) {
    const row = values.subarray(frame * vocabulary, (frame + 1) * vocabulary)
    beams = nextBeams(beams, row, grown, width)
  }
  const ended = beams.map((beam) => ({
    ids: beam.ids,
    score: scoreOf(beam) - lentTo(beam, bonus),
  }))
  return ended.sort((a, b) => b.score - a.score)[0]?.ids ?? []
}

type Grow = (beam: Beam, id: number) => Pick<Beam, 'place' | 'bonus'>

/** The best beams after one more frame. */
function nextBeams(
  beams: readonly Beam[],
  row: Float32Array,
  grown: Grow,
  width: number,
): readonly Beam[] {
  const next = new Map<string, Beam>()
  const reach = (ids: readonly number[], state: Pick<Beam, 'place' | 'bonus'>): Beam => {
    const key = ids.join(' ')
    const none = { blank: Number.NEGATIVE_INFINITY, symbol: Number.NEGATIVE_INFINITY }
    const { place, bonus } = state
    const beam = next.get(key) ?? { ids, ...none, place, bonus }
    next.set(key, beam)
    return beam
  }
  const likely = Array.from(row.keys()).filter((id) => id !== BLANK && row[id]! > LEAST)
  for (const beam of beams) {
    const total = sumOf(beam.blank, beam.symbol)
    const last = beam.ids.at(-1)
    const same = reach(beam.ids, beam)
    same.blank = sumOf(same.blank, total + row[BLANK]!)
    if (last !== undefined) same.symbol = sumOf(same.symbol, beam.symbol + row[last]!)
    const wished = Array.from(beam.place?.next.keys() ?? []).filter(
      (id) => row[id]! <= LEAST && row[id]! > LEAST_IN_WORD,
    )
    for (const id of [...likely, ...wished]) {
      // The same symbol again needs a blank in between.
      const longer = reach([...beam.ids, id], grown(beam, id))
      longer.symbol = sumOf(longer.symbol, (id === last ? beam.blank : total) + row[id]!)
    }
  }
  return [...next.values()].sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, width)
}

/** The part of the bonus that belongs to a word which is not finished. */
function lentTo({ place }: Beam, bonus: number): number {
  return place && !place.isWord ? place.depth * bonus : 0
}

function scoreOf({ blank, symbol, bonus }: Beam): number {
  return sumOf(blank, symbol) + bonus
}

/** The logarithm of the sum of two numbers that are given as logarithms. */
function sumOf(a: number, b: number): number {
  if (a === Number.NEGATIVE_INFINITY) return b
  if (b === Number.NEGATIVE_INFINITY) return a
  return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)))
}
