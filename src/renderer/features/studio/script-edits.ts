import { LINE_LIMIT, type Script, type ScriptLine, SPEED, TEXT_LIMIT } from '#shared/script.ts'

/** Where the cursor goes after an edit. */
export interface Caret {
  readonly lineId: string
  readonly offset: number
}

/** An edited script with the cursor's new place; undefined instead of it where the edit does not apply. */
export interface EditResult {
  readonly script: Script
  readonly caret?: Caret
}

/** A line with one of its parts changed. */
export function changeLine(
  script: Script,
  lineId: string,
  change: Partial<Omit<ScriptLine, 'id'>>,
): EditResult {
  return rewriteLine(script, lineId, (line) => ({ ...line, ...change }))
}

/** A line written anew from what it was. */
export function rewriteLine(
  script: Script,
  lineId: string,
  rewrite: (line: ScriptLine) => ScriptLine,
): EditResult {
  const lines = script.lines.map((line) => (line.id === lineId ? rewrite(line) : line))
  return { script: { ...script, lines } }
}

/** Cut a line in two at `offset`; the second half keeps voice, language and speed and gets the cursor. */
export function splitLine(
  script: Script,
  lineId: string,
  offset: number,
  newId: string,
): EditResult | undefined {
  const index = script.lines.findIndex((line) => line.id === lineId)
  const line = script.lines[index]
  if (!line || script.lines.length >= LINE_LIMIT) return undefined
  const head = { ...line, text: line.text.slice(0, offset).trimEnd() }
  const tail = { ...line, id: newId, text: line.text.slice(offset).trimStart() }
  const lines = script.lines.toSpliced(index, 1, head, tail)
  return { script: { ...script, lines }, caret: { lineId: newId, offset: 0 } }
}

/** Join a line to the end of the one above, which keeps its voice; undefined for the first line or a text grown too long. */
export function mergeIntoPrevious(script: Script, lineId: string): EditResult | undefined {
  const index = script.lines.findIndex((line) => line.id === lineId)
  const line = script.lines[index]
  const above = script.lines[index - 1]
  if (!line || !above) return undefined
  const joint = needsSpace(above.text, line.text) ? ' ' : ''
  const text = above.text + joint + line.text
  if (text.length > TEXT_LIMIT) return undefined
  const lines = script.lines.toSpliced(index - 1, 2, { ...above, text })
  const offset = above.text.length + joint.length
  return { script: { ...script, lines }, caret: { lineId: above.id, offset } }
}

function needsSpace(before: string, after: string): boolean {
  return before !== '' && after !== '' && !/\s$/.test(before) && !/^\s/.test(after)
}

/** Put new lines after the line named, or at the end; undefined when the script is full. */
export function insertAfter(
  script: Script,
  afterId: string | undefined,
  added: readonly ScriptLine[],
): EditResult | undefined {
  const last = added.at(-1)
  if (!last || script.lines.length + added.length > LINE_LIMIT) return undefined
  const found = script.lines.findIndex((line) => line.id === afterId)
  const at = found < 0 ? script.lines.length : found + 1
  const lines = script.lines.toSpliced(at, 0, ...added)
  return {
    script: { ...script, lines },
    caret: { lineId: last.id, offset: last.text.length },
  }
}

/** Put several lines in the place of one; undefined when the script is full. */
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

/** The same line once more, below itself. */
export function duplicateLine(
  script: Script,
  lineId: string,
  newId: string,
): EditResult | undefined {
  const line = script.lines.find(({ id }) => id === lineId)
  return line && insertAfter(script, lineId, [{ ...line, id: newId }])
}

/** A script without the line; the cursor goes to the line above, or to the one that moved up. */
export function removeLine(script: Script, lineId: string): EditResult | undefined {
  const index = script.lines.findIndex((line) => line.id === lineId)
  if (index < 0) return undefined
  const lines = script.lines.toSpliced(index, 1)
  const next = lines[Math.max(0, index - 1)]
  const edited = { script: { ...script, lines } }
  return next ? { ...edited, caret: { lineId: next.id, offset: next.text.length } } : edited
}

/** Move a line so that it stands at `to` (counted without it); undefined where it stands there already. */
export function moveLine(script: Script, lineId: string, to: number): EditResult | undefined {
  const from = script.lines.findIndex((line) => line.id === lineId)
  const line = script.lines[from]
  const target = Math.max(0, Math.min(script.lines.length - 1, to))
  if (!line || target === from) return undefined
  const lines = script.lines.toSpliced(from, 1).toSpliced(target, 0, line)
  return { script: { ...script, lines } }
}

/** A new line that speaks like the one above it, until something is written in another language. */
export function newLineFrom(model: ScriptLine | undefined, id: string, voice: string): ScriptLine {
  const { languageChosen: _, ...like } = { speed: SPEED.normal, voice, ...model, id, text: '' }
  return like
}
