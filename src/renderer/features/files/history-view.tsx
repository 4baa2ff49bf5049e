import { Button, Loader, Modal } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { dateWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { ChoiceSelect } from '#renderer/ui/choice-select.tsx'
import { Confirmation } from '#renderer/ui/confirmation.tsx'
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
import { speechSourceChoices } from './source-choices.ts'

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
      <search className="filters" aria-label={t('files:history.filter')}>
        <SearchField
          className="filters-search"
          aria-label={t('files:history.search')}
          placeholder={t('files:history.searchHint')}
          value={search}
          onSearch={(words) => useHistory.setState({ search: words })}
        />
        <ChoiceSelect
          aria-label={t('files:history.who')}
          choices={speechSourceChoices()}
          value={source}
          onChoose={(chosen) => useHistory.setState({ source: chosen })}
        />
        <ClearButton />
      </search>
      {page.status === 'loading' && (
        <p className="text-secondary" role="status">
          <Loader type="dots" size="sm" aria-hidden="true" /> {t('files:history.loading')}
        </p>
      )}
      {page.status === 'failed' && (
        <ErrorAlert onRetry={() => void loadHistory()}>
          {t('files:history.notLoaded', { reason: page.reason })}
        </ErrorAlert>
      )}
      {page.status === 'loaded' && <Entries {...page.value} voiceName={voiceName} />}
    </>
  )
}

function Entries(props: Output<'history.list'> & HistoryViewProps): ReactElement {
  const { entries, total, isMore, voiceName } = props
  if (total === 0) return <p>{t('files:history.empty')}</p>
  if (entries.length === 0) return <p>{t('files:history.nothingFound')}</p>
  return (
    <>
      <ol className="history" aria-label={t('files:history.label')}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} voice={voiceName(entry.voice)} />
        ))}
      </ol>
      {isMore && (
        <Button variant="subtle" onClick={() => void loadOlder()}>
          {t('files:history.older')}
        </Button>
      )}
    </>
  )
}

function Entry({ entry, voice }: { entry: HistoryEntry; voice: ReactNode }): ReactElement {
  const { at, text, language, source, keyName, seconds, characters, isWhole } = entry
  const name = t(`files:history.sources.${source}`)
  const from =
    keyName === undefined ? name : t('files:history.withKey', { source: name, key: keyName })
  const length = lengthWords(seconds)
  const isCut = text !== '' && characters > text.length
  return (
    <li className="history-entry">
      <span className="history-text">
        {text === '' ? (
          <em>{t('files:history.notKept')}</em>
        ) : (
          <bdi lang={language}>{isCut ? `${text}…` : text}</bdi>
        )}
      </span>
      <span className="file-facts">
        {voice} <LanguageChip code={language} />{' '}
        {isWhole ? length : t('files:history.stopped', { length })} · {from} ·{' '}
        <time dateTime={at}>{dateWords(at)}</time>
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
        {t('files:history.clearOpen')}
      </Button>
      <Modal opened={isAsking} onClose={close} title={t('files:history.clearTitle')} size={520}>
        <Confirmation
          className="dialog-form"
          cancelLabel={t('files:history.keep')}
          confirmLabel={t('files:history.clear')}
          isDestructive
          onCancel={close}
          onConfirm={async () => {
            await clearHistory()
            close()
          }}
        >
          <p>{t('files:history.clearMeans')}</p>
        </Confirmation>
      </Modal>
    </>
  )
}
