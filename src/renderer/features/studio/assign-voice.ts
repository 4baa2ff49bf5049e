import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { lineNumbers } from '#shared/line-numbers.ts'
import { refreshVoices } from './load-studio.ts'
import { addLine, setVoice } from './script-commands.ts'
import { lineById, useStudio, voiceById } from './studio-store.ts'

/** Assigns a voice to the selected line, or to the first one. Adds a line to an empty script. */
export async function assignVoice(voiceId: string): Promise<void> {
  // The voice may have been created a moment ago.
  await refreshVoices()
  const { script, selectedId, voices } = useStudio.getState()
  if (script.lines.length === 0) addLine()
  const line = lineById(selectedId) ?? useStudio.getState().script.lines[0]
  const voice = voiceById(voices, voiceId)
  if (!line || !voice) return
  if (line.voice !== voiceId) setVoice(line.id, voiceId)
  useStudio.setState({
    selectedId: line.id,
    caret: { lineId: line.id, offset: line.text.length },
  })
  const number = lineNumbers(useStudio.getState().script.lines).get(line.id) ?? 0
  announce(t('studio:voice.assigned', { voice: voice.name, number }))
}
