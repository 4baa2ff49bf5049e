import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import type { StudioVoice } from '#renderer/voice.ts'
import type { ScriptLine } from '#shared/script.ts'
import { usePicker } from './use-picker.ts'
import { VoiceList } from './voice-list.tsx'
import { useVoiceName } from './voice-names.ts'

interface VoicePickerProps {
  readonly line: ScriptLine
  readonly number: number
  readonly voice: StudioVoice | undefined
}

/** Picker for the voice of a line, which may be gone. Its list is rendered only while it is open. */
export function VoicePicker({ line, number, voice }: VoicePickerProps): ReactElement {
  const { opened, button, toggle, close } = usePicker()
  const name = useVoiceName(line.voice)
  return (
    <div className="picker">
      <button
        ref={button}
        type="button"
        className="voice-button"
        data-missing={!voice || undefined}
        title={t(voice ? 'studio:voice.title' : 'studio:voice.gone')}
        aria-haspopup="listbox"
        aria-expanded={opened}
        aria-label={t('studio:voice.ofLine', { number, voice: name })}
        // Keeps the focus in the search box, so that the list stays until the click closes both.
        onMouseDown={(event) => opened && event.preventDefault()}
        onClick={toggle}
      >
        {!voice && <IconAlertTriangle size={16} aria-hidden="true" />}
        {name}
        <IconChevronDown size={16} aria-hidden="true" />
      </button>
      {opened && <VoiceList line={line} number={number} voice={voice} onClose={close} />}
    </div>
  )
}
