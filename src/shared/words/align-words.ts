import { foldWord } from './fold-word.ts'

/**
 * Words of one text beside those of another: from `a` to before `aEnd`, and from `b` to before `bEnd`. One side may be
 * empty; two words may stand beside one ("to day", "today").
 */
export interface AlignedWords {
  readonly a: number
  readonly aEnd: number
  readonly b: number
  readonly bEnd: number
  /** Share of letters that agree, 0 to 1; 0 where one side is empty. */
  readonly similarity: number
}

/** Cost of a word that only one side has. */
const GAP = 1
/** Cost of a pair of words: this, and as much again as `SLOPE` says for letters that differ. Below two gaps. */
const UNLIKE = 0.3
const SLOPE = 1.65
/** What two words beside one cost more than a pair. */
const JOINT = 0.05
/** Two words stand beside one only where so many letters agree. */
const LEAST_OF_JOINT = 0.8

/** Words by which two texts of equal length may be apart in the middle: so a long text takes time in proportion to its length. */
const BAND = 200

/** How many words of either side a step takes. */
const STEPS = [
  [1, 1],
  [1, 0],
  [0, 1],
  [1, 2],
  [2, 1],
] as const

/**
 * The alignment of two lists of words with the least cost (Wagner & Fischer 1974, with the edit distance of the letters as the cost of a
 * pair), in order. Words are compared as `foldWord` does.
 */
export function alignWords(one: readonly string[], other: readonly string[]): AlignedWords[] {
  const [as, bs] = [one.map(foldWord), other.map(foldWord)]
  const shortest = Math.min(as.length, bs.length)
  let head = 0
  while (head < shortest && as[head] === bs[head]) head++
  let tail = 0
  while (tail < shortest - head && as.at(-1 - tail) === bs.at(-1 - tail)) tail++
  const same = (a: number, b: number): AlignedWords => ({
    ...{ a, aEnd: a + 1, b, bEnd: b + 1, similarity: 1 },
  })
  const between = alignFolded(
    as.slice(head, as.length - tail),
    bs.slice(head, bs.length - tail),
  ).map(({ a, aEnd, b, bEnd, similarity }) => ({
    ...{ a: a + head, aEnd: aEnd + head, b: b + head, bEnd: bEnd + head, similarity },
  }))
  return [
    ...Array.from({ length: head }, (_, at) => same(at, at)),
    ...between,
    ...Array.from({ length: tail }, (_, at) => same(as.length - tail + at, bs.length - tail + at)),
  ]
}

function alignFolded(as: readonly string[], bs: readonly string[]): AlignedWords[] {
  const likeness = rememberedLikeness()
  const [pairsOfA, pairsOfB] = [jointsOf(as), jointsOf(bs)]
  // Two rows and columns that nothing comes from spare the question whether there are words before.
  const width = bs.length + 3
  const place = (i: number, j: number): number => (i + 2) * width + j + 2
  const best = new Uint8Array((as.length + 3) * width)
  const costs = new Float32Array((as.length + 3) * width).fill(Number.POSITIVE_INFINITY)
  const cost = (i: number, j: number): number => costs[place(i, j)] ?? Number.POSITIVE_INFINITY
  costs[place(0, 0)] = 0
  const band = BAND + Math.abs(as.length - bs.length)
  for (let i = 0; i <= as.length; i++) {
    const last = Math.min(bs.length, i + band)
    for (let j = i === 0 ? 1 : Math.max(0, i - band); j <= last; j++) {
      const [one = '', other = ''] = [as[i - 1], bs[j - 1]]
      const ways = [
        cost(i - 1, j - 1) + costOfPair(one, other, likeness),
        cost(i - 1, j) + GAP,
        cost(i, j - 1) + GAP,
        cost(i - 1, j - 2) + costOfJoint(one, pairsOfB[j - 1] ?? '', likeness),
        cost(i - 2, j - 1) + costOfJoint(pairsOfA[i - 1] ?? '', other, likeness),
      ]
      const least = Math.min(...ways)
      costs[place(i, j)] = least
      best[place(i, j)] = ways.indexOf(least)
    }
  }
  return traced(as, bs, (i, j) => STEPS[best[place(i, j)] ?? 0] ?? STEPS[0], likeness)
}

type Likeness = (one: string, other: string) => number

/** Every word with the one before it; the first alone. */
function jointsOf(words: readonly string[]): readonly string[] {
  return words.map((word, at) => (words[at - 1] ?? '') + word)
}

function costOfPair(one: string, other: string, likeness: Likeness): number {
  return one === other ? 0 : UNLIKE + SLOPE * (1 - likeness(one, other))
}

/** Nearly all pairs fail at their lengths and ends, and so their letters are not compared. */
function costOfJoint(one: string, other: string, likeness: Likeness): number {
  const mayBeLike =
    Math.abs(one.length - other.length) <= 2 && (one[0] === other[0] || one.at(-1) === other.at(-1))
  const like = mayBeLike ? likeness(one, other) : 0
  return like < LEAST_OF_JOINT ? Number.POSITIVE_INFINITY : JOINT + SLOPE * (1 - like)
}

function traced(
  as: readonly string[],
  bs: readonly string[],
  stepTo: (i: number, j: number) => (typeof STEPS)[number],
  likeness: Likeness,
): AlignedWords[] {
  const found: AlignedWords[] = []
  let [aEnd, bEnd] = [as.length, bs.length]
  while (aEnd > 0 || bEnd > 0) {
    const [words, others] = stepTo(aEnd, bEnd)
    const [a, b] = [aEnd - words, bEnd - others]
    const isGap = words === 0 || others === 0
    const similarity = isGap ? 0 : likeness(as.slice(a, aEnd).join(''), bs.slice(b, bEnd).join(''))
    found.push({ a, aEnd, b, bEnd, similarity })
    aEnd = a
    bEnd = b
  }
  return found.reverse()
}

/** A text has each of its words many times. */
function rememberedLikeness(): Likeness {
  const known = new Map<string, Map<string, number>>()
  return (one, other) => {
    if (one === other) return 1
    const ofOne = known.get(one) ?? new Map<string, number>()
    known.set(one, ofOne)
    const like = ofOne.get(other) ?? likenessOf(one, other)
    ofOne.set(other, like)
    return like
  }
}

/** One minus the edit distance of the letters, divided by the length of the longer word (Levenshtein 1966): 0 to 1. */
export function likenessOf(one: string, other: string): number {
  const [as, bs] = [[...one], [...other]]
  const longest = Math.max(as.length, bs.length)
  if (longest === 0) return 1
  let row = [0, ...bs.map((_, j) => j + 1)]
  for (const [i, letter] of as.entries()) {
    const next = [i + 1]
    for (const [j, beside] of bs.entries()) {
      const [diagonal = 0, above = 0, left = 0] = [row[j], row[j + 1], next[j]]
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === beside ? 0 : 1)))
    }
    row = next
  }
  return 1 - (row.at(-1) ?? 0) / longest
}
