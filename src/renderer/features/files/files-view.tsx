import { Button, Loader, Modal } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText, TextLink } from '#renderer/i18n/rich-text.tsx'
import { ChoiceSelect } from '#renderer/ui/choice-select.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import { sizeWords } from '#renderer/ui/size-words.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { Output } from '#shared/api.ts'
import type { Verdict } from '#shared/provenance.ts'
import { CleanUpDialog } from './clean-up-dialog.tsx'
import { FileRow } from './file-row.tsx'
import { bytesOf, filesFound } from './file-words.ts'
import { closeVerdict, loadFiles } from './files-actions.ts'
import { useFiles } from './files-store.ts'
import { fileSourceChoices } from './source-choices.ts'

/** Files shown at first, and more at each press of the button. */
const PAGE = 100

interface FilesViewProps {
  readonly verdictDetails: (fileName: string, verdict: Verdict) => ReactNode
}

/** All files, with a search. */
export function FilesView({ verdictDetails }: FilesViewProps): ReactElement {
  const connected = useConnection().status === 'connected'
  const listing = useFiles((state) => state.listing)
  useEffect(() => {
    if (connected) void loadFiles()
    const refresh = (): void => void loadFiles()
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
  }, [connected])
  return (
    <>
      {listing.status === 'loading' && (
        <p className="text-secondary" role="status">
          <Loader type="dots" size="sm" aria-hidden="true" /> {t('files:loading')}
        </p>
      )}
      {listing.status === 'failed' && (
        <ErrorAlert onRetry={() => void loadFiles()}>
          {t('files:notLoaded', { reason: listing.reason })}
        </ErrorAlert>
      )}
      {listing.status === 'loaded' && <LoadedFiles {...listing.value} />}
      <VerdictDialog verdictDetails={verdictDetails} />
    </>
  )
}

function LoadedFiles({ files, accounts }: Output<'files.list'>): ReactElement {
  const { search, source } = useFiles()
  const [pages, setPages] = useState(1)
  const [isCleaning, setCleaning] = useState(false)
  if (files.length === 0)
    return (
      <p>
        <RichText text="files:empty" parts={{ script: <TextLink href="#/" />, code: <code /> }} />
      </p>
    )
  const found = filesFound(files, search, source)
  const shown = found.slice(0, pages * PAGE)
  return (
    <>
      <search className="filters" aria-label={t('files:filter')}>
        <SearchField
          className="filters-search"
          aria-label={t('files:search')}
          placeholder={t('files:searchHint')}
          value={search}
          onSearch={(words) => useFiles.setState({ search: words })}
        />
        <ChoiceSelect
          aria-label={t('files:kind')}
          choices={fileSourceChoices()}
          value={source}
          onChoose={(chosen) => useFiles.setState({ source: chosen })}
        />
        <Button variant="default" onClick={() => setCleaning(true)}>
          {t('files:cleanUpOpen')}
        </Button>
      </search>
      <Storage files={files} accounts={accounts} />
      <p className="visually-hidden" role="status">
        {t('files:count', { count: found.length })}
      </p>
      {found.length === 0 && <p>{t('files:nothingFound')}</p>}
      <ul className="files-list" aria-label={t('files:title')}>
        {shown.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
      {shown.length < found.length && (
        <Button variant="subtle" onClick={() => setPages(pages + 1)}>
          {t('files:more', { left: found.length - shown.length })}
        </Button>
      )}
      <CleanUpDialog files={files} opened={isCleaning} onClose={() => setCleaning(false)} />
    </>
  )
}

/** What the files take. */
function Storage({ files, accounts }: Output<'files.list'>): ReactElement {
  const exported = files.filter(({ source, state }) => source === 'export' && state === 'there')
  return (
    <ul className="files-storage" aria-label={t('files:storage')}>
      <li>
        {t('files:exportsUsed', {
          files: t('files:count', { count: exported.length }),
          size: sizeWords(bytesOf(exported)),
        })}
      </li>
      {accounts.map(({ account, used, total }) => (
        <li key={account}>
          <RichText
            text="files:accountUsed"
            parts={{ account: <bdi /> }}
            values={{ account, used: sizeWords(used), total: sizeWords(total) }}
          />
        </li>
      ))}
    </ul>
  )
}

function VerdictDialog({ verdictDetails }: FilesViewProps): ReactElement {
  const verified = useFiles((state) => state.verified)
  const name = verified?.file.name ?? ''
  const verdict = verified?.verdict
  return (
    <Modal
      opened={verified !== undefined}
      onClose={closeVerdict}
      title={verdict?.title ?? t('files:verifying', { name })}
      size={640}
    >
      {verdict ? (
        verdictDetails(name, verdict)
      ) : (
        <p role="status">
          <Loader type="dots" size="sm" aria-hidden="true" /> {t('files:reading')}
        </p>
      )}
    </Modal>
  )
}
