import type { ScriptLine } from '#shared/script.ts'

/** Part of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** Place in the script where something was found. */
export interface Match extends TextRange {
  readonly lineId: string
}

export interface FindOptions {
  /** Marks count: "oko" does not find "ọkọ̀". */
  readonly exactMarks: boolean
  readonly matchCase: boolean
  readonly wholeWord: boolean
}

/** Letters with a hook are typed without it where marks do not count; Unicode does not take them apart. */
const HOOKED: Readonly<Record<string, string>> = {
  ...{ ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', Ɓ: 'B', Ɗ: 'D', Ƙ: 'K', Ƴ: 'Y', ŋ: 'n', Ŋ: 'N' },
}
const MARK = /^\p{M}/u
/** A letter with its marks, whose order differs from keyboard to keyboard until they are normalised together. */
const LETTER = /\P{M}\p{M}*|\p{M}+/gsu
const WORD_LETTER = /[\p{L}\p{M}\p{N}]/u

/** Text as it is compared, with the place in the original of every code unit and of the end. */
interface Folded {
  readonly text: string
  readonly places: readonly number[]
}

/**
 * Finds a text in lines. Where marks do not count, "oko" finds "ọkọ̀"; composed and decomposed marks are always the same. What is found in a
 * line does not overlap.
 * @example `findMatches([{ id: 'a', text: 'Ọkọ̀ mi', voice: 'lina', speed: 1 }], 'oko', { exactMarks: false, matchCase: false, wholeWord: false })`
 * is `[{ lineId: 'a', start: 0, end: 4 }]`.
 */
export function findMatches(
  lines: readonly ScriptLine[],
  query: string,
  options: FindOptions,
): readonly Match[] {
  const wanted = fold(query, options).text
  if (wanted === '') return []
  return lines.flatMap((line) =>
    rangesIn(line.text, foldedLine(line, options), wanted, options).map((range) => ({
      lineId: line.id,
      ...range,
    })),
  )
}

/** Replaces parts of a text, given in their order. */
export function replaceRanges(
  text: string,
  ranges: readonly TextRange[],
  replacement: string,
): string {
  const parts: string[] = []
  let done = 0
  for (const { start, end } of ranges) {
    parts.push(text.slice(done, start), replacement)
    done = end
  }
  return parts.join('') + text.slice(done)
}

function rangesIn(
  text: string,
  { text: folded, places }: Folded,
  wanted: string,
  options: FindOptions,
): TextRange[] {
  const found: TextRange[] = []
  let from = 0
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, from)) {
    const range = { start: places[at] ?? 0, end: places[at + wanted.length] ?? text.length }
    const fits = isWholeLetters(folded, places, at, wanted.length) && isWanted(text, range, options)
    if (fits) found.push(range)
    from = at + (fits ? wanted.length : 1)
  }
  return found
}

/** Whether a part neither begins nor ends within a letter: before the marks of one, or within its parts. */
function isWholeLetters(
  folded: string,
  places: readonly number[],
  at: number,
  length: number,
): boolean {
  const end = at + length
  const cutsStart = at > 0 && places[at - 1] === places[at]
  const cutsEnd = end < folded.length && places[end - 1] === places[end]
  return !cutsStart && !cutsEnd && !MARK.test(folded.slice(end, end + 2))
}

function isWanted(text: string, { start, end }: TextRange, { wholeWord }: FindOptions): boolean {
  if (!wholeWord) return true
  const before = text.slice(0, start).match(/.$/su)?.[0] ?? ''
  const after = text.slice(end).match(/^./su)?.[0] ?? ''
  return !WORD_LETTER.test(before) && !WORD_LETTER.test(after)
}

function fold(text: string, { exactMarks, matchCase }: FindOptions): Folded {
  const parts: string[] = []
  const places: number[] = []
  for (const { 0: letter, index } of text.matchAll(LETTER)) {
    const folded = foldLetter(letter, exactMarks, matchCase)
    parts.push(folded)
    for (let unit = 0; unit < folded.length; unit++) places.push(index)
  }
  return { text: parts.join(''), places: [...places, text.length] }
}

function foldLetter(letter: string, exactMarks: boolean, matchCase: boolean): string {
  const cased = matchCase ? letter : letter.toLowerCase()
  const parts = cased.normalize('NFD')
  if (exactMarks) return parts
  return HOOKED[parts] ?? parts.replaceAll(/\p{M}/gu, '')
}

/** Lines are immutable, so what is compared of them can be cached; one map for each way of comparing. */
const caches = new Map<string, WeakMap<ScriptLine, Folded>>()

function foldedLine(line: ScriptLine, options: FindOptions): Folded {
  const way = `${options.exactMarks} ${options.matchCase}`
  const cache = caches.get(way) ?? new WeakMap<ScriptLine, Folded>()
  caches.set(way, cache)
  const folded = cache.get(line) ?? fold(line.text, options)
  cache.set(line, folded)
  return folded
}
