import type { LanguageCode } from '#shared/languages/languages.ts'
import type { ReadingOptions } from '#speech/languages/common/language.ts'
import type { TextSentence, WordRegister } from '#speech/utterance.ts'
import { breakLongWords } from './long-words.ts'
import { normaliseAmong } from './normalise-among.ts'
import { openRegisters } from './registers.ts'
import type { Run, SpeechStyle, SpokenRun } from './runs.ts'
import { sameStyle } from './runs.ts'
import { splitSentences } from './sentences.ts'
import { type SpelledName, spellOut } from './spell.ts'
import { tidy } from './tidy.ts'

/** Longest silence at one place, in seconds, whatever the number of pauses there. */
const MOST_SILENCE = 10
/** Placeholder for a word in IPA while sentences are split: a letter, so that it counts as a word. */
const STAND_IN = 'x'

/** Consecutive words of a sentence with the same language and style. */
export type WordGroup = Wording & {
  readonly language: LanguageCode
  readonly style: SpeechStyle
  /** Silence asked for after its last word, in seconds; 0 where none was, and at the end of the sentence. */
  readonly pauseAfterSeconds: number
  /** Where its words lie in the stretches that its style names; left out: it names none. */
  readonly place?: StretchPlace
  /** Marks where its first word begins. */
  readonly marksBefore?: readonly string[]
  /** Marks where its last word ends, or later. */
  readonly marksAfter?: readonly LateMark[]
}

/** Where words lie in the stretch that has their contour, from 0 to 1, and their share of that with their duration. */
export interface StretchPlace {
  readonly from: number
  readonly to: number
  readonly share: number
}

/** A mark, and how long after the end of the word before it. */
export interface LateMark {
  readonly name: string
  readonly delaySeconds: number
}

type Wording =
  /** Normalised words with their punctuation. */
  | { readonly kind: 'text'; readonly text: string }
  /** One word in IPA; `text` is what was written, `breakAfter` whether punctuation follows. */
  | {
      readonly kind: 'ipa'
      readonly text: string
      readonly ipa: string
      readonly breakAfter: boolean
    }

/**
 * A sentence with the language, style and pronunciation of its words. Groups hold every word of `text` once and in
 * order.
 */
export interface AnnotatedSentence extends TextSentence {
  readonly groups: readonly WordGroup[]
  /** Silence asked for before its first word, in seconds: only in the first sentence. */
  readonly pauseBeforeSeconds: number
  /** One for each word of `text`; left out where none has one. */
  readonly registers?: readonly (WordRegister | undefined)[]
  /** Marks before that silence: only in the first sentence. */
  readonly marksAtStart?: readonly string[]
  /** Silence asked for after its last word, in seconds; 0 where none was. */
  readonly pauseAfterSeconds: number
}

/** One word, with the attributes of its run. */
interface Unit {
  readonly language: LanguageCode
  readonly style: SpeechStyle
  /** Undefined for a word of normalised text. */
  readonly ipa: { readonly text: string; readonly ipa: string } | undefined
  /** Characters, by which a stretch is divided among its words. */
  readonly weight: number
  pause: number
  place: StretchPlace
  register: WordRegister | undefined
  readonly marksBefore: string[]
  readonly marksAfter: LateMark[]
}

/** A run as words and punctuation, and one unit for each word. */
interface Piece {
  readonly said: string
  readonly units: readonly Unit[]
}

/**
 * Assembles runs into the sentences that are spoken one by one. Every text run is normalised by the rules of its own
 * language; sentences are then split across runs as in plain text, so that a text without markup gives the same as
 * `splitSentences(normalise(text))`. `language` is the request's; `isFirstShort` as there. Linear in the length of the runs.
 */
export function assemble(
  runs: readonly Run[],
  language: LanguageCode,
  options: ReadingOptions = {},
  isFirstShort = false,
): { readonly sentences: readonly AnnotatedSentence[] } {
  const pieces = piecesOf(runs, language, options)
  const units = pieces.pieces.flatMap((piece) => piece.units)
  placeInStretches(units)
  const said = pieces.pieces.map((piece) => piece.said)
  const whole = said.length === 1 ? (said[0] ?? '') : tidy(said.join(' '))
  let next = 0
  const sentences = splitSentences(whole, language, isFirstShort).map((sentence, index) => {
    const words = wordsOf(sentence.text).map((token) => ({ token, unit: units[next++] }))
    const pauseAfterSeconds = words.at(-1)?.unit?.pause ?? 0
    const groups = groupsOf(words)
    const text = words.map(writtenAs).join(' ')
    const pauseBeforeSeconds = index === 0 ? pieces.leadingSilence : 0
    const marks = index === 0 ? pieces.leadingMarks : []
    const registers = words.map(({ unit }) => unit?.register)
    return {
      ...{ ...sentence, text, groups, pauseBeforeSeconds, pauseAfterSeconds },
      ...(registers.some((register) => register) ? { registers } : {}),
      ...(marks.length === 0 ? {} : { marksAtStart: marks }),
    }
  })
  return { sentences }
}

interface Pieces {
  readonly pieces: readonly Piece[]
  readonly leadingSilence: number
  readonly leadingMarks: readonly string[]
}

function piecesOf(runs: readonly Run[], language: LanguageCode, options: ReadingOptions): Pieces {
  const pieces: Piece[] = []
  const leadingMarks: string[] = []
  let leadingSilence = 0
  let last: Unit | undefined
  let marks: string[] = []
  const lastSpoken = runs.findLastIndex(isSpoken)
  const registersOf = openRegisters(runs.map((run) => ('text' in run ? run.text : '')))
  const endMarks = (): void => {
    const end = last
    if (end) end.marksAfter.push(...marks.map((name) => ({ name, delaySeconds: end.pause })))
    else leadingMarks.push(...marks)
    marks = []
  }
  for (const [index, run] of runs.entries()) {
    if (run.kind === 'mark') marks.push(run.name)
    else if (run.kind === 'pause') {
      endMarks()
      const silence = Math.min(MOST_SILENCE, (last?.pause ?? leadingSilence) + run.seconds)
      if (last) last.pause = silence
      else leadingSilence = silence
      pieces.push({ said: ',', units: [] })
    } else {
      const among = { before: pieces.length > 0, after: index < lastSpoken }
      const piece = pieceOf(run, run.style.language ?? language, among, options)
      const registers = registersOf(index, wordsOf(piece.said.replaceAll('\n', ' ')))
      const first = startPiece(piece, registers, marks)
      if (first) marks = []
      last = piece.units.at(-1) ?? last
      pieces.push(piece)
    }
  }
  endMarks()
  return { pieces, leadingSilence, leadingMarks }
}

/** Gives the words their registers, and the first of them the marks before it; that word, if there is one. */
function startPiece(
  { units }: Piece,
  registers: readonly (WordRegister | undefined)[],
  marks: readonly string[],
): Unit | undefined {
  for (const [place, unit] of units.entries()) unit.register = registers[place]
  units[0]?.marksBefore.push(...marks)
  return units[0]
}

function isSpoken(run: Run): run is SpokenRun {
  return run.kind === 'text' || run.kind === 'ipa'
}

/** Tells every word of a stretch with a contour or a duration where in it it lies, by the letters before it. */
function placeInStretches(units: readonly Unit[]): void {
  const byContour = Map.groupBy(units, ({ style }) => style.contour)
  const byDuration = Map.groupBy(units, ({ style }) => style.duration)
  for (const [contour, own] of byContour) {
    if (!contour) continue
    const total = weightOf(own)
    let done = 0
    for (const unit of own) {
      const from = done / total
      done += unit.weight
      unit.place = { ...unit.place, from, to: done / total }
    }
  }
  for (const [duration, own] of byDuration) {
    if (!duration) continue
    const total = weightOf(own)
    for (const unit of own) unit.place = { ...unit.place, share: unit.weight / total }
  }
}

function weightOf(units: readonly Unit[]): number {
  return units.reduce((sum, { weight }) => sum + weight, 0)
}

function pieceOf(
  run: SpokenRun,
  language: LanguageCode,
  among: { readonly before: boolean; readonly after: boolean },
  options: ReadingOptions,
): Piece {
  const { style } = run
  if (run.kind === 'ipa') {
    const words = run.ipa.split(/\s+/).filter((ipa) => ipa !== '')
    const written = run.text.split(/\s+/).filter((text) => text !== '')
    const units = words.map((ipa, index): Unit => {
      const text = written.length === words.length ? (written[index] ?? ipa) : ipa
      return newUnit(language, style, ipa.length, { text, ipa })
    })
    return { said: units.map(() => STAND_IN).join(' '), units }
  }
  if (style.spelled) {
    const words = spellOut(run.text, language, options)
    const units = words.flatMap((names) => names.map((name) => unitOf(name, style)))
    const said = words.map((names) => names.map(saidOf).join(' ')).join(', ')
    return { said, units }
  }
  const said = breakLongWords(normaliseAmong(run.text, language, among, options))
  const units = wordsOf(said.replaceAll('\n', ' ')).map(
    (token): Unit => newUnit(language, style, token.length),
  )
  return { said, units }
}

function unitOf(name: SpelledName, style: SpeechStyle): Unit {
  const ipa = name.kind === 'ipa' ? { text: name.text, ipa: name.ipa } : undefined
  return newUnit(name.language, style, name.text.length, ipa)
}

const WHOLE: StretchPlace = { from: 0, to: 1, share: 0 }

function newUnit(
  language: LanguageCode,
  style: SpeechStyle,
  weight: number,
  ipa?: Unit['ipa'],
): Unit {
  const rest = { pause: 0, place: WHOLE, register: undefined, marksBefore: [], marksAfter: [] }
  return { language, style, ipa, weight: Math.max(1, weight), ...rest }
}

function saidOf(name: SpelledName): string {
  return name.kind === 'ipa' ? STAND_IN : name.text
}

/** Words of a line with the punctuation that follows them; a mark that stands alone joins the word before it. */
function wordsOf(line: string): string[] {
  const words: string[] = []
  for (const token of line.split(' ')) {
    if (/\p{L}/u.test(token)) words.push(token)
    else if (token !== '' && words.length > 0) words.push(`${words.pop()} ${token}`)
  }
  return words
}

type Placed = { readonly token: string; readonly unit: Unit | undefined }

function groupsOf(words: readonly Placed[]): WordGroup[] {
  const open: { readonly first: Unit; unit: Unit; readonly tokens: string[] }[] = []
  for (const { token, unit } of words) {
    const last = open.at(-1)
    if (!unit) continue
    if (!last || !goesOn(last.unit, unit)) open.push({ first: unit, unit, tokens: [token] })
    else {
      last.tokens.push(token)
      last.unit = unit
    }
  }
  return open.map(({ first, unit, tokens }, index) => {
    const isLast = index === open.length - 1
    const { marksBefore } = first
    return groupOf({ ...unit, marksBefore }, tokens.join(' '), isLast ? 0 : unit.pause)
  })
}

function goesOn(last: Unit, unit: Unit): boolean {
  const isPlaced = unit.style.contour !== undefined || unit.style.duration !== undefined
  return (
    last.pause === 0 &&
    !last.ipa &&
    !unit.ipa &&
    !isPlaced &&
    last.marksAfter.length === 0 &&
    unit.marksBefore.length === 0 &&
    last.language === unit.language &&
    sameStyle(last.style, unit.style)
  )
}

function groupOf(
  { language, style, ipa, place, marksBefore, marksAfter }: Unit,
  text: string,
  pauseAfterSeconds: number,
): WordGroup {
  const rest = {
    ...{ language, style, pauseAfterSeconds },
    ...(place === WHOLE ? {} : { place }),
    ...(marksBefore.length === 0 ? {} : { marksBefore }),
    ...(marksAfter.length === 0 ? {} : { marksAfter }),
  }
  if (!ipa) return { kind: 'text', text, ...rest }
  return { kind: 'ipa', ...ipa, breakAfter: /[,;:—.?!]/.test(text), ...rest }
}

/** A word with the marks after it, as it is written where it is said in IPA. */
function writtenAs({ token, unit }: Placed): string {
  return unit?.ipa ? unit.ipa.text + token.slice(STAND_IN.length) : token
}
