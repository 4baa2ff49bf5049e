import { Button } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { CopyButton } from '#renderer/ui/copy-button.tsx'
import { downloadTextFile } from '#renderer/ui/download-text.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { ProvenanceSettings } from '#shared/provenance.ts'
import { NameField } from './name-field.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { SaveRow } from './save-row.tsx'
import type { Signing } from './signing-store.ts'
import { useSettingsForm } from './use-settings-form.ts'
import { formatDateTime, groupFingerprint, issuerName, subjectNames } from './verdict-facts.ts'

interface CertificateSectionProps {
  readonly settings: ProvenanceSettings
  readonly certificate: Signing['certificate']
}

const FIELDS = ['issuerName', 'organisation'] as const

/** Certificate that signs the files of this computer. */
export function CertificateSection({
  settings,
  certificate,
}: CertificateSectionProps): ReactElement {
  const connected = useConnection().status === 'connected'
  const [rotating, setRotating] = useState(false)
  const rotate = (): void => setRotating(true)
  return (
    <section className="verify-section" aria-labelledby="certificate-title">
      <div className="verify-section-head">
        <h2 id="certificate-title">{t('verify:certificate.title')}</h2>
        <div className="verify-section-actions">
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden="true" />}
            disabled={!connected}
            onClick={rotate}
          >
            {t('verify:certificate.newKey')}
          </Button>
          <Button
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            onClick={() =>
              downloadTextFile('griot-certificate.pem', 'application/x-pem-file', certificate.pem)
            }
          >
            {t('verify:certificate.download')}
          </Button>
        </div>
      </div>
      <p className="text-secondary">{t('verify:certificate.about')}</p>
      <dl className="facts">
        <div>
          <dt>{t('verify:certificate.name')}</dt>
          <dd>
            <bdi>{issuerName(certificate.subject)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('verify:certificate.validUntil')}</dt>
          <dd>{formatDateTime(certificate.notAfter)}</dd>
        </div>
        <div>
          <dt>{t('verify:facts.fingerprint')}</dt>
          <dd>
            <code>{groupFingerprint(certificate.sha256)}</code>
            <CopyButton
              className="copy-fingerprint"
              value={certificate.sha256}
              label={t('verify:certificate.copyFingerprint')}
            />
          </dd>
        </div>
      </dl>
      <Names settings={settings} certificate={certificate} onRotate={rotate} />
      <RotateDialog opened={rotating} onClose={() => setRotating(false)} />
    </section>
  )
}

/** Names for the next certificate; an existing one cannot be changed. */
function Names(props: CertificateSectionProps & { readonly onRotate: () => void }): ReactElement {
  const { settings, certificate, onRotate } = props
  const form = useSettingsForm(settings, FIELDS)
  const isPending = isNewName(settings, certificate.subject)
  return (
    <form className="signing-form" noValidate onSubmit={form.submit}>
      <div className="signing-names">
        <NameField
          form={form}
          field="issuerName"
          label={t('verify:certificate.issuerName')}
          description={t('verify:certificate.issuerNameEmpty')}
        />
        <NameField
          form={form}
          field="organisation"
          label={t('verify:certificate.organisation')}
          description={t('verify:certificate.organisationEmpty')}
        />
      </div>
      <p className="text-secondary">
        {isPending && !form.isChanged ? (
          <>
            {t('verify:certificate.namesPending')}{' '}
            <Button variant="light" size="compact-sm" onClick={onRotate}>
              {t('verify:certificate.createNow')}
            </Button>
          </>
        ) : (
          t('verify:certificate.namesLater')
        )}
      </p>
      <SaveRow form={form} />
    </form>
  )
}

/**
 * Whether the chosen names differ from those on the current certificate, a root or a leaf. An empty name means the
 * default.
 */
function isNewName(
  { issuerName: issuer, organisation }: ProvenanceSettings,
  subject: string,
): boolean {
  const current = subjectNames(subject)
  const isOther = issuer !== '' && current.name !== issuer && current.name !== `${issuer} root`
  return isOther || (organisation !== '' && organisation !== current.organisation)
}
