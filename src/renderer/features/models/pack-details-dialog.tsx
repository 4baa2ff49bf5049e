import { Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import type { PackDetails, PackSummary } from '#shared/packs.ts'
import { DetailsState, LicenceText, usePackDetails } from './licence-text.tsx'

interface PackDetailsDialogProps {
  readonly pack: PackSummary
  readonly opened: boolean
  readonly onClose: () => void
}

/** Figures, notes, source, files and licence of a pack. */
export function PackDetailsDialog(props: PackDetailsDialogProps): ReactElement {
  const { pack, opened, onClose } = props
  return (
    <Modal opened={opened} onClose={onClose} title={pack.name} size={760}>
      <Details pack={pack} />
    </Modal>
  )
}

function Details({ pack }: { pack: PackSummary }): ReactElement {
  const loading = usePackDetails(pack.id)
  const { measured, notes, source, licence } = pack
  return (
    <div className="pack-details">
      <h3>Figures</h3>
      {measured.length === 0 && <p>Not checked.</p>}
      <dl>
        {measured.map(({ what, figure, source: who }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {figure} <span className="text-secondary">({who})</span>
            </dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <>
          <h3>Notes</h3>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
      <h3>Source</h3>
      <p>
        {source.page ?? 'Not known'}
        {source.revision !== undefined && `, revision ${source.revision}`}
      </p>
      <DetailsState {...loading} />
      {loading.details.status === 'loaded' && (
        <>
          <Files files={loading.details.value.files} />
          <h3>Licence</h3>
          <p>
            {licence.name}, by {licence.attribution}.{' '}
            {licence.acceptedAt === undefined
              ? 'Not accepted yet.'
              : `Accepted on ${new Date(licence.acceptedAt).toLocaleString('en-GB')}.`}
          </p>
          <LicenceText name={licence.name} text={loading.details.value.licenceText} />
        </>
      )}
    </div>
  )
}

function Files({ files }: Pick<PackDetails, 'files'>): ReactElement {
  return (
    <>
      <h3>Files</h3>
      {files.some(({ sha256 }) => sha256 === undefined) && (
        <p>
          Not checked: the bytes of some files are not known here. Import a folder instead; their
          SHA-256 is then recorded and shown.
        </p>
      )}
      <dl>
        {files.map(({ name, bytes, sha256, knownFrom }) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
              {bytes === undefined ? '' : `, ${bytes.toLocaleString('en')} bytes`}
            </dt>
            <dd>
              {sha256 === undefined ? (
                'SHA-256: not checked'
              ) : (
                <>
                  <code>{sha256}</code>
                  {knownFrom === 'first-use' && ' (as it was imported; the catalog knows none)'}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
