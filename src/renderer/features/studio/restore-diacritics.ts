import { notifications } from '@mantine/notifications'
import { call } from '#renderer/client.ts'
import { keepTakeFor } from '#renderer/features/studio/takes/same-reading.ts'
import { partIn } from '#renderer/features/studio/words/line-words.ts'
import { withMarks } from '#renderer/features/studio/words/read-word.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { respell, rewriteLine } from './script-edits.ts'
import { edit, lineById, useStudio } from './studio-store.ts'
import { describeUncertainWords } from './uncertain-words.ts'

/** Writes the diacritics into a Yoruba line as one undo step, and names the uncertain words. */
export async function restoreDiacritics(lineId: string): Promise<void> {
  const before = lineById(lineId)?.text
  if (before === undefined) return
  try {
    // Spans in other languages and controls stay as they are.
    const part = partIn(before, 'yo', 'yo')
    const marked = await call('diacritics.restore', {
      text: part,
      projectId: useStudio.getState().scriptId,
    })
    const { words } = marked
    const text = withMarks(before, marked) ?? before
    const line = lineById(lineId)
    if (line && line.text === before && text !== before) await keepTakeFor(line, text)
    // Text that was typed meanwhile takes precedence.
    if (lineById(lineId)?.text !== before) return
    if (text !== before)
      edit('', (script) => rewriteLine(script, lineId, (now) => respell(now, text)))
    notify(
      t(text === before ? 'studio:diacritics.noneMissing' : 'studio:diacritics.added'),
      describeUncertainWords(words),
    )
  } catch (error) {
    notify(t('studio:diacritics.notAdded'), errorMessage(error))
  }
}

function notify(title: string, message: string): void {
  notifications.show({ color: 'brand', title, message, autoClose: 12_000 })
}
