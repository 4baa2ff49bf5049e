import { nextBoundaryMarker } from '#app/live/boundary-markers.ts'
import { decideBoundary } from '#app/live/sentence-boundary.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { ProtectedSpan } from './spans.ts'

/** A stretch of a text, between two places in UTF-16 units. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** A line of a text: what stands before its words (indentation, bullets), the words, and the rest with the line's end. */
export interface TextLine {
  readonly start: number
  readonly body: Stretch
  readonly end: number
}

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g
/** Indentation, marks of quotation and headings, bullets, numbers and letters of lists. */
const BEFORE_WORDS =
  /^[\s>]*(?:#{1,6}\s+)?(?:(?:[-*+•–—·◦▪‣○●]|\(?(?:\d{1,4}|[a-zA-Z]|[ivx]{1,5})[.)])\s+)?(?:\[[ xX]\]\s+)?/u
/** Context of a sentence's end, in UTF-16 units. */
const LOOK_BACK = 60
const LOOK_AHEAD = 40
/** A mark that leaves doubt takes a millisecond or two to judge. */
const MARKS_PER_TURN = 10
/** The longest sentence that is translated as one: longer ones are cut where a clause or a word ends. */
const LONGEST_SENTENCE = 400

/**
 * No doubt: an Ethiopic mark, a question or an exclamation, or a full stop after a word in small letters that is too long for
 * an abbreviation.
 */
const CLEAR_END = /(?:[።፧፨]|[\p{L}\p{M}][?!]+|(?<![\p{L}\p{M}.])[\p{Ll}\p{M}]{7,}\.)["'”’»)\]]*$/u
const CLEAR_START = /^\s+["'“‘«([]?(?:\p{Lu}|\p{Lo})|^\s*$|^\p{Script=Ethiopic}/u

/** The lines of a text, nothing left out. A line end inside a protected span ends no line. */
export function linesIn(text: string, spans: readonly ProtectedSpan[]): readonly TextLine[] {
  const isProtected = insideOf(spans)
  const lines: TextLine[] = []
  let start = 0
  for (const { index, 0: mark } of text.matchAll(LINE_END)) {
    if (isProtected(index)) continue
    const end = index + mark.length
    lines.push(lineOf(text, start, end))
    start = end
  }
  if (start < text.length) lines.push(lineOf(text, start, text.length))
  return lines
}

function lineOf(text: string, start: number, end: number): TextLine {
  const line = text.slice(start, end)
  const [before = ''] = BEFORE_WORDS.exec(line) ?? []
  const last = line.trimEnd().length
  const first = Math.min(before.length, last)
  return { start, body: { start: start + first, end: start + last }, end }
}

/**
 * The sentences of a stretch of text in one line, in order; only spaces lie between them. Where a mark leaves doubt, the rules
 * that put text into words decide (`decideBoundary`), so that "Dr. Ade" is one name. Those of more than 400 characters come in
 * pieces. No sentence ends within a protected span. `busy` comes after some milliseconds of work: let others have their turn.
 */
export function* sentencesIn(
  text: string,
  { start, end }: Stretch,
  spans: readonly ProtectedSpan[],
  language: LanguageCode,
): Generator<Stretch | 'busy'> {
  const isProtected = insideOf(spans)
  const line = text.slice(0, end)
  const isEnd = createJudge(line, start, language)
  let from = start
  let at = start
  for (let judged = 1; at < end; judged++) {
    const marker = nextBoundaryMarker(line, at)
    if (!marker) break
    at = Math.max(marker.end, at + 1)
    if (judged % MARKS_PER_TURN === 0) yield 'busy'
    const isStop = marker.kind === 'stop' && !isProtected(marker.end - 1)
    if (!isStop || !isEnd(marker.end)) continue
    yield* piecesOf(text, { start: from, end: marker.end }, isProtected)
    from = marker.end
  }
  yield* piecesOf(text, { start: from, end }, isProtected)
}

/** All sentences of a short text at once. */
export function allSentencesIn(...asked: Parameters<typeof sentencesIn>): readonly Stretch[] {
  return [...sentencesIn(...asked)].filter((found) => found !== 'busy')
}

/** Tells whether a sentence ends at a place behind a mark. Judged once for the same words around it. */
function createJudge(
  line: string,
  start: number,
  language: LanguageCode,
): (place: number) => boolean {
  const judged = new Map<string, boolean>()
  return (place) => {
    const before = line.slice(Math.max(start, place - LOOK_BACK), place)
    const after = line.slice(place, place + LOOK_AHEAD)
    if (CLEAR_END.test(before) && CLEAR_START.test(after)) return true
    const key = `${before}\n${after}`
    const known = judged.get(key) ?? decideBoundary(before, `${after} `, language) !== 'goes on'
    judged.set(key, known)
    return known
  }
}

function* piecesOf(
  text: string,
  { start, end }: Stretch,
  isProtected: (index: number) => boolean,
): Generator<Stretch> {
  const piece = text.slice(start, end)
  const left = start + piece.length - piece.trimStart().length
  const right = start + piece.trimEnd().length
  if (right > left) yield* shorten(text, { start: left, end: right }, isProtected)
}

/** Pieces of a sentence, none longer than the limit where it has a space. */
function shorten(
  text: string,
  sentence: Stretch,
  isProtected: (index: number) => boolean,
): readonly Stretch[] {
  const pieces: Stretch[] = []
  let { start } = sentence
  while (sentence.end - start > LONGEST_SENTENCE) {
    const cut = cutIn(text, start, isProtected)
    if (cut === undefined || cut >= sentence.end) break
    pieces.push({ start, end: start + text.slice(start, cut).trimEnd().length })
    start = cut + text.slice(cut).search(/\S|$/)
  }
  return [...pieces, { start, end: sentence.end }]
}

/** Behind the last mark of a clause within the limit, else the last space, else the first space after it. */
function cutIn(
  text: string,
  start: number,
  isProtected: (index: number) => boolean,
): number | undefined {
  let clause: number | undefined
  let word: number | undefined
  for (const { index } of text.slice(start).matchAll(/\s+/g)) {
    const at = start + index
    if (isProtected(at)) continue
    if (at - start > LONGEST_SENTENCE) return clause ?? word ?? at
    if (/[,;:፣፤፥–—]/u.test(text.charAt(at - 1))) clause = at
    word = at
  }
  return clause ?? word
}

/** Whether a place lies within a protected span; answers in the order of the places are fast. */
function insideOf(spans: readonly ProtectedSpan[]): (index: number) => boolean {
  return (index) => {
    let [low, high] = [0, spans.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((spans[middle]?.end ?? 0) <= index) low = middle + 1
      else high = middle
    }
    const span = spans[low]
    return span !== undefined && span.start <= index
  }
}
