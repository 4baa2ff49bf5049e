import './settings.css'
import { Loader } from '@mantine/core'
import { type ReactElement, type ReactNode, useState } from 'react'
import { loadSettings, useSettings } from '#renderer/settings.ts'
import { CopyButton } from '#renderer/ui/copy-button.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import type { StudioVoice } from '#renderer/voice.ts'
import { foldText } from '#shared/fold-text.ts'
import type { SettingState, SettingsView } from '#shared/settings.ts'
import { SETTING_SECTIONS, type SettingSection, settingOf } from '#shared/settings-list.ts'
import { SettingField } from './setting-field.tsx'

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
          <h1>Settings</h1>
          <p>
            For the studio, the API and the command line on this computer. A change is stored at
            once; <code>griot settings list</code> shows the same.
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
        <Loader type="dots" size="sm" aria-hidden="true" /> Loading the settings…
      </p>
    )
  if (view.status === 'failed')
    return (
      <ErrorAlert onRetry={() => void loadSettings()}>
        {`The settings could not be loaded: ${view.reason}`}
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
  const isSigningShown = foldText(SIGNING_WORDS).includes(query)
  return (
    <>
      {view.problem !== undefined && <ErrorAlert>{view.problem}</ErrorAlert>}
      <SearchField aria-label="Search settings" value={search} onSearch={setSearch} />
      {shown.map(({ id, name }) => (
        <Section key={id} id={id} name={name}>
          {id === 'folders' && <DataFolder home={view.home} />}
          {id === 'models' && (
            <p className="text-secondary">
              Packs are installed and removed on the <a href="#/models">Models screen</a>.
            </p>
          )}
          {id === 'shortcuts'
            ? shortcuts
            : statesIn(id).map((state) => (
                <SettingField key={state.id} state={state} isLocal={view.isLocal} {...labels} />
              ))}
        </Section>
      ))}
      {isSigningShown && (
        <Section id="signing" name="Signing">
          <p>
            What is written into signed files, the certificate and known signers are on the{' '}
            <a href="#/verify">Verify screen</a>; keys of the API and who is signed in, on the{' '}
            <a href="#/api">API screen</a>.
          </p>
        </Section>
      )}
      {shown.length === 0 && !isSigningShown && (
        <p className="text-secondary" role="status">
          No setting matches your search.
        </p>
      )}
    </>
  )
}

const SIGNING_WORDS = 'Signing: certificate, known signers, author, keys of the API'

function matches({ id }: SettingState, query: string): boolean {
  const { name, description, section, environment = '' } = settingOf(id)
  const title = SETTING_SECTIONS.find((one) => one.id === section)?.name
  return foldText([id, name, description, title, environment].join(' ')).includes(query)
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
        Projects, takes, voices and everything else that Griot keeps are in <code>{home}</code>. Set
        the environment variable GRIOT_HOME to use another folder.
      </p>
      <CopyButton value={home} label="Copy the path" variant="default" size="compact-md" />
    </div>
  )
}
