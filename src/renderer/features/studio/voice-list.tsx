import { Combobox, useCombobox } from '@mantine/core'
import { IconCheck, IconMicrophone } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type ReactElement, useEffect, useState } from 'react'
import { sharedText, t } from '#renderer/i18n/i18n.ts'
import { Avatar } from '#renderer/ui/avatar.tsx'
import { LanguageChip, languageName } from '#renderer/ui/language-chip.tsx'
import { PickerAnchor } from '#renderer/ui/picker-anchor.tsx'
import { PreviewButton } from '#renderer/ui/preview-button.tsx'
import { introductionPreview, stopPreview } from '#renderer/ui/voice-preview.ts'
import type { StudioVoice } from '#renderer/voice.ts'
import type { ScriptLine } from '#shared/script.ts'
import { spokenLanguage } from './line-language.ts'
import { refreshVoices } from './load-studio.ts'
import { setVoice } from './script-commands.ts'
import { useStudio } from './studio-store.ts'
import { groupVoices, type VoiceGroup } from './voice-groups.ts'

interface VoiceListProps {
  readonly line: ScriptLine
  readonly number: number
  readonly voice: StudioVoice | undefined
  readonly onClose: () => void
}

/**
 * List of voices with a search: favourites and custom voices first, then those of the line's language. Enter chooses;
 * Tab goes to the preview button, then to the link to the recorder.
 */
export function VoiceList({ line, number, voice, onClose }: VoiceListProps): ReactElement {
  const voices = useStudio((studio) => studio.voices)
  const favourites = useStudio((studio) => studio.favourites)
  const [search, setSearch] = useState('')
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const { focusSearchInput, selectActiveOption, selectFirstOption } = combobox
  useEffect(() => {
    focusSearchInput()
    // The options are rendered one frame later.
    const frame = requestAnimationFrame(() => selectActiveOption())
    return () => cancelAnimationFrame(frame)
  }, [focusSearchInput, selectActiveOption])
  // A voice may have been created or deleted over HTTP meanwhile.
  useEffect(() => {
    void refreshVoices()
  }, [])
  // A preview stops when the list closes.
  useEffect(() => stopPreview, [])
  const groups = groupVoices(voices, search, spokenLanguage(line, voice), favourites)
  const rows = rowsOf(groups)

  const onBlur = (event: FocusEvent<HTMLElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) onClose()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const buttons = previewButtons(event.currentTarget)
    const at = event.target instanceof HTMLElement ? buttons.indexOf(event.target) : -1
    if (event.key === 'Tab' && moveFocusToOrFromLink(event, at >= 0)) return
    const steps = stepsFor(event, at >= 0)
    if (steps === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (at < 0) buttons[Math.max(0, combobox.getSelectedOptionIndex())]?.focus()
    else if (steps === 0) combobox.focusSearchInput()
    else {
      const next = (at + steps + buttons.length) % buttons.length
      combobox.selectOption(next)
      buttons[next]?.focus()
    }
  }

  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={400}
      shadow="md"
      onOptionSubmit={(chosen) => {
        setVoice(line.id, chosen)
        onClose()
      }}
    >
      <Combobox.DropdownTarget>
        <PickerAnchor />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown onBlur={onBlur} onKeyDown={onKeyDown}>
        <Combobox.Search
          aria-label={t('studio:voice.search', { number })}
          placeholder={t('studio:voice.searchHint')}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setTimeout(() => selectFirstOption(), 0)
          }}
        />
        <div className="voice-list">
          <Combobox.Options
            className="voice-options"
            aria-label={t('studio:voice.list', { number })}
          >
            {groups.map((group) => (
              <Combobox.Group key={keyOf(group)} label={<GroupName group={group} />}>
                {group.voices.map((member) => (
                  <VoiceOption
                    key={member.id}
                    voice={member}
                    active={member.id === line.voice}
                    row={rows.get(member.id)}
                  />
                ))}
              </Combobox.Group>
            ))}
            {groups.length === 0 && (
              <Combobox.Empty>{t('studio:voice.nothingFound')}</Combobox.Empty>
            )}
          </Combobox.Options>
          {groups.flatMap((group) =>
            group.voices.map((member) => (
              <div
                key={member.id}
                className="voice-preview"
                style={{ gridRow: rows.get(member.id) }}
              >
                <PreviewButton preview={introductionPreview(member)} tabIndex={-1} />
              </div>
            )),
          )}
        </div>
        <Combobox.Footer>
          <a className="voice-record-link" href="#/voices/record">
            <IconMicrophone size={18} aria-hidden="true" /> {t('studio:voice.record')}
          </a>
        </Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/**
 * Moves the focus with Tab from a preview button to the link below the list, or from there to the search. Returns
 * false for any other move.
 */
function moveFocusToOrFromLink(event: KeyboardEvent<HTMLElement>, onButton: boolean): boolean {
  const link = event.currentTarget.querySelector<HTMLElement>('.voice-record-link')
  const search = event.currentTarget.querySelector<HTMLElement>('input')
  const target = event.target === link ? search : onButton && !event.shiftKey ? link : undefined
  if (!target) return false
  event.preventDefault()
  event.stopPropagation()
  target.focus()
  return true
}

/** Preview buttons, one per option and in the same order. */
function previewButtons(list: HTMLElement): readonly HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('.preview-button')]
}

/** Direction of a key among the preview buttons: 1, -1, or 0 between them and the search; undefined for other keys. */
function stepsFor(event: KeyboardEvent, onButton: boolean): number | undefined {
  if (event.key === 'Tab') return onButton || !event.shiftKey ? 0 : undefined
  if (!onButton) return undefined
  if (event.key === 'ArrowDown') return 1
  if (event.key === 'ArrowUp') return -1
  return undefined
}

/**
 * Row of each voice in the grid of the list, by its id, below the name of its group. A list box holds options alone, so the preview buttons
 * stand beside it, each in the row of its voice.
 */
function rowsOf(groups: readonly VoiceGroup[]): ReadonlyMap<string, number> {
  const rows = new Map<string, number>()
  let row = 1
  for (const group of groups) {
    row += 1
    for (const { id } of group.voices) rows.set(id, row++)
  }
  return rows
}

function keyOf(group: VoiceGroup): string {
  return group.kind === 'language' ? group.language : group.kind
}

function GroupName({ group }: { group: VoiceGroup }): ReactElement {
  if (group.kind !== 'language')
    return <span className="voice-group">{t(`studio:voice.groups.${group.kind}`)}</span>
  return (
    <span className="voice-group">
      <LanguageChip code={group.language} />
    </span>
  )
}

function VoiceOption(props: {
  readonly voice: StudioVoice
  readonly active: boolean
  readonly row: number | undefined
}): ReactElement {
  const { voice, active, row } = props
  return (
    <Combobox.Option
      value={voice.id}
      active={active}
      aria-selected={active}
      style={{ gridRow: row }}
    >
      <div className="voice-option">
        <Avatar voiceId={voice.id} size={36} />
        <div>
          <div className="voice-option-name">
            {voice.name}{' '}
            {voice.kind === 'system' && (
              <span className="text-secondary">{t(`studio:voice.genders.${voice.gender}`)}</span>
            )}
          </div>
          <div className="text-secondary">
            {voice.kind === 'system' ? sharedText(voice.character) : languageName(voice.language)}
          </div>
        </div>
        {active && <IconCheck size={18} aria-hidden="true" />}
      </div>
    </Combobox.Option>
  )
}
