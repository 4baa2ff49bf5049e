import { Button } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
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
        <h2 id="certificate-title">Your certificate</h2>
        <div className="verify-section-actions">
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden="true" />}
            disabled={!connected}
            onClick={rotate}
          >
            New key
          </Button>
          <Button
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            onClick={() =>
              downloadTextFile('griot-certificate.pem', 'application/x-pem-file', certificate.pem)
            }
          >
            Download certificate
          </Button>
        </div>
      </div>
      <p className="text-secondary">
        Give it to anyone who should recognise your files, and send the fingerprint through another
        channel. It is public and does not contain your private key.
      </p>
      <dl className="facts">
        <div>
          <dt>Name</dt>
          <dd>
            <bdi>{issuerName(certificate.subject)}</bdi>
          </dd>
        </div>
        <div>
          <dt>Valid until</dt>
          <dd>{formatDateTime(certificate.notAfter)}</dd>
        </div>
        <div>
          <dt>SHA-256 fingerprint</dt>
          <dd>
            <code>{groupFingerprint(certificate.sha256)}</code>
            <CopyButton
              className="copy-fingerprint"
              value={certificate.sha256}
              label="Copy fingerprint"
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
          label="Issuer name"
          description="If empty: “Griot (this computer)”."
        />
        <NameField
          form={form}
          field="organisation"
          label="Organisation"
          description="If empty: “Griot”."
        />
      </div>
      <p className="text-secondary">
        {isPending && !form.isChanged ? (
          <>
            These names apply from the next key.{' '}
            <Button variant="light" size="compact-sm" onClick={onRotate}>
              Create a new key now
            </Button>
          </>
        ) : (
          'New names apply from the next key.'
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
