import { notifications } from '@mantine/notifications'
import { knownVoices } from '#renderer/features/studio/import/cast-voices.ts'
import { importTable, importText } from '#renderer/features/studio/import/import-store.ts'
import { findNames } from '#renderer/features/studio/import/script-reading.ts'
import { foldName } from '#renderer/features/studio/import/speaker-name.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { showActionNotice } from '#renderer/ui/action-notice.tsx'
import { showError } from '#renderer/ui/show-error.ts'
import { LINE_LIMIT, type ScriptLine, TEXT_LIMIT } from '#shared/script.ts'
import { isTable, parsePaste, piecesOfText } from './parse-paste.ts'
import { addPasted, pasteAt, scriptFull, setText } from './script-commands.ts'
import { undoEdit, useStudio } from './studio-store.ts'

/**
 * Pastes several lines, or "Name: line" with a known name, as separate lines, and offers to keep them in one. A text with other names
 * or several columns opens the dialog of imports. Returns false for any other paste, which the text box handles.
 */
export function pasteIntoLine(line: ScriptLine, pasted: string, from: number, to: number): boolean {
  if (isTable(pasted)) {
    importTable(pasted, t('studio:paste.name'), line.id)
    return true
  }
  if (hasCast(pasted)) {
    importText(pasted, t('studio:paste.name'), line.id)
    return true
  }
  const found = parsePaste(pasted, useStudio.getState().voices)
  const before = line.text.slice(0, from)
  const after = line.text.slice(to)
  const whole = before + pasted.trim() + after
  if (found.length <= 1 && found[0]?.voice === undefined) return rejectTooLong(whole)
  if (!pasteAt(line.id, before, found, after)) {
    showError(t('studio:full'), scriptFull())
    return true
  }
  if (whole.length <= TEXT_LIMIT) offerOneLine(found.length, line.id, whole)
  return true
}

/** Appends dropped text to the script, one line per line of the text. */
export function appendDroppedText(text: string): void {
  if (isTable(text)) {
    importTable(text, t('studio:drop.name'))
    return
  }
  if (hasCast(text)) {
    importText(text, t('studio:drop.name'))
    return
  }
  if (text.trim() === '') {
    showError(t('studio:drop.nothing'), t('studio:drop.empty'))
    return
  }
  const found = parsePaste(text, useStudio.getState().voices)
  const added = addPasted(found)
  const missing = found.length - added
  const isDivided = found.length > piecesOfText(text).length
  notifications.show({
    color: missing > 0 ? 'orange' : 'brand',
    title: t('studio:drop.added', { count: added }),
    message:
      missing > 0
        ? t('studio:drop.notFitting', { count: missing, limit: LINE_LIMIT })
        : t(isDivided ? 'studio:drop.divided' : 'studio:drop.atEnd', { limit: TEXT_LIMIT }),
  })
}

/** Whether a text of several lines names people who are no voices: who they are is asked in the dialog of imports. */
function hasCast(text: string): boolean {
  const pieces = piecesOfText(text)
  const known = knownVoices(useStudio.getState().voices)
  if (pieces.length < 2) return false
  return findNames(pieces, new Set(known.keys())).some(
    ({ name, isLikely }) => isLikely && !known.has(foldName(name)),
  )
}

function offerOneLine(count: number, lineId: string, whole: string): void {
  const { history } = useStudio.getState()
  showActionNotice({
    title: t('studio:paste.asLines', { count }),
    action: t('studio:paste.asOneLine'),
    staysMs: 8_000,
    onAction() {
      // After another edit, undoing would revert that instead.
      if (useStudio.getState().history !== history) return
      undoEdit()
      setText(lineId, whole)
    },
  })
}

function rejectTooLong(text: string): boolean {
  if (text.length <= TEXT_LIMIT) return false
  showError(t('studio:paste.tooLong'), t('studio:paste.tooLongHint', { limit: TEXT_LIMIT }))
  return true
}
