import { withLanguage } from '#renderer/features/studio/line-language.ts'
import { rewriteLine } from '#renderer/features/studio/script-edits.ts'
import { edit, lineById, useStudio, voiceById } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { translate } from '#renderer/translate.ts'
import { announce } from '#renderer/ui/announce.tsx'
import type { ScriptLine } from '#shared/script.ts'
import { languageOfLine, useTranslate } from './translate-store.ts'

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
  const { original } = line
  if (!original) return
  const { tone, formality, translated } = useTranslate.getState()
  const { text: source, language } = original
  const target = languageOfLine(line)
  const order = { text: source, source: language, target, tone, formality }
  const translation = await translate(order, signal)
  if (lineById(line.id)?.original?.text !== source) return
  const text = translation.text.trim()
  edit('', (script) =>
    rewriteLine(script, line.id, (now) => ({
      ...now,
      text,
      original: { text: source, language, translated: source, made: text },
    })),
  )
  const { qualities, server } = translation
  const known = { source: source.trim(), sourceLanguage: language, target, text, qualities, server }
  useTranslate.setState({ translated: { ...translated, [line.id]: known } })
  announce(t('translate:original.translatedAgain'))
}

/** Takes the original away; the translation stays. */
export function removeOriginal(lineId: string): void {
  edit('', (script) => rewriteLine(script, lineId, ({ original: _, ...line }) => line))
  announce(t('translate:original.removed'))
}

/** Puts the original back into the place of its translation, in its own language; the voice stays. */
export function restoreOriginal(lineId: string): void {
  const { voices } = useStudio.getState()
  edit('', (script) =>
    rewriteLine(script, lineId, ({ original, ...line }) => {
      if (!original) return line
      const { text, language } = original
      const back = withLanguage({ ...line, text }, language, voiceById(voices, line.voice))
      return { ...back, languageChosen: true }
    }),
  )
  announce(t('translate:original.restored'))
}
