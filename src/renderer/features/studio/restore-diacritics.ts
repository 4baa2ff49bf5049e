import { notifications } from '@mantine/notifications'
import { call } from '#renderer/client.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { changeLine } from './script-edits.ts'
import { edit, lineById } from './studio-store.ts'
import { describeUncertainWords } from './uncertain-words.ts'

/** Write the marks into a Yoruba line with which it is spoken, as one step of undo, and name the words that are in doubt. */
export async function restoreDiacritics(lineId: string): Promise<void> {
  const before = lineById(lineId)?.text
  if (before === undefined) return
  try {
    const { text, words } = await call('diacritics.restore', { text: before })
    // What was typed meanwhile goes before.
    if (lineById(lineId)?.text !== before) return
    if (text !== before) edit('', (script) => changeLine(script, lineId, { text }))
    notify(
      text === before ? 'Nothing was missing' : 'The marks are written',
      describeUncertainWords(words),
    )
  } catch (error) {
    notify('The marks could not be written', errorMessage(error))
  }
}

function notify(title: string, message: string): void {
  notifications.show({ color: 'brand', title, message, autoClose: 12_000 })
}
