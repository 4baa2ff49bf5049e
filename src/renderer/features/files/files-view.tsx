import { Button, Loader, Modal } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { ChoiceSelect } from '#renderer/ui/choice-select.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import { sizeWords } from '#renderer/ui/size-words.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { Output } from '#shared/api.ts'
import type { Verdict } from '#shared/provenance.ts'
import { CleanUpDialog } from './clean-up-dialog.tsx'
import { FileRow } from './file-row.tsx'
import { bytesOf, countWords, filesFound } from './file-words.ts'
import { closeVerdict, loadFiles } from './files-actions.ts'
import { useFiles } from './files-store.ts'
import { FILE_SOURCE_CHOICES } from './source-choices.ts'

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
          <Loader type="dots" size="sm" aria-hidden="true" /> Loading the files…
        </p>
      )}
      {listing.status === 'failed' && (
        <ErrorAlert onRetry={() => void loadFiles()}>
          {`The files could not be loaded. ${listing.reason}`}
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
        Nothing yet. What you export on the <a href="#/">Script screen</a>, and what programs send
        to <code>/v1/files</code>, is listed here.
      </p>
    )
  const found = filesFound(files, search, source)
  const shown = found.slice(0, pages * PAGE)
  return (
    <>
      <search className="filters" aria-label="Filter files">
        <SearchField
          className="filters-search"
          aria-label="Search files"
          placeholder="Search by name, script, account or format"
          value={search}
          onSearch={(words) => useFiles.setState({ search: words })}
        />
        <ChoiceSelect
          aria-label="Kind of file"
          choices={FILE_SOURCE_CHOICES}
          value={source}
          onChoose={(chosen) => useFiles.setState({ source: chosen })}
        />
        <Button variant="default" onClick={() => setCleaning(true)}>
          Clean up…
        </Button>
      </search>
      <Storage files={files} accounts={accounts} />
      <p className="visually-hidden" role="status">
        {countWords(found.length)}
      </p>
      {found.length === 0 && <p>No file matches your search.</p>}
      <ul className="files-list" aria-label="Files">
        {shown.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
      {shown.length < found.length && (
        <Button variant="subtle" onClick={() => setPages(pages + 1)}>
          Show more ({found.length - shown.length} left)
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
    <ul className="files-storage" aria-label="Storage">
      <li>
        Exports: {countWords(exported.length)}, {sizeWords(bytesOf(exported))}
      </li>
      {accounts.map(({ account, used, total }) => (
        <li key={account}>
          API, account <bdi>{account}</bdi>: {sizeWords(used)} of {sizeWords(total)}
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
      title={verdict?.title ?? `Verifying ${name}`}
      size={640}
    >
      {verdict ? (
        verdictDetails(name, verdict)
      ) : (
        <p role="status">
          <Loader type="dots" size="sm" aria-hidden="true" /> Reading the file and its signature…
        </p>
      )}
    </Modal>
  )
}
