import './verify.css'
import { FileButton } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { FileDrop } from '#renderer/ui/file-drop.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { SigningSection } from './signing-section.tsx'
import { VerificationList } from './verification-list.tsx'
import { addFiles, addRejection } from './verification-queue.ts'
import { useVerify } from './verify-store.ts'

/** Verify screen: verification of files, and the settings for signing. */
export function VerifyScreen({ notices }: { notices: ReactNode }): ReactElement {
  return (
    <div className="screen verify">
      <div className="notices">{notices}</div>
      <main className="page screen-page">
        <header className="screen-head">
          <h1>{t('verify:title')}</h1>
          <p>{t('verify:about')}</p>
        </header>
        <DropTarget />
        <Rejections />
        <VerificationList />
        <SigningSection />
      </main>
      <FileDrop onFiles={addFiles} onReject={addRejection} icon={IconFileSearch}>
        <p>{t('verify:drop.here')}</p>
        <p className="text-secondary">{t('verify:drop.withManifest')}</p>
      </FileDrop>
    </div>
  )
}

/** Why files of the last drop were rejected. */
function Rejections(): ReactElement | undefined {
  const refusals = useVerify((state) => state.rejections)
  if (refusals.length === 0) return undefined
  return (
    <ErrorAlert>
      {refusals.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </ErrorAlert>
  )
}

/** Drop target for files: large while the list is empty, a strip above it otherwise. */
function DropTarget(): ReactElement {
  const isEmpty = useVerify(({ verifications }) => verifications.length === 0)
  const connected = useConnection().status === 'connected'
  return (
    <section
      className="panel verify-panel"
      data-empty={isEmpty || undefined}
      aria-label={t('verify:drop.area')}
    >
      <IconFileSearch size={isEmpty ? 48 : 32} stroke={1.5} aria-hidden="true" />
      <div className="verify-panel-text">
        <p className="verify-panel-title">
          {t(isEmpty ? 'verify:drop.anywhere' : 'verify:drop.more')}
        </p>
        {isEmpty && <p>{t('verify:drop.formats')}</p>}
      </div>
      <FileButton multiple onChange={addFiles}>
        {(props) => (
          <button type="button" className="verify-choose" disabled={!connected} {...props}>
            {t('verify:drop.choose')}
          </button>
        )}
      </FileButton>
      {isEmpty && <p className="verify-panel-note">{t('verify:drop.note')}</p>}
    </section>
  )
}
