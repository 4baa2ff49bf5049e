import { Button, Checkbox, Input, TextInput } from '@mantine/core'
import { type ReactElement, useEffect, useState } from 'react'
import { sharedText, t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import { changeSettings } from '#renderer/settings.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { type Choice, ChoiceSelect } from '#renderer/ui/choice-select.tsx'
import { languageName } from '#renderer/ui/language-chip.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { StudioVoice } from '#renderer/voice.ts'
import { originsIn } from '#shared/app-origins.ts'
import type { SettingState } from '#shared/settings.ts'
import { type Setting, settingOf } from '#shared/settings-list.ts'
import { choiceWords, settingWords } from './setting-words.ts'

interface SettingFieldProps {
  /** Whether this window may name programs and folders of the computer. */
  readonly isLocal: boolean
  readonly state: SettingState
  readonly voices: readonly StudioVoice[]
  readonly formatNames: ReadonlyMap<string, string>
}

/** A setting: its value, which is stored when it is changed, where that comes from, and a way back to the default. */
export function SettingField({ state, isLocal, ...labels }: SettingFieldProps): ReactElement {
  const setting = settingOf(state.id)
  const { name } = settingWords(state.id)
  const { isPending, error, run, setError } = useAsyncAction('stays')
  const connected = useConnection().status === 'connected'
  const store = (value: string | null): void => {
    void run(async () => {
      await changeSettings({ [state.id]: value })
      announce(value === null ? t('settings:isDefault', { name }) : t('settings:stored', { name }))
    })
  }
  const isOverridden = state.source === 'environment' || state.source === 'option'
  const isElsewhere = setting.isLocal === true && !isLocal
  return (
    <div className="setting">
      <Control
        {...{ setting, value: state.value, error, store }}
        {...labels}
        disabled={!connected || isOverridden || isElsewhere}
        onEdit={() => setError(undefined)}
      />
      <Notes {...{ state, setting, isElsewhere }} />
      {state.stored !== undefined && !isElsewhere && (
        <Button
          variant="subtle"
          size="compact-sm"
          className="setting-reset"
          aria-label={t('settings:resetLabel', { name })}
          disabled={!connected}
          loading={isPending}
          onClick={() => store(null)}
        >
          {t('settings:reset')}
        </Button>
      )}
    </div>
  )
}

/** The name of the setting on the command line, and what else is to be known of its value. */
function Notes(props: {
  readonly state: SettingState
  readonly setting: Setting
  /** Whether it is changed on the command line alone. */
  readonly isElsewhere: boolean
}): ReactElement {
  const { state, setting, isElsewhere } = props
  const { environment, option } = setting
  return (
    <p className="setting-notes">
      <code>{state.id}</code>
      {state.source === 'environment' && (
        <strong>{t('settings:environment', { name: environment ?? '' })}</strong>
      )}
      {state.source === 'option' && <strong>{t('settings:option', { name: option ?? '' })}</strong>}
      {isElsewhere && (
        <strong>
          <RichText text="settings:elsewhere" parts={{ code: <code /> }} />
        </strong>
      )}
      {state.isPending && <strong>{t('settings:nextStart')}</strong>}
    </p>
  )
}

interface ControlProps extends Omit<SettingFieldProps, 'state' | 'isLocal'> {
  readonly setting: Setting
  readonly value: string
  readonly error: string | undefined
  readonly disabled: boolean
  readonly store: (value: string) => void
  readonly onEdit: () => void
}

function Control(props: ControlProps): ReactElement {
  const { setting, value, error, disabled, store } = props
  const { name: label, description } = settingWords(setting.id)
  if (setting.value.kind === 'list')
    return <ListControl {...props} choices={setting.value.choices} />
  if (setting.value.kind === 'origins') return <OriginsControl {...props} />
  const choices = choicesOf(props)
  if (choices === undefined) return <TextControl {...props} />
  return (
    <ChoiceSelect {...{ label, description, error, disabled, value, choices }} onChoose={store} />
  )
}

/** What can be chosen; undefined where a value is written. */
function choicesOf({
  setting,
  value,
  voices,
}: ControlProps): readonly Choice<string>[] | undefined {
  if (setting.value.kind === 'choice') return setting.value.choices.map(choiceWords)
  if (setting.value.kind !== 'voice') return undefined
  const known = voices.map(({ id, name, language }) => ({
    value: id,
    label: t('settings:voice', { name, language: languageName(language) }),
  }))
  const isMissing = value !== '' && voices.every(({ id }) => id !== value)
  return [
    { value: '', label: settingWords(setting.id).empty },
    ...(isMissing ? [{ value, label: t('settings:missing', { id: value }) }] : []),
    ...known,
  ]
}

function ListControl(
  props: ControlProps & { readonly choices: readonly Choice<string>[] },
): ReactElement {
  const { setting, value, error, disabled, store, choices, formatNames } = props
  const { name: label, description } = settingWords(setting.id)
  return (
    <Checkbox.Group
      {...{ label, description, error, disabled }}
      value={value.split(',')}
      onChange={(chosen) => store(chosen.join(','))}
    >
      <div className="setting-boxes">
        {choices.map((choice) => (
          <Checkbox
            key={choice.value}
            value={choice.value}
            label={formatNames.get(choice.value) ?? choiceWords(choice).label}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** The extensions and apps of a list, each of which can be taken out. The studio's question puts them in. */
function OriginsControl({ setting, value, error, disabled, store }: ControlProps): ReactElement {
  const { name, description, empty } = settingWords(setting.id)
  const origins = originsIn(value)
  return (
    <Input.Wrapper labelElement="div" {...{ label: name, description, error }}>
      {origins.length === 0 && <p className="text-secondary">{empty}</p>}
      <ul className="setting-origins" aria-label={name}>
        {origins.map((origin) => (
          <li key={origin}>
            <code>{origin}</code>
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={disabled}
              aria-label={t('settings:removeOrigin', { origin })}
              onClick={() => store(origins.filter((one) => one !== origin).join(','))}
            >
              {t('settings:remove')}
            </Button>
          </li>
        ))}
      </ul>
    </Input.Wrapper>
  )
}

/** Stores what is written when the field is left, or with Enter; Escape gives back what was there. */
function TextControl({
  setting,
  value,
  error,
  disabled,
  store,
  onEdit,
}: ControlProps): ReactElement {
  const [draft, setDraft] = useState(value)
  useEffect(() => setDraft(value), [value])
  const { value: kind } = setting
  const { name, description, empty } = settingWords(setting.id)
  const unit = kind.kind === 'number' ? sharedText(kind.unit) : ''
  const commit = (): void => {
    if (draft.trim() !== value) store(draft)
  }
  return (
    <TextInput
      label={unit === '' ? name : t('settings:withUnit', { name, unit })}
      {...{ description, error, disabled }}
      placeholder={setting.emptyWords === undefined ? undefined : empty}
      inputMode={kind.kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      value={draft}
      onChange={(event) => {
        onEdit()
        setDraft(event.currentTarget.value)
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit()
        if (event.key === 'Escape') {
          onEdit()
          setDraft(value)
        }
      }}
    />
  )
}
