import { Button, Loader, Modal } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { ChoiceSelect } from '#renderer/ui/choice-select.tsx'
import { Confirmation } from '#renderer/ui/confirmation.tsx'
import { dateWords } from '#renderer/ui/date-words.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { LanguageChip } from '#renderer/ui/language-chip.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { Output } from '#shared/api.ts'
import type { HistoryEntry } from '#shared/history.ts'
import { lengthWords } from './file-words.ts'
import { useHistory } from './files-store.ts'
import { clearHistory, loadHistory, loadOlder } from './history-actions.ts'
import { MeasuredPanel } from './measured-panel.tsx'
import { SPEECH_SOURCE_CHOICES } from './source-choices.ts'

interface HistoryViewProps {
  readonly voiceName: (id: string) => ReactNode
}

/** What was spoken, with a search, and what it says about this computer. */
export function HistoryView({ voiceName }: HistoryViewProps): ReactElement {
  const connected = useConnection().status === 'connected'
  const { page, measured, search, source } = useHistory()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search loads other entries
  useEffect(() => {
    if (connected) void loadHistory()
    const refresh = (): void => void loadHistory()
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
  }, [connected, search, source])
  return (
    <>
      <MeasuredPanel measured={measured} />
      <search className="filters" aria-label="Filter the history">
        <SearchField
          className="filters-search"
          aria-label="Search the history"
          placeholder="Search by text, voice, language or key"
          value={search}
          onSearch={(words) => useHistory.setState({ search: words })}
        />
        <ChoiceSelect
          aria-label="Who asked"
          choices={SPEECH_SOURCE_CHOICES}
          value={source}
          onChoose={(chosen) => useHistory.setState({ source: chosen })}
        />
        <ClearButton />
      </search>
      {page.status === 'loading' && (
        <p className="text-secondary" role="status">
          <Loader type="dots" size="sm" aria-hidden="true" /> Loading the history…
        </p>
      )}
      {page.status === 'failed' && (
        <ErrorAlert onRetry={() => void loadHistory()}>
          {`The history could not be loaded. ${page.reason}`}
        </ErrorAlert>
      )}
      {page.status === 'loaded' && <Entries {...page.value} voiceName={voiceName} />}
    </>
  )
}

function Entries(props: Output<'history.list'> & HistoryViewProps): ReactElement {
  const { entries, total, isMore, voiceName } = props
  if (total === 0)
    return (
      <p>
        Nothing was spoken yet. Everything that the studio or the API speaks is noted here, on this
        computer only.
      </p>
    )
  if (entries.length === 0) return <p>Nothing in the history matches your search.</p>
  return (
    <>
      <ol className="history" aria-label="History">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} voice={voiceName(entry.voice)} />
        ))}
      </ol>
      {isMore && (
        <Button variant="subtle" onClick={() => void loadOlder()}>
          Show older ones
        </Button>
      )}
    </>
  )
}

const SOURCES: Readonly<Record<HistoryEntry['source'], string>> = {
  studio: 'Studio',
  export: 'Export',
  api: 'API',
}

function Entry({ entry, voice }: { entry: HistoryEntry; voice: ReactNode }): ReactElement {
  const { at, text, language, source, keyName, seconds, characters, isWhole } = entry
  const from = keyName === undefined ? SOURCES[source] : `${SOURCES[source]}, key ${keyName}`
  const isCut = text !== '' && characters > text.length
  return (
    <li className="history-entry">
      <span className="history-text">
        {text === '' ? (
          <em>Text not kept, as the caller asked</em>
        ) : (
          <bdi lang={language}>{isCut ? `${text}…` : text}</bdi>
        )}
      </span>
      <span className="file-facts">
        {voice} <LanguageChip code={language} /> {lengthWords(seconds)}
        {isWhole ? '' : ', stopped'} · {from} · <time dateTime={at}>{dateWords(at)}</time>
      </span>
    </li>
  )
}

function ClearButton(): ReactElement {
  const [isAsking, setAsking] = useState(false)
  const close = (): void => setAsking(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Clear…
      </Button>
      <Modal opened={isAsking} onClose={close} title="Forget what was spoken?" size={520}>
        <Confirmation
          className="dialog-form"
          cancelLabel="Keep it"
          confirmLabel="Forget all"
          isDestructive
          onCancel={close}
          onConfirm={async () => {
            await clearHistory()
            close()
          }}
        >
          <p>
            The whole history and what was measured are deleted from this computer. Scripts, takes
            and files stay.
          </p>
        </Confirmation>
      </Modal>
    </>
  )
}
