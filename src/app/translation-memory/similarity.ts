/** A sentence as it is compared with others: folded, each figure as "#"; its code points, and how many fall into each slot. */
export interface ComparedSentence {
  readonly characters: Uint32Array
  readonly slots: Uint16Array
}

const FIGURES = /\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu
const SLOTS = 64

/** Prepares a folded sentence for `similarityOf`. */
export function comparedSentence(folded: string): ComparedSentence {
  const characters = Uint32Array.from(folded.replace(FIGURES, '#'), (character) =>
    Number(character.codePointAt(0)),
  )
  const slots = new Uint16Array(SLOTS)
  for (const character of characters) slots[character % SLOTS] = (slots[character % SLOTS] ?? 0) + 1
  return { characters, slots }
}

/**
 * Similarity of two sentences: one minus the number of characters to insert, delete or replace (Levenshtein 1966), divided
 * by the characters of the longer one. Undefined where it is below `least`, which is told without computing it for most.
 */
export function similarityOf(
  one: ComparedSentence,
  other: ComparedSentence,
  least: number,
): number | undefined {
  const longest = Math.max(one.characters.length, other.characters.length)
  if (longest === 0) return 1
  const most = Math.floor((1 - least) * longest + 1e-9)
  if (Math.abs(one.characters.length - other.characters.length) > most) return undefined
  if (leastDistance(one.slots, other.slots) > most) return undefined
  const distance = distanceWithin(one.characters, other.characters, most)
  return distance === undefined ? undefined : 1 - distance / longest
}

/** Characters that one has and the other has not, as far as the slots tell: no distance is smaller. */
function leastDistance(one: Uint16Array, other: Uint16Array): number {
  let [missing, extra] = [0, 0]
  for (let slot = 0; slot < SLOTS; slot++) {
    const difference = (one[slot] ?? 0) - (other[slot] ?? 0)
    if (difference > 0) missing += difference
    else extra -= difference
  }
  return Math.max(missing, extra)
}

/** The distance where it is at most `most`, from the diagonals that can hold it (Ukkonen 1985). */
function distanceWithin(one: Uint32Array, other: Uint32Array, most: number): number | undefined {
  let row = new Uint16Array(other.length + 1).fill(most + 1)
  let next = new Uint16Array(other.length + 1)
  for (let column = 0; column <= Math.min(most, other.length); column++) row[column] = column
  for (let line = 1; line <= one.length; line++) {
    if (fillRow(next, row, { other, character: one[line - 1], line, most }) > most) return undefined
    ;[row, next] = [next, row]
  }
  const distance = row[other.length] ?? most + 1
  return distance <= most ? distance : undefined
}

interface Row {
  readonly other: Uint32Array
  readonly character: number | undefined
  readonly line: number
  readonly most: number
}

/** Fills the row of one character from the row before it. Answers the least distance in it. */
function fillRow(
  next: Uint16Array,
  row: Uint16Array,
  { other, character, line, most }: Row,
): number {
  const far = most + 1
  const from = Math.max(1, line - most)
  const to = Math.min(other.length, line + most)
  let left = from === 1 ? Math.min(line, far) : far
  next[from - 1] = left
  let nearest = left
  for (let column = from; column <= to; column++) {
    const changed = (row[column - 1] ?? far) + (character === other[column - 1] ? 0 : 1)
    left = Math.min(changed, (row[column] ?? far) + 1, left + 1, far)
    next[column] = left
    nearest = Math.min(nearest, left)
  }
  if (to < other.length) next[to + 1] = far
  return nearest
}
