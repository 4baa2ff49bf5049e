import type { WordRegister } from '#speech/utterance.ts'

/** A stretch of a text that is said in another register, in UTF-16 units. */
interface RegisterSpan {
  readonly register: WordRegister
  readonly from: number
  readonly to: number
}

/**
 * Brackets, pairs of dashes, and quotation marks around two words or more. Bounded, so that a mark without its partner costs little; an
 * apostrophe is too often no quotation mark.
 */
const PATTERNS: readonly (readonly [WordRegister, RegExp])[] = [
  ['aside', /(?<![\p{L}\p{N}])\(([^()\n]{2,300})\)/gu],
  ['aside', /(?<=[\p{L}\p{N}"”’)] ?)[—–]([^—–\n.?!]{2,120})[—–]/gu],
  ['aside', /(?<= )--?(?= )([^—–\n.?!]{2,120}?) --?(?= )/gu],
  ['quoted', /“([^“”\n]{2,2000})”/gu],
  ['quoted', /«([^«»\n]{2,2000})»/gu],
  ['quoted', /"([^"\n]{2,2000})"/gu],
]
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’]*[\p{L}\p{M}\p{N}])?/gu
/** A word that is written is looked for among so many that are said. */
const REACH = 12

/**
 * Tells the words of each text of a row which register they have: they stand in brackets, between dashes or in quotation marks, which
 * may begin in one text and end in another. Words that are said are found by those that are written; what figures are read as lies
 * between them. Asked with the place of a text in the row and the words that are said for it; linear in the length of the texts.
 */
export function openRegisters(
  texts: readonly string[],
): (index: number, said: readonly string[]) => readonly (WordRegister | undefined)[] {
  const spans = spansOf(texts.join(''))
  const starts: number[] = []
  let length = 0
  for (const text of texts) {
    starts.push(length)
    length += text.length
  }
  return (index, said) => {
    const registers = new Array<WordRegister | undefined>(said.length)
    const [text = '', start = 0] = [texts[index], starts[index]]
    const inText = spans.filter(({ from, to }) => from < start + text.length && to > start)
    if (inText.length === 0) return registers
    const places = placesOf(text, said)
    for (const { register, from, to } of inText) {
      const first = firstFrom(places, from - start)
      const last = firstFrom(places, to - start) - 1
      const [begin, end] = [places[first]?.begin, places[last]?.end]
      if (last >= first) registers.fill(register, begin, end)
    }
    return registers
  }
}

function spansOf(text: string): readonly RegisterSpan[] {
  return PATTERNS.flatMap(([register, pattern]) =>
    Array.from(text.matchAll(pattern)).flatMap((match): RegisterSpan[] => {
      const [whole, inside = ''] = match
      const from = match.index
      const isMeant =
        register === 'quoted'
          ? countWords(inside) > 1 && hasWordsAround(text, from, from + whole.length)
          : countWords(inside) > 0
      return isMeant ? [{ register, from, to: from + whole.length }] : []
    }),
  )
}

function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0
}

const NEAR = 100

/** Whether the line has words beside a stretch. */
function hasWordsAround(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - NEAR), from)
  const after = text.slice(to, to + NEAR)
  return /\p{L}[^\n]*$/u.test(before) || /^[^\n]*?\p{L}/u.test(after)
}

interface WrittenWord {
  /** Where it is written. */
  readonly at: number
  /** The words that are said from it on, and up to it; where it is said otherwise, all between its neighbours. */
  readonly begin: number
  readonly end: number
}

function placesOf(text: string, said: readonly string[]): readonly WrittenWord[] {
  const words = said.map(letters)
  let from = 0
  const found = Array.from(text.matchAll(WORD), ({ 0: word, index: at }) => {
    const place = words.slice(from, from + REACH).indexOf(letters(word))
    const begin = from + Math.max(0, place)
    if (place !== -1) from = begin + 1
    return { at, begin, end: place === -1 ? undefined : from }
  })
  let after = said.length
  return found
    .toReversed()
    .map(({ at, begin, end = after }) => {
      after = begin
      return { at, begin, end }
    })
    .toReversed()
}

function letters(word: string): string {
  return word.normalize('NFD').replace(/\P{L}/gu, '').toLowerCase()
}

/** Index of the first word that is written at a place or after it; their number where none is. */
function firstFrom(words: readonly WrittenWord[], at: number): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.at ?? at) < at) low = middle + 1
    else high = middle
  }
  return low
}
