import './verify.css'
import { FileButton } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { FileDrop } from '#renderer/ui/file-drop.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { CheckList } from './check-list.tsx'
import { refuse, takeFiles } from './checking.ts'
import { SigningPart } from './signing-part.tsx'
import { useVerify } from './verify-store.ts'

/** The Verify screen: what a file says of where it comes from, and what Griot writes into its own. */
export function VerifyScreen({ notices }: { notices: ReactNode }): ReactElement {
  return (
    <div className="screen verify">
      <div className="notices">{notices}</div>
      <main className="page screen-page">
        <header className="screen-head">
          <h1>Verify</h1>
          <p>
            Griot signs the sound files that it makes. Here you read what a file says of where it
            comes from, whoever made it.
          </p>
        </header>
        <DropPlace />
        <Refusals />
        <CheckList />
        <SigningPart />
      </main>
      <FileDrop onFiles={takeFiles} onReject={refuse} icon={IconFileSearch}>
        <p>Drop it here to read where it comes from.</p>
        <p className="quiet">A .c2pa file that lay beside it goes into the same drop.</p>
      </FileDrop>
    </div>
  )
}

/** What could not be taken, until something is. */
function Refusals(): ReactElement | undefined {
  const refusals = useVerify((state) => state.refusals)
  if (refusals.length === 0) return undefined
  return (
    <ErrorAlert>
      {refusals.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </ErrorAlert>
  )
}

/** Where files go: large while there is nothing else to see, a strip above the verdicts. */
function DropPlace(): ReactElement {
  const isEmpty = useVerify(({ checks }) => checks.length === 0)
  const connected = useConnection().status === 'connected'
  return (
    <section
      className="cloth verify-cloth"
      data-empty={isEmpty || undefined}
      aria-label="Files to verify"
    >
      <IconFileSearch size={isEmpty ? 48 : 32} stroke={1.5} aria-hidden="true" />
      <div className="verify-cloth-words">
        <p className="verify-cloth-call">
          {isEmpty ? 'Drop a sound file anywhere on this screen' : 'Drop more files, or'}
        </p>
        {isEmpty && (
          <p>
            WAV, MP3, FLAC, Ogg and WebM, made by Griot or signed by another program. It stays on
            this computer and is not kept.
          </p>
        )}
      </div>
      <FileButton multiple onChange={takeFiles}>
        {(props) => (
          <button type="button" className="verify-choose" disabled={!connected} {...props}>
            Choose files
          </button>
        )}
      </FileButton>
      {isEmpty && (
        <p className="verify-cloth-note">
          If a .c2pa file lies beside it, drop or choose both together.
        </p>
      )}
    </section>
  )
}
