import { Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import { dateWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
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
  const page = source.page ?? t('models:details.unknown')
  const named = { licence: licence.name, maker: licence.attribution }
  return (
    <div className="pack-details">
      <h3>{t('models:details.figures')}</h3>
      {measured.length === 0 && <p>{t('models:details.notChecked')}</p>}
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
          <h3>{t('models:details.notes')}</h3>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
      <h3>{t('models:details.source')}</h3>
      <p>
        {source.revision === undefined
          ? page
          : t('models:details.revision', { source: page, revision: source.revision })}
      </p>
      <DetailsState {...loading} />
      {loading.details.status === 'loaded' && (
        <>
          <Files files={loading.details.value.files} />
          <h3>{t('models:details.licence')}</h3>
          <p>
            {licence.acceptedAt === undefined
              ? t('models:details.notAccepted', named)
              : t('models:details.accepted', { ...named, date: dateWords(licence.acceptedAt) })}
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
      <h3>{t('models:details.files')}</h3>
      {files.some(({ sha256 }) => sha256 === undefined) && (
        <p>{t('models:details.notCheckedFiles')}</p>
      )}
      <dl>
        {files.map(({ name, bytes, sha256, knownFrom }) => (
          <div key={name}>
            <dt>
              {bytes === undefined ? (
                <bdi>{name}</bdi>
              ) : (
                <RichText
                  text="models:details.fileWithSize"
                  parts={{ name: <bdi /> }}
                  values={{ name, bytes }}
                />
              )}
            </dt>
            <dd>
              <FileHash sha256={sha256} isOfFirstUse={knownFrom === 'first-use'} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function FileHash(props: {
  readonly sha256: string | undefined
  readonly isOfFirstUse: boolean
}): ReactElement {
  const { sha256: hash, isOfFirstUse } = props
  if (hash === undefined) return <>{t('models:details.noHash')}</>
  if (!isOfFirstUse) return <code>{hash}</code>
  return <RichText text="models:details.firstUse" parts={{ code: <code /> }} values={{ hash }} />
}
