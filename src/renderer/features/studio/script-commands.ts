import type { Transcription } from '#renderer/transcribe.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { randomId } from '#renderer/ui/random-id.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { LINE_LIMIT, type ScriptLine } from '#shared/script.ts'
import { withLanguage, withVoice } from './line-language.ts'
import type { PastedLine } from './parse-paste.ts'
import {
  changeLine,
  duplicateLine,
  insertAfter,
  mergeIntoPrevious,
  moveLine,
  newLineFrom,
  removeLine,
  replaceLine,
  rewriteLine,
  splitLine,
} from './script-edits.ts'
import { cancelLine } from './speech-queue.ts'
import { edit, lineById, useStudio, voiceById } from './studio-store.ts'

/** Message for a script that has reached its limit. */
export const SCRIPT_FULL = `A script can have at most ${LINE_LIMIT.toLocaleString('en')} lines.`

/** Sets the text. Letters typed into one word are one undo step. */
export function setText(lineId: string, text: string): void {
  const startsWord = /\s$/.test(text)
  edit(`text ${lineId} ${startsWord}`, (script) => changeLine(script, lineId, { text }))
}

/** Sets the voice, as `withVoice` does. An unknown voice changes nothing. */
export function setVoice(lineId: string, voice: string): void {
  const { voices } = useStudio.getState()
  const after = voiceById(voices, voice)
  if (!after) return
  edit('', (script) =>
    rewriteLine(script, lineId, (line) => withVoice(line, voiceById(voices, line.voice), after)),
  )
}

/** Sets the language that the user chose; the voice stays. */
export function setLanguage(lineId: string, language: LanguageCode): void {
  const { voices } = useStudio.getState()
  edit('', (script) =>
    rewriteLine(script, lineId, (line) => ({
      ...withLanguage(line, language, voiceById(voices, line.voice)),
      languageChosen: true,
    })),
  )
}

/** Sets the pace. Changes in quick succession are one undo step. */
export function setSpeed(lineId: string, speed: number): void {
  edit(`speed ${lineId}`, (script) => changeLine(script, lineId, { speed }))
}

/** Sets the title of the script. Changes in quick succession are one undo step. */
export function setTitle(title: string): void {
  edit('title', (script) => ({ script: { ...script, title } }))
}

/** Splits a line at `offset` of its text. Announces it if the script is full. */
export function splitAt(lineId: string, offset: number): void {
  if (!edit('', (script) => splitLine(script, lineId, offset, randomId()))) announce(SCRIPT_FULL)
}

/** Joins a line to the one above, if there is one and the text does not become too long, and stops speaking it. */
export function mergeWithPrevious(lineId: string): void {
  const merged = edit('', (script) => mergeIntoPrevious(script, lineId))
  if (merged) cancelLine(lineId)
}

/** Adds an empty line below a line or at the end, with the voice of the line above. */
export function addLine(afterId?: string): void {
  const { script, voices } = useStudio.getState()
  const model = afterId === undefined ? script.lines.at(-1) : lineById(afterId)
  const line = newLineFrom(model, randomId(), voices[0]?.id ?? '')
  if (!edit('', (before) => insertAfter(before, afterId, [line]))) announce(SCRIPT_FULL)
}

/** Duplicates a line below itself. Announces it if the script is full. */
export function duplicate(lineId: string): void {
  if (!edit('', (script) => duplicateLine(script, lineId, randomId()))) announce(SCRIPT_FULL)
}

/** Deletes a line and stops speaking it. */
export function remove(lineId: string): void {
  edit('', (script) => removeLine(script, lineId))
  cancelLine(lineId)
  announce('Line deleted. Undo brings it back.')
}

/** Moves a line up (-1) or down (1). */
export function moveBy(lineId: string, steps: -1 | 1): void {
  const index = useStudio.getState().script.lines.findIndex(({ id }) => id === lineId)
  moveTo(lineId, index + steps)
}

/** Moves a line to an index counted without it. */
export function moveTo(lineId: string, place: number): void {
  const moved = edit('', (script) => moveLine(script, lineId, place))
  if (moved) announce(`Moved to position ${place + 1}.`)
}

/** Appends pasted lines. Returns how many were added. */
export function addPasted(pasted: readonly PastedLine[]): number {
  const { script } = useStudio.getState()
  const model = script.lines.at(-1)
  const added = pasted
    .slice(0, LINE_LIMIT - script.lines.length)
    .map((line) => pastedLine(line, model))
  const inserted = edit('', (before) => insertAfter(before, undefined, added))
  return inserted ? added.length : 0
}

/** A sentence of a recording that was written down. */
type Transcribed = Transcription['sentences'][number]

/**
 * Appends the sentences of a recording, each with its language and its time, as one undo step. The caret moves to the first.
 * Returns how many were added.
 */
export function addTranscribed(sentences: readonly Transcribed[]): number {
  const { script, voices } = useStudio.getState()
  const model = script.lines.at(-1)
  const added = sentences.slice(0, LINE_LIMIT - script.lines.length).map((sentence) => {
    const { text, start, end, language } = sentence
    const line = { ...newLineFrom(model, randomId(), voices[0]?.id ?? ''), text }
    const heardAt = { start: Math.max(0, start), end: Math.max(0, start, end) }
    return { ...withLanguage(line, language, voiceById(voices, line.voice)), heardAt }
  })
  const [first] = added
  const inserted = edit('', (before) => {
    const result = insertAfter(before, undefined, added)
    return result && first ? { ...result, caret: { lineId: first.id, offset: 0 } } : result
  })
  return inserted ? added.length : 0
}

/**
 * Inserts pasted lines at the caret of a line; the text before and after it stays around them. Returns false if the
 * script is full.
 */
export function pasteAt(
  lineId: string,
  before: string,
  pasted: readonly PastedLine[],
  after: string,
): boolean {
  const line = lineById(lineId)
  if (!line) return false
  const head = before.trim() === '' ? [] : [{ ...line, text: before.trimEnd() }]
  const tail = after.trim() === '' ? [] : [{ ...line, id: randomId(), text: after.trimStart() }]
  const added = pasted.map((known) => pastedLine(known, line))
  return edit('', (script) => replaceLine(script, lineId, [...head, ...added, ...tail]))
}

function pastedLine({ text, voice }: PastedLine, model: ScriptLine | undefined): ScriptLine {
  const { voices } = useStudio.getState()
  const line = { ...newLineFrom(model, randomId(), voices[0]?.id ?? ''), text }
  // A voice that the text names speaks its own language, not that of the line above.
  return voice === undefined ? line : withLanguage({ ...line, voice }, undefined, undefined)
}
