import { joinedDoubts, keptDoubts } from '#shared/doubts.ts'
import {
  LINE_LIMIT,
  LINE_SPEED,
  type Original,
  type Script,
  type ScriptLine,
  TEXT_LIMIT,
} from '#shared/script.ts'

/** Caret position after an edit; with an `end`, the text up to there is selected. */
export interface Caret {
  readonly lineId: string
  readonly offset: number
  readonly end?: number
}

/** Edited script with its new caret position. Edit functions return undefined if the edit does not apply. */
export interface EditResult {
  readonly script: Script
  readonly caret?: Caret
}

/** Changes fields of a line. */
export function changeLine(
  script: Script,
  lineId: string,
  change: Partial<Omit<ScriptLine, 'id'>>,
): EditResult {
  return rewriteLine(script, lineId, (line) => ({ ...line, ...change }))
}

/** Replaces a line with a function of it. */
export function rewriteLine(
  script: Script,
  lineId: string,
  rewrite: (line: ScriptLine) => ScriptLine,
): EditResult {
  const lines = script.lines.map((line) => (line.id === lineId ? rewrite(line) : line))
  return { script: { ...script, lines } }
}

/**
 * Line with its own words in another spelling, such as with marks, or with a part of them: a translation that was accepted stays so. A
 * line without text has no doubts.
 */
export function respell(line: ScriptLine, text: string): ScriptLine {
  const { doubts: _, ...rest } = line
  const doubts = keptDoubts(line, text)
  return { ...rest, text, ...(doubts && { doubts }) }
}

/** Replaces lines with functions of them, as one edit. Undefined if nothing changes. */
export function rewriteLines(
  script: Script,
  ids: ReadonlySet<string>,
  rewrite: (line: ScriptLine) => ScriptLine,
): EditResult | undefined {
  const lines = script.lines.map((line) => (ids.has(line.id) ? rewrite(line) : line))
  if (lines.every((line, index) => line === script.lines[index])) return undefined
  return { script: { ...script, lines } }
}

/**
 * Splits a line at `offset`. The second half keeps voice, language and speed, and gets the caret and the pause after the line; a comment
 * and the original of a translation stay with the first half. Halves of an accepted translation are accepted; one without text has no
 * doubts.
 */
export function splitLine(
  script: Script,
  lineId: string,
  offset: number,
  newId: string,
): EditResult | undefined {
  const index = script.lines.findIndex((line) => line.id === lineId)
  const line = script.lines[index]
  if (!line || script.lines.length >= LINE_LIMIT) return undefined
  const [before, after] = splitTimes(line, offset)
  const { pauseAfter: _, ...first } = line
  const { comment: __, original: ___, ...second } = line
  const head = respell({ ...first, ...before }, line.text.slice(0, offset).trimEnd())
  const tail = respell({ ...second, ...after, id: newId }, line.text.slice(offset).trimStart())
  const lines = script.lines.toSpliced(index, 1, head, tail)
  return { script: { ...script, lines }, caret: { lineId: newId, offset: 0 } }
}

/** Times in the recording of both halves of a line, in proportion to their letters; of a line that has none, none. */
function splitTimes(
  { heardAt, text }: ScriptLine,
  offset: number,
): readonly [Pick<ScriptLine, 'heardAt'>, Pick<ScriptLine, 'heardAt'>] {
  if (!heardAt) return [{}, {}]
  const { start, end } = heardAt
  const share = text.length === 0 ? 0 : offset / text.length
  const cut = Math.round((start + (end - start) * share) * 1_000) / 1_000
  return [{ heardAt: { start, end: cut } }, { heardAt: { start: cut, end } }]
}

/**
 * Joins a line to the one above, which keeps its voice and gets the pause after the line; comments, originals and doubts of both stay. The
 * translation is accepted if neither line was in doubt. Undefined for the first line, beside the heading of a chapter, or if the text
 * would be too long.
 */
export function mergeIntoPrevious(script: Script, lineId: string): EditResult | undefined {
  const index = script.lines.findIndex((line) => line.id === lineId)
  const line = script.lines[index]
  const above = script.lines[index - 1]
  if (!line || !above || line.kind === 'chapter' || above.kind === 'chapter') return undefined
  const joint = needsSpace(above.text, line.text) ? ' ' : ''
  const text = above.text + joint + line.text
  if (text.length > TEXT_LIMIT) return undefined
  const times = above.heardAt &&
    line.heardAt && { heardAt: { start: above.heardAt.start, end: line.heardAt.end } }
  const { pauseAfter: _, comment: __, original: ___, doubts: ____, ...rest } = above
  const doubts = joinedDoubts([above, line], text)
  const original = joinedOriginal(above.original, line.original)
  const comment = [above.comment, line.comment].filter(Boolean).join('\n').slice(0, 2_000)
  const merged = {
    ...{ ...rest, ...times, text },
    ...(line.pauseAfter !== undefined && { pauseAfter: line.pauseAfter }),
    ...(comment !== '' && { comment }),
    ...(original && { original }),
    ...(doubts && { doubts }),
  }
  const lines = script.lines.toSpliced(index - 1, 2, merged)
  const offset = above.text.length + joint.length
  return { script: { ...script, lines }, caret: { lineId: above.id, offset } }
}

/** Originals of two lines as one; where only one line has an original, or their languages differ, the first there is. */
function joinedOriginal(
  one: Original | undefined,
  other: Original | undefined,
): Original | undefined {
  if (!one || one.language !== other?.language) return one ?? other
  const joined = (first: string, second: string): string =>
    (first + (needsSpace(first, second) ? ' ' : '') + second).slice(0, TEXT_LIMIT)
  return {
    ...{ language: one.language, text: joined(one.text, other.text) },
    translated: joined(one.translated, other.translated),
    made: joined(one.made, other.made),
  }
}

function needsSpace(before: string, after: string): boolean {
  return before !== '' && after !== '' && !/\s$/.test(before) && !/^\s/.test(after)
}

/** Inserts lines after a line or at the end; undefined if the script is full. */
export function insertAfter(
  script: Script,
  afterId: string | undefined,
  added: readonly ScriptLine[],
): EditResult | undefined {
  const found = script.lines.findIndex((line) => line.id === afterId)
  return insertAt(script, found < 0 ? script.lines.length : found + 1, added)
}

/** Inserts lines in front of the one at an index; undefined if the script is full. */
export function insertAt(
  script: Script,
  at: number,
  added: readonly ScriptLine[],
): EditResult | undefined {
  const last = added.at(-1)
  if (!last || script.lines.length + added.length > LINE_LIMIT) return undefined
  const lines = script.lines.toSpliced(at, 0, ...added)
  return {
    script: { ...script, lines },
    caret: { lineId: last.id, offset: last.text.length },
  }
}

/** Replaces one line with several; undefined if the script is full. */
export function replaceLine(
  script: Script,
  lineId: string,
  replacement: readonly ScriptLine[],
): EditResult | undefined {
  const index = script.lines.findIndex((line) => line.id === lineId)
  const last = replacement.at(-1)
  const count = script.lines.length - 1 + replacement.length
  if (index < 0 || !last || count > LINE_LIMIT) return undefined
  const lines = script.lines.toSpliced(index, 1, ...replacement)
  return { script: { ...script, lines }, caret: { lineId: last.id, offset: last.text.length } }
}

/** Moves a line to the index `to`, counted without it; undefined if it is there already. */
export function moveLine(script: Script, lineId: string, to: number): EditResult | undefined {
  const from = script.lines.findIndex((line) => line.id === lineId)
  const line = script.lines[from]
  const target = Math.max(0, Math.min(script.lines.length - 1, to))
  if (!line || target === from) return undefined
  const lines = script.lines.toSpliced(from, 1).toSpliced(target, 0, line)
  return { script: { ...script, lines } }
}

/**
 * Moves lines together in front of the line at `index`, in their order, wherever they stood; undefined if they are there already.
 */
export function movedTogether(
  script: Script,
  ids: ReadonlySet<string>,
  index: number,
): EditResult | undefined {
  const at = Math.max(0, Math.min(script.lines.length, index))
  const stays = ({ id }: ScriptLine): boolean => !ids.has(id)
  const lines = [
    ...script.lines.slice(0, at).filter(stays),
    ...script.lines.filter(({ id }) => ids.has(id)),
    ...script.lines.slice(at).filter(stays),
  ]
  if (lines.every((line, place) => line === script.lines[place])) return undefined
  return { script: { ...script, lines } }
}

/** Moves lines together one place up (-1) or down (1), past the line next to them. Undefined at the ends. */
export function moveLinesBy(
  script: Script,
  ids: ReadonlySet<string>,
  steps: -1 | 1,
): EditResult | undefined {
  const first = script.lines.findIndex(({ id }) => ids.has(id))
  const last = script.lines.findLastIndex(({ id }) => ids.has(id))
  if (first < 0) return undefined
  return movedTogether(script, ids, steps < 0 ? first - 1 : last + 2)
}

/** Duplicates lines together below the last of them; undefined if the script is full. */
export function duplicateLines(
  script: Script,
  ids: ReadonlySet<string>,
  newId: () => string,
): EditResult | undefined {
  const copies = script.lines.flatMap((line) =>
    ids.has(line.id) ? [{ ...line, id: newId() }] : [],
  )
  const last = script.lines.findLast(({ id }) => ids.has(id))
  return insertAfter(script, last?.id, copies)
}

/** Removes lines. The caret moves to the line above the first of them, or to the one that takes its place. */
export function removeLines(script: Script, ids: ReadonlySet<string>): EditResult | undefined {
  const first = script.lines.findIndex(({ id }) => ids.has(id))
  if (first < 0) return undefined
  const lines = script.lines.filter(({ id }) => !ids.has(id))
  const next = lines[Math.max(0, first - 1)]
  const edited = { script: { ...script, lines } }
  return next ? { ...edited, caret: { lineId: next.id, offset: next.text.length } } : edited
}

/** New line with the voice, language and speed of the line above; its language follows the text. It is no heading, and has neither comment, original nor doubts. */
export function newLineFrom(model: ScriptLine | undefined, id: string, voice: string): ScriptLine {
  const {
    languageChosen: _,
    heardAt: __,
    kind: ___,
    comment: ____,
    pauseAfter: _____,
    original: ______,
    doubts: _______,
    ...like
  }: ScriptLine = { speed: LINE_SPEED.normal, voice, ...model, id, text: '' }
  return like
}
