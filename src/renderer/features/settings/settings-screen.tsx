import { t } from '#renderer/i18n/i18n.ts'
import { RichText, TextLink } from '#renderer/i18n/rich-text.tsx'
import './settings.css'
import { Loader } from '@mantine/core'
import { type ReactElement, type ReactNode, useState } from 'react'
import { loadSettings, useSettings } from '#renderer/settings.ts'
import { CopyButton } from '#renderer/ui/copy-button.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import type { StudioVoice } from '#renderer/voice.ts'
import { foldText } from '#shared/fold-text.ts'
import { SETTING_SECTIONS, type SettingSection } from '#shared/setting-definition.ts'
import type { SettingState, SettingsView } from '#shared/settings.ts'
import { settingOf } from '#shared/settings-list.ts'
import { SettingField } from './setting-field.tsx'
import { sectionName, settingWords } from './setting-words.ts'

interface SettingsScreenProps {
  readonly notices: ReactNode
  readonly voices: readonly StudioVoice[]
  /** Formats of exports, as people call them. */
  readonly formatNames: ReadonlyMap<string, string>
  /** The list of shortcuts, with which their keys are changed. */
  readonly shortcuts: ReactNode
}

/** Settings screen: every setting in sections, with a search. */
export function SettingsScreen({ notices, ...props }: SettingsScreenProps): ReactElement {
  return (
    <div className="screen settings">
      <div className="notices">{notices}</div>
      <main className="page screen-page">
        <header className="screen-head">
          <h1>{t('settings:title')}</h1>
          <p>
            <RichText text="settings:about" parts={{ code: <code /> }} />
          </p>
        </header>
        <LoadedSettings {...props} />
      </main>
    </div>
  )
}

function LoadedSettings(props: Omit<SettingsScreenProps, 'notices'>): ReactElement {
  const view = useSettings((settings) => settings.view)
  if (view.status === 'loading')
    return (
      <p className="text-secondary" role="status">
        <Loader type="dots" size="sm" aria-hidden="true" /> {t('settings:loading')}
      </p>
    )
  if (view.status === 'failed')
    return (
      <ErrorAlert onRetry={() => void loadSettings()}>
        {t('settings:notLoaded', { reason: view.reason })}
      </ErrorAlert>
    )
  return <Sections {...props} view={view.value} />
}

function Sections({
  view,
  shortcuts,
  ...labels
}: Omit<SettingsScreenProps, 'notices'> & { readonly view: SettingsView }): ReactElement {
  const [search, setSearch] = useState('')
  const query = foldText(search.trim())
  const found = view.settings.filter((state) => matches(state, query))
  const statesIn = (section: SettingSection): readonly SettingState[] =>
    found.filter(({ id }) => settingOf(id).section === section)
  const shown = SETTING_SECTIONS.filter(({ id }) => statesIn(id).length > 0)
  return (
    <>
      {view.problem !== undefined && <ErrorAlert>{view.problem}</ErrorAlert>}
      <SearchField aria-label={t('settings:search')} value={search} onSearch={setSearch} />
      {shown.map(({ id }) => (
        <Section key={id} id={id} name={sectionName(id)}>
          {id === 'folders' && <DataFolder home={view.home} />}
          {id === 'signing' && (
            <p className="text-secondary">
              <RichText
                text="settings:signing"
                parts={{ verify: <TextLink href="#/verify" />, api: <TextLink href="#/api" /> }}
              />
            </p>
          )}
          {id === 'models' && (
            <p className="text-secondary">
              <RichText text="settings:packs" parts={{ models: <TextLink href="#/models" /> }} />
            </p>
          )}
          {id === 'shortcuts'
            ? shortcuts
            : statesIn(id).map((state) => (
                <SettingField key={state.id} state={state} isLocal={view.isLocal} {...labels} />
              ))}
        </Section>
      ))}
      {shown.length === 0 && (
        <p className="text-secondary" role="status">
          {t('settings:nothingFound')}
        </p>
      )}
    </>
  )
}

function matches({ id }: SettingState, query: string): boolean {
  const { section, environment = '' } = settingOf(id)
  const { name, description } = settingWords(id)
  return foldText([id, name, description, sectionName(section), environment].join(' ')).includes(
    query,
  )
}

function Section(props: {
  readonly id: string
  readonly name: string
  readonly children: ReactNode
}): ReactElement {
  const title = `settings-${props.id}`
  return (
    <section className="settings-section" aria-labelledby={title}>
      <h2 id={title}>{props.name}</h2>
      {props.children}
    </section>
  )
}

function DataFolder({ home }: { home: string }): ReactElement {
  return (
    <div className="settings-folder">
      <p>
        <RichText text="settings:home" parts={{ code: <code /> }} values={{ home }} />
      </p>
      <CopyButton value={home} label={t('settings:copyPath')} variant="default" size="compact-md" />
    </div>
  )
}
