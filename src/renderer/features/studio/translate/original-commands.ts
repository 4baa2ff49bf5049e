import { create } from 'zustand'
import { offerUndo } from '#renderer/features/studio/deletion-notice.ts'
import { withLanguage } from '#renderer/features/studio/line-language.ts'
import { rewriteLine, rewriteLines } from '#renderer/features/studio/script-edits.ts'
import { edit, lineById, useStudio, voiceById } from '#renderer/features/studio/studio-store.ts'
import { focusLineAfterMenu, focusLineIfLost } from '#renderer/features/studio/use-caret.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { translate } from '#renderer/translate.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { showError } from '#renderer/ui/show-error.ts'
import { type LineDoubts, lineDoubtsOf } from '#shared/doubts.ts'
import type { ScriptLine } from '#shared/script.ts'
import { languageOfLine, type TranslatedLine, useTranslate } from './translate-store.ts'
import { translationVoices } from './translation-voice.ts'

/** Writes the original beside a translation. Letters in quick succession are one undo step. */
export function setOriginal(lineId: string, text: string): void {
  edit(`original ${lineId}`, (script) =>
    rewriteLine(script, lineId, (line) =>
      line.original ? { ...line, original: { ...line.original, text } } : line,
    ),
  )
}

/**
 * Translates the original of a line again, as one undo step. A line whose original changes meanwhile is left as it is, and still counts as
 * outdated. Rejects with a message for the user.
 */
export async function translateAgain(line: ScriptLine, signal: AbortSignal): Promise<void> {
  const made = await translationOf(line, signal)
  if (!made || !putIn([made])) return
  focusLineIfLost(line.id)
  announce(t('translate:original.translatedAgain'))
}

/** How far the translation of all changed originals is; undefined while none goes on. */
export const useRetranslation = create<{
  readonly running: { readonly done: number; readonly total: number; stop(): void } | undefined
}>(() => ({ running: undefined }))

/** Lines whose original has changed since it was translated. */
export function outdatedLines(lines: readonly ScriptLine[]): readonly ScriptLine[] {
  return lines.filter(
    ({ original }) =>
      original && original.text !== original.translated && original.text.trim() !== '',
  )
}

/** Translates every line again whose original has changed, as one undo step, and offers to undo it. What was ready when it is stopped stays. */
export async function translateOutdated(): Promise<void> {
  if (useRetranslation.getState().running) return
  const lines = outdatedLines(useStudio.getState().script.lines)
  const stopped = new AbortController()
  const stop = (): void => stopped.abort(new Error('stopped'))
  const found: AnotherTranslation[] = []
  let failure: string | undefined
  for (const [done, line] of lines.entries()) {
    useRetranslation.setState({ running: { done, total: lines.length, stop } })
    try {
      const made = await translationOf(line, stopped.signal)
      if (made) found.push(made)
    } catch (error) {
      if (!stopped.signal.aborted) failure = errorMessage(error)
      break
    }
  }
  useRetranslation.setState({ running: undefined })
  const count = putIn(found)
  if (count > 0) offerUndo(t('translate:original.replaced', { count }))
  if (failure !== undefined) showError(t('translate:original.notTranslated'), failure)
}

/** What the original of a line has become in another translation. */
interface AnotherTranslation {
  readonly id: string
  readonly source: string
  readonly text: string
  readonly known: TranslatedLine
  readonly doubts: LineDoubts | undefined
}

async function translationOf(
  line: ScriptLine,
  signal: AbortSignal,
): Promise<AnotherTranslation | undefined> {
  const { id, original } = line
  if (!original) return undefined
  const { tone, formality } = useTranslate.getState()
  const { text: source, language: sourceLanguage } = original
  const target = languageOfLine(line)
  const order = { text: source, source: sourceLanguage, target, tone, formality }
  const { text: written, qualities, server, doubts } = await translate(order, signal)
  const text = written.trim()
  const known = { source: source.trim(), sourceLanguage, target, text, qualities, server }
  return { id, source, text, known, doubts: lineDoubtsOf(doubts) }
}

/** Puts translations into their lines, as one undo step. Returns of how many lines the original was still the same. */
function putIn(found: readonly AnotherTranslation[]): number {
  const made = new Map(
    found
      .filter(({ id, source }) => lineById(id)?.original?.text === source)
      .map((one) => [one.id, one]),
  )
  edit('', (script) =>
    rewriteLines(script, new Set(made.keys()), (line) => {
      const one = made.get(line.id)
      if (!one || !line.original) return line
      const { source, text, doubts } = one
      const { doubts: _, ...rest } = line
      const original = { ...line.original, translated: source, made: text }
      return { ...rest, text, original, ...(doubts && { doubts }) }
    }),
  )
  const known = [...made].map(([id, one]) => [id, one.known] as const)
  const { translated } = useTranslate.getState()
  useTranslate.setState({ translated: { ...translated, ...Object.fromEntries(known) } })
  return made.size
}

/** Takes the original away; the translation stays. */
export function removeOriginal(lineId: string): void {
  edit('', (script) => rewriteLine(script, lineId, ({ original: _, ...line }) => line))
  focusLineAfterMenu(lineId)
  announce(t('translate:original.removed'))
}

/** Puts the original back into the place of its translation, in its own language; who speaks it is chosen as for a translation. */
export function restoreOriginal(lineId: string): void {
  const { voices, favourites } = useStudio.getState()
  edit('', (script) =>
    rewriteLine(script, lineId, ({ original, doubts: _, ...line }) => {
      if (!original) return line
      const { text, language } = original
      const voice = translationVoices(language, voices, favourites, [])(line.voice)
      const back = withLanguage({ ...line, text, voice }, language, voiceById(voices, voice))
      return { ...back, languageChosen: true }
    }),
  )
  focusLineAfterMenu(lineId)
  announce(t('translate:original.restored'))
}

/** Says that the translation of a line is right as it stands. Another text of the line is in doubt again. */
export function acceptTranslation(lineId: string): void {
  edit('', (script) =>
    rewriteLine(script, lineId, (line) =>
      line.doubts ? { ...line, doubts: { ...line.doubts, accepted: line.text } } : line,
    ),
  )
  focusLineIfLost(lineId)
  announce(t('translate:doubts.accepted'))
}
