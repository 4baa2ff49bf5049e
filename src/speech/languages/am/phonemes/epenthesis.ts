import type { Slot } from './fidel.ts'

/**
 * The epenthetic vowel, spoken in some letters of the sixth order. Amharic syllables are CV(C), at the end of a word
 * also CVCC with falling sonority (the approach of Hayward 1986). Each ɨ has a cost, and so has each consonant cluster
 * left without one; the placement of least cost is taken. Costs were set by hand on common words. Linear in the word's
 * length.
 */
const EPENTHESIS = 'ɨ'
const ONE_VOWEL = 1
const IMPOSSIBLE = 50
const UNUSUAL = 5
const BAD = 2
/** Less than the price of a vowel. */
const TOLERABLE = 0.9
const PER_STEP_UP = 0.1
const PER_STEP_DOWN = 0.03
/** Two readings that cost the same: the one whose vowel comes later. */
const LATER = 0.01
/** Consonants between two vowels, at most. */
const LONGEST_CLUSTER = 4

const SONORITY: readonly (readonly [RegExp, number])[] = [
  [/^[wj]/, 5],
  [/^[ɾrl]/, 4],
  [/^[mnɲ]/, 3],
  [/^[szʃʒfvh]/, 2],
]

function sonority(consonant: string): number {
  return SONORITY.find(([pattern]) => pattern.test(consonant))?.[1] ?? 1
}

/** "had͡ʒɨs": two obstruents of one place do not end a word together, unless the first hisses ("st"). */
const CORONAL_STOP = /^[td]/
const CORONAL = /^[tdszʃʒ]/

interface Way {
  readonly cost: number
  /** The nucleus before. */
  readonly from: number
}

/** The vowels of `slots`: ɨ where the sixth order has one, undefined where its consonant closes a syllable. */
export function placeVowels(slots: readonly Slot[]): readonly (string | undefined)[] {
  const ways: Way[] = []
  for (let nucleus = 0; nucleus < slots.length; nucleus++)
    ways.push(cheapestWay(slots, ways, nucleus))
  const vowels = slots.map((slot) => slot.vowel)
  for (let at = lastNucleus(slots, ways); at >= 0; at = ways[at]?.from ?? -1) {
    vowels[at] ??= EPENTHESIS
  }
  return vowels
}

/** The cheapest way to have a vowel after the consonant of `nucleus`. */
function cheapestWay(slots: readonly Slot[], ways: readonly Way[], nucleus: number): Way {
  const own = nucleusCost(slots[nucleus], nucleus)
  let best: Way = { cost: Number.POSITIVE_INFINITY, from: -1 }
  for (let from = nucleus - 1; from >= -1 && nucleus - from <= LONGEST_CLUSTER; from--) {
    const before = from < 0 ? 0 : (ways[from]?.cost ?? 0)
    const cost = before + own + innerCost(slots, from, nucleus)
    if (cost < best.cost) best = { cost, from }
    if (slots[from]?.vowel !== undefined) break
  }
  return best
}

function nucleusCost(slot: Slot | undefined, at: number): number {
  if (slot?.vowel !== undefined) return 0
  return slot?.settled ? IMPOSSIBLE : ONE_VOWEL + LATER / (at + 1)
}

function lastNucleus(slots: readonly Slot[], ways: readonly Way[]): number {
  let best = { cost: Number.POSITIVE_INFINITY, at: slots.length - 1 }
  for (let at = slots.length - 1; at >= 0 && slots.length - at <= LONGEST_CLUSTER; at--) {
    const cost = (ways[at]?.cost ?? 0) + finalCost(slots, at)
    if (cost < best.cost) best = { cost, at }
    if (slots[at]?.vowel !== undefined) break
  }
  return best.at
}

/** Cost of having no vowel between the nuclei `from` and `to`. */
function innerCost(slots: readonly Slot[], from: number, to: number): number {
  const cluster = slots.slice(from + 1, to + 1)
  if (from < 0) return initialCost(cluster)
  const [first, second, third] = cluster
  if (first === undefined || second === undefined) return 0
  if (third !== undefined) return clusterOfThreeCost(cluster)
  if (first.geminate || second.geminate) return UNUSUAL
  return contactCost(first.consonant, second.consonant)
}

/** No word of Amharic begins with two consonants; loans have p before r and l. */
function initialCost(cluster: readonly Slot[]): number {
  const [first, second] = cluster
  if (second === undefined) return 0
  const isLoan = cluster.length === 2 && first?.consonant === 'p' && /[ɾl]/.test(second.consonant)
  return isLoan ? TOLERABLE / 2 : UNUSUAL * (cluster.length - 1)
}

/** "ministrot͡ʃ": of three consonants only those of loans that end in tr. */
function clusterOfThreeCost(cluster: readonly Slot[]): number {
  if (cluster.length > 3) return IMPOSSIBLE
  const [first, second, third] = cluster
  const isLoan = second?.consonant === 't' && third?.consonant === 'ɾ' && first?.consonant !== 't'
  if (isLoan && !cluster.some(({ geminate }) => geminate)) return TOLERABLE
  return UNUSUAL * 2
}

/** A syllable's last consonant and the next one's first: better where sonority falls (Vennemann 1988). */
function contactCost(coda: string, onset: string): number {
  if (coda === onset) return UNUSUAL
  if (coda === 'ʔ') return ONE_VOWEL + TOLERABLE / 3
  if (coda.endsWith('ʷ')) return BAD
  const step = sonority(onset) - sonority(coda)
  return step > 0 ? step * PER_STEP_UP : step * PER_STEP_DOWN
}

/** Cost of ending the word in the consonants after the nucleus `at`. */
function finalCost(slots: readonly Slot[], at: number): number {
  const [first, second, third] = slots.slice(at + 1)
  if (first === undefined) return slots[at]?.vowel === undefined && at > 0 ? BAD : 0
  if (second === undefined) return first.consonant.endsWith('ʷ') ? BAD : 0
  if (third !== undefined) return UNUSUAL * 2
  if (first.geminate || second.geminate || first.consonant === second.consonant) return UNUSUAL
  const afterEpenthesis = slots[at]?.vowel === undefined
  return finalPairCost(first.consonant, second.consonant, afterEpenthesis)
}

/** "tʼɨrs", "wənz", "lɨbs" end in two consonants; "ʔaɡər", "bahɨr", "sɨwɨr" cannot. */
function finalPairCost(first: string, second: string, afterEpenthesis: boolean): number {
  const before = sonority(first)
  const after = sonority(second)
  if (/^[hʔ]/.test(first) || first.endsWith('ʷ')) return BAD
  if (before === 5 && afterEpenthesis) return BAD
  if (CORONAL_STOP.test(first) && CORONAL.test(second)) return BAD
  if (after >= 3) return before > after ? 0 : BAD
  return before >= after ? 0 : TOLERABLE / 2
}
