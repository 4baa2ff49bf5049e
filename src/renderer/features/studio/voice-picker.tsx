import { IconChevronDown } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { StudioVoice } from '#renderer/voice.ts'
import type { ScriptLine } from '#shared/script.ts'
import { usePicker } from './use-picker.ts'
import { VoiceList } from './voice-list.tsx'

interface VoicePickerProps {
  readonly line: ScriptLine
  readonly number: number
  readonly voice: StudioVoice | undefined
}

/**
 * Picker for the voice of a line. Its list is rendered only while it is open, since a script has up to two thousand
 * lines.
 */
export function VoicePicker({ line, number, voice }: VoicePickerProps): ReactElement {
  const { opened, button, toggle, close } = usePicker()
  const name = voice?.name ?? `${line.voice} (unknown)`
  return (
    <div className="picker">
      <button
        ref={button}
        type="button"
        className="voice-button"
        aria-haspopup="listbox"
        aria-expanded={opened}
        aria-label={`Voice for line ${number}: ${name}`}
        // Keeps the focus in the search box, so that the list stays until the click closes both.
        onMouseDown={(event) => opened && event.preventDefault()}
        onClick={toggle}
      >
        {name}
        <IconChevronDown size={16} aria-hidden="true" />
      </button>
      {opened && <VoiceList line={line} number={number} voice={voice} onClose={close} />}
    </div>
  )
}
