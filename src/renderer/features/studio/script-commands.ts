import { chapterAt } from '#renderer/features/studio/chapters/chapter-outline.ts'
import { t } from '#renderer/i18n/i18n.ts'
import type { Transcription } from '#renderer/transcribe.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { randomId } from '#renderer/ui/random-id.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { lineNumbers } from '#shared/line-numbers.ts'
import { LINE_LIMIT, type ScriptLine, TEXT_LIMIT } from '#shared/script.ts'
import { changedSettings } from '#shared/settings-changes.ts'
import { offerUndo } from './deletion-notice.ts'
import { detectDoubtfulAgain } from './language-detection.ts'
import { withLanguage, withVoice } from './line-language.ts'
import type { PastedLine } from './parse-paste.ts'
import {
  changeLine,
  duplicateLines,
  insertAfter,
  mergeIntoPrevious,
  movedTogether,
  moveLine,
  moveLinesBy,
  newLineFrom,
  removeLines,
  replaceLine,
  respell,
  rewriteLine,
  rewriteLines,
  splitLine,
} from './script-edits.ts'
import { cancelLine } from './speech-queue.ts'
import { edit, lineById, useStudio, voiceById } from './studio-store.ts'
import { usualVoice } from './usual-voice.ts'
import { noteVoiceChoice } from './voice-by-language.ts'

/** Message for a script that has reached its limit. */
export function scriptFull(): string {
  return t('studio:lineLimit', { limit: LINE_LIMIT })
}

/** Sets the text. Letters typed into one word are one undo step. */
export function setText(lineId: string, text: string): void {
  const startsWord = /\s$/.test(text)
  edit(`text ${lineId} ${startsWord}`, (script) => changeLine(script, lineId, { text }))
}

/** Replaces part of the text of a line, as one undo step. The caret stands after what was written. */
export function replaceText(lineId: string, from: number, to: number, written: string): void {
  writePart(lineId, { from, to, written }, (line, text) => ({ ...line, text }))
}

/** As `replaceText`, where the words stay and only their spelling or reading is written: a translation that was accepted stays so. */
export function respellText(lineId: string, from: number, to: number, written: string): void {
  writePart(lineId, { from, to, written }, respell)
}

function writePart(
  lineId: string,
  { from, to, written }: { readonly from: number; readonly to: number; readonly written: string },
  withText: (line: ScriptLine, text: string) => ScriptLine,
): void {
  const line = lineById(lineId)
  if (!line) return
  const text = line.text.slice(0, from) + written + line.text.slice(to)
  if (text.length > TEXT_LIMIT) {
    announce(t('studio:textLimit', { limit: TEXT_LIMIT }))
    return
  }
  edit('', (script) => ({
    ...rewriteLine(script, lineId, (before) => withText(before, text)),
    caret: { lineId, offset: from + written.length },
  }))
}

/** Sets the voice, as `withVoice` does. An unknown voice changes nothing. */
export function setVoice(lineId: string, voice: string): void {
  setVoices(new Set([lineId]), voice)
}

/** Sets the voice of lines, as `withVoice` does, as one undo step. An unknown voice changes nothing. */
export function setVoices(ids: ReadonlySet<string>, voice: string): void {
  const { voices, scriptId } = useStudio.getState()
  const after = voiceById(voices, voice)
  if (!after) return
  noteVoiceChoice(scriptId)
  edit('', (script) =>
    rewriteLines(script, ids, (line) =>
      line.voice === voice ? line : withVoice(line, voiceById(voices, line.voice), after),
    ),
  )
}

/** Sets the language that the user chose; the voice stays. */
export function setLanguage(lineId: string, language: LanguageCode): void {
  setLanguages(new Set([lineId]), language)
}

/** Sets the language of lines that the user chose, as one undo step; the voices stay. */
export function setLanguages(ids: ReadonlySet<string>, language: LanguageCode): void {
  const { voices } = useStudio.getState()
  edit('', (script) =>
    rewriteLines(script, ids, (line) => ({
      ...withLanguage(line, language, voiceById(voices, line.voice)),
      languageChosen: true,
    })),
  )
}

/** Sets the languages that the script is written in; none: it may be in any. Lines whose language is in doubt are looked at again. */
export function setScriptLanguages(languages: readonly LanguageCode[]): void {
  const { settings, ...script } = useStudio.getState().script
  const change = { languages: languages.length > 0 ? [...languages] : null }
  const changed = changedSettings(settings, change)
  detectDoubtfulAgain()
  useStudio.setState({ script: changed ? { ...script, settings: changed } : script })
}

/** How lines are spoken, besides voice and language. */
export type Delivery = Pick<ScriptLine, 'speed' | 'pitch' | 'volume' | 'pauseAfter'>

/**
 * Sets how lines are spoken. A value that is undefined is taken away, so that what holds for the voice or the script holds for the line.
 * Changes of the same value in quick succession are one undo step.
 */
export function setDelivery<K extends keyof Delivery>(
  ids: ReadonlySet<string>,
  field: K,
  value: Delivery[K],
): void {
  const [first = ''] = ids
  edit(`${field} ${ids.size} ${first}`, (script) =>
    rewriteLines(script, ids, (line) => {
      if (line.kind === 'chapter') return line
      const { [field]: before, ...rest } = line
      if (before === value) return line
      // Only fields that may be left out are ever given undefined.
      return (value === undefined ? rest : { ...rest, [field]: value }) as ScriptLine
    }),
  )
}

/** Writes a comment beside a line; an empty one is taken away. Letters in quick succession are one undo step. */
export function setComment(lineId: string, comment: string): void {
  edit(`comment ${lineId}`, (script) =>
    rewriteLine(script, lineId, ({ comment: _, ...line }) =>
      comment.trim() === '' ? line : { ...line, comment },
    ),
  )
}

/** Sets the pace. Changes in quick succession are one undo step. */
export function setSpeed(lineId: string, speed: number): void {
  setDelivery(new Set([lineId]), 'speed', speed)
}

/** Sets the title of the script. Changes in quick succession are one undo step. */
export function setTitle(title: string): void {
  edit('title', (script) => ({ script: { ...script, title } }))
}

/** Splits a line at `offset` of its text. Announces it if the script is full. */
export function splitAt(lineId: string, offset: number): void {
  if (!edit('', (script) => splitLine(script, lineId, offset, randomId()))) announce(scriptFull())
}

/** Joins a line to the one above, if there is one and the text does not become too long, and stops speaking it. */
export function mergeWithPrevious(lineId: string): void {
  const merged = edit('', (script) => mergeIntoPrevious(script, lineId))
  if (merged) cancelLine(lineId)
  else goToHeading(lineId)
}

/** Below a heading there is nothing to join: an empty line goes, and the caret moves to the end of the heading. */
function goToHeading(lineId: string): void {
  const { lines } = useStudio.getState().script
  const index = lines.findIndex(({ id }) => id === lineId)
  const above = lines[index - 1]
  if (above?.kind !== 'chapter') return
  if (lines[index]?.text === '') {
    edit('', (script) => removeLines(script, new Set([lineId])))
    cancelLine(lineId)
  } else
    useStudio.setState({
      caret: { lineId: above.id, offset: above.text.length },
      selectedId: above.id,
    })
}

/** Adds an empty line below a line or at the end, with the voice of the line above. */
export function addLine(afterId?: string): void {
  const { script } = useStudio.getState()
  const model = afterId === undefined ? script.lines.at(-1) : lineById(afterId)
  const line = newLineFrom(model, randomId(), usualVoice())
  if (!edit('', (before) => insertAfter(before, afterId, [line]))) announce(scriptFull())
}

/** Duplicates lines below the last of them, as one undo step. */
export function duplicateTogether(ids: ReadonlySet<string>): void {
  if (edit('', (script) => duplicateLines(script, ids, randomId)))
    announce(t('studio:lines.duplicated', { count: ids.size }))
  else announce(scriptFull())
}

/** Deletes a line, stops speaking it, and offers to undo that. */
export function remove(lineId: string): void {
  removeTogether(new Set([lineId]))
}

/** Deletes lines as one undo step, stops speaking them, and offers to undo that. */
export function removeTogether(ids: ReadonlySet<string>): void {
  if (!edit('', (script) => removeLines(script, ids))) return
  for (const id of ids) cancelLine(id)
  announce(t('studio:lines.deletedUndo', { count: ids.size }))
  offerUndo(t('studio:lines.deleted', { count: ids.size }))
}

/** Moves a line up (-1) or down (1). */
export function moveBy(lineId: string, steps: -1 | 1): void {
  const index = useStudio.getState().script.lines.findIndex(({ id }) => id === lineId)
  moveTo(lineId, index + steps)
}

/** Moves a line to an index counted without it. */
export function moveTo(lineId: string, place: number): void {
  if (edit('', (script) => moveLine(script, lineId, place))) announceMove(lineId)
}

/** Moves lines together up (-1) or down (1), as one undo step. */
export function moveTogetherBy(ids: ReadonlySet<string>, steps: -1 | 1): void {
  const [first] = ids
  if (first !== undefined && edit('', (script) => moveLinesBy(script, ids, steps)))
    announceMove(first)
}

/** Moves lines together in front of the one at an index, as one undo step. */
export function moveTogetherTo(ids: ReadonlySet<string>, index: number): void {
  const [first] = ids
  if (first !== undefined && edit('', (script) => movedTogether(script, ids, index)))
    announceMove(first)
}

function announceMove(lineId: string): void {
  const { lines } = useStudio.getState().script
  const chapter = chapterAt(
    lines,
    lines.findIndex(({ id }) => id === lineId),
  )
  const position = lineNumbers(lines).get(lineId) ?? 1
  announce(
    chapter?.title
      ? t('studio:lines.movedInChapter', { position, chapter: chapter.title })
      : t('studio:lines.moved', { position }),
  )
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
    const line = { ...newLineFrom(model, randomId(), usualVoice()), text }
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
  const line = { ...newLineFrom(model, randomId(), usualVoice()), text }
  // A voice that the text names speaks its own language, not that of the line above.
  return voice === undefined ? line : withLanguage({ ...line, voice }, undefined, undefined)
}
