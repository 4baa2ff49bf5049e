import { notifications } from '@mantine/notifications'
import { call } from '#renderer/client.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { doubtsIn } from './doubts.ts'
import { changeLine } from './edits.ts'
import { edit, lineById } from './studio-store.ts'

/** Write the marks into a Yoruba line with which it is spoken, as one step of undo, and name the words that are in doubt. */
export async function writeMarks(lineId: string): Promise<void> {
  const before = lineById(lineId)?.text
  if (before === undefined) return
  try {
    const { text, words } = await call('diacritics.restore', { text: before })
    // What was typed meanwhile goes before.
    if (lineById(lineId)?.text !== before) return
    if (text !== before) edit('', (script) => changeLine(script, lineId, { text }))
    tell(text === before ? 'Nothing was missing' : 'The marks are written', doubtsIn(words))
  } catch (error) {
    tell('The marks could not be written', errorMessage(error))
  }
}

function tell(title: string, message: string): void {
  notifications.show({ color: 'dye', title, message, autoClose: 12_000 })
}
