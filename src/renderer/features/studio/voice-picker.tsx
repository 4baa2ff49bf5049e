import { Combobox, useCombobox } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { Avatar } from '#renderer/ui/avatar.tsx'
import { languageName } from '#renderer/ui/language-chip.tsx'
import type { ScriptLine } from '#shared/script.ts'
import { setVoice } from './commands.ts'
import { useStudio, type Voice } from './studio-store.ts'
import { groupVoices } from './voice-groups.ts'

interface VoicePickerProps {
  readonly line: ScriptLine
  readonly number: number
  readonly voice: Voice | undefined
}

/** Who says a line. The list is only built when it is opened: a script has up to two thousand lines. */
export function VoicePicker({ line, number, voice }: VoicePickerProps): ReactElement {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const name = voice?.name ?? `${line.voice} (unknown)`
  const close = (): void => {
    setOpened(false)
    button.current?.focus()
  }
  return (
    <div className="picker">
      <button
        ref={button}
        type="button"
        className="voice-button"
        aria-haspopup="listbox"
        aria-expanded={opened}
        aria-label={`Voice for line ${number}: ${name}`}
        onClick={() => setOpened(!opened)}
      >
        {name}
        <IconChevronDown size={16} aria-hidden="true" />
      </button>
      {opened && <VoiceList line={line} number={number} onClose={close} />}
    </div>
  )
}

function VoiceList(props: {
  readonly line: ScriptLine
  readonly number: number
  readonly onClose: () => void
}): ReactElement {
  const { line, number, onClose } = props
  const voices = useStudio((studio) => studio.voices)
  const [search, setSearch] = useState('')
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const { focusSearchInput, selectActiveOption, selectFirstOption } = combobox
  useEffect(() => {
    focusSearchInput()
    // The options are on the page one frame later.
    const frame = requestAnimationFrame(() => selectActiveOption())
    return () => cancelAnimationFrame(frame)
  }, [focusSearchInput, selectActiveOption])
  const groups = groupVoices(voices, search)

  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={360}
      shadow="md"
      onOptionSubmit={(voice) => {
        if (voice !== line.voice) setVoice(line.id, voice)
        onClose()
      }}
    >
      <Combobox.DropdownTarget>
        <span className="picker-anchor" />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={`Search voices for line ${number}`}
          placeholder="Search by name, gender or sound"
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setTimeout(() => selectFirstOption(), 0)
          }}
          onBlur={onClose}
        />
        <Combobox.Options className="voice-options" aria-label={`Voices for line ${number}`}>
          {groups.map(({ language, voices: members }) => (
            <Combobox.Group key={language} label={languageName(language)}>
              {members.map((voice) => (
                <VoiceOption key={voice.id} voice={voice} active={voice.id === line.voice} />
              ))}
            </Combobox.Group>
          ))}
          {groups.length === 0 && <Combobox.Empty>No voice is described like that.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function VoiceOption({ voice, active }: { voice: Voice; active: boolean }): ReactElement {
  return (
    <Combobox.Option value={voice.id} active={active}>
      <div className="voice-option">
        <Avatar voiceId={voice.id} size={36} />
        <div>
          <div className="voice-option-name">
            {voice.name} <span className="quiet">{voice.gender}</span>
          </div>
          <div className="quiet">{voice.character}</div>
        </div>
        {active && <IconCheck size={18} aria-hidden="true" />}
      </div>
    </Combobox.Option>
  )
}
