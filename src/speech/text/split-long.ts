import type { PhraseBreaks } from '#speech/languages/common/phrase-breaks.ts'
import { joinsNext } from './bound-words.ts'

const MOST_WORDS = 60
const MOST_CHARACTERS = 420
/** Words beyond which the first sentence is split, so that its sound can start early. */
const LONG_FIRST = 14
const MOST_FIRST = 20
const LEAST_FIRST = 3
const LEAST_BEFORE_BREAK = 6

type Tokens = readonly string[]

/** Splits the first sentence of a text into two pieces if it is long, the first of them short. */
export function shortenFirst(tokens: Tokens, breaks: PhraseBreaks): Tokens[] {
  if (tokens.length <= LONG_FIRST) return [tokens]
  const cut = firstCut(tokens, breaks)
  return cut === undefined ? [tokens] : [tokens.slice(0, cut), tokens.slice(cut)]
}

/** Number of words before the first good place for a break; undefined where the sentence stays whole. */
function firstCut(tokens: Tokens, breaks: PhraseBreaks): number | undefined {
  for (let cut = LEAST_FIRST; cut <= LONG_FIRST; cut++) {
    if (hasMark(tokens[cut - 1])) return cut
  }
  for (const kind of [breaks.conjunctions, breaks.prepositions]) {
    for (let cut = LEAST_BEFORE_BREAK; cut < LONG_FIRST; cut++) {
      if (kind.has(tokens[cut] ?? '') && !isLink(tokens[cut - 1], breaks)) return cut
    }
  }
  return tokens.length > MOST_FIRST ? Math.min(MOST_FIRST, Math.ceil(tokens.length / 2)) : undefined
}

/** Splits a sentence into pieces within the limits, near its middle and recursively. */
export function shortenLong(tokens: Tokens, breaks: PhraseBreaks): Tokens[] {
  const length = tokens.reduce((sum, token) => sum + token.length + 1, -1)
  if (tokens.length < 2 || (tokens.length <= MOST_WORDS && length <= MOST_CHARACTERS))
    return [tokens]
  const cut = middleCut(tokens, breaks)
  return [...shortenLong(tokens.slice(0, cut), breaks), ...shortenLong(tokens.slice(cut), breaks)]
}

/** The cut nearest to the middle, by the best kind of break in the middle three fifths. */
function middleCut(tokens: Tokens, breaks: PhraseBreaks): number {
  const middle = Math.ceil(tokens.length / 2)
  const reach = Math.floor(tokens.length * 0.3)
  const names = joinsNext(tokens, breaks)
  const isJoined = (cut: number): boolean =>
    names[cut - 1] === true || isLink(tokens[cut - 1], breaks)
  const kinds: readonly ((cut: number) => boolean)[] = [
    (cut) => /[;:—]$/.test(tokens[cut - 1] ?? ''),
    (cut) => hasMark(tokens[cut - 1]),
    (cut) => breaks.conjunctions.has(tokens[cut] ?? '') && !isLink(tokens[cut - 1], breaks),
    (cut) => breaks.prepositions.has(tokens[cut] ?? '') && !isJoined(cut),
    (cut) => cut < tokens.length && !isJoined(cut) && !breaks.numerals?.has(tokens[cut] ?? ''),
  ]
  for (const isJoint of kinds) {
    for (let distance = 0; distance <= reach; distance++) {
      if (isJoint(middle - distance) && middle > distance) return middle - distance
      if (isJoint(middle + distance)) return middle + distance
    }
  }
  return middle
}

/** Whether a mark follows the last word, at which a speaker rests. */
export function hasMark(token: string | undefined): boolean {
  return token !== undefined && /[,;:—]$/.test(token)
}

/** "and in", "as of", "because of", "hundred and": no break between the two. */
function isLink(token: string | undefined, breaks: PhraseBreaks): boolean {
  if (token === undefined) return false
  const { conjunctions, prepositions, numerals } = breaks
  return conjunctions.has(token) || prepositions.has(token) || numerals?.has(token) === true
}
