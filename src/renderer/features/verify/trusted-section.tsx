import { Button } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { distrustCertificate } from './signing-actions.ts'
import type { Signing } from './signing-store.ts'
import { TrustDialog } from './trust-dialog.tsx'
import { formatDateTime, groupFingerprint, issuerName } from './verdict-facts.ts'

type Trusted = Signing['trusted']

/** Certificates of trusted signers. */
export function TrustedSection({ trusted }: { trusted: Trusted }): ReactElement {
  const connected = useConnection().status === 'connected'
  const [adding, setAdding] = useState(false)
  return (
    <section className="verify-section" aria-labelledby="trusted-title">
      <div className="verify-section-head">
        <h2 id="trusted-title">{t('verify:trusted.title')}</h2>
        <Button
          variant="default"
          leftSection={<IconCertificate size={18} aria-hidden="true" />}
          disabled={!connected}
          onClick={() => setAdding(true)}
        >
          {t('verify:trusted.add')}
        </Button>
      </div>
      {trusted.length === 0 ? (
        <p className="verify-empty">{t('verify:trusted.empty')}</p>
      ) : (
        <ul className="trusted" aria-label={t('verify:trusted.label')}>
          {trusted.map((one) => (
            <Signer key={one.id} signer={one} />
          ))}
        </ul>
      )}
      <TrustDialog opened={adding} onClose={() => setAdding(false)} />
    </section>
  )
}

function Signer({ signer }: { signer: Trusted[number] }): ReactElement {
  const connected = useConnection().status === 'connected'
  const { error, run } = useAsyncAction('stays')
  const name = issuerName(signer.subject)
  const remove = (): Promise<void> => run(() => distrustCertificate(signer.id))
  return (
    <li>
      <div className="trusted-text">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <code>{groupFingerprint(signer.sha256)}</code>
        <span className="text-secondary">
          {t('verify:trusted.dates', {
            added: formatDateTime(signer.addedAt),
            end: formatDateTime(signer.notAfter),
          })}
        </span>
        <InlineError reason={error} />
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={!connected}
        aria-label={t('verify:trusted.removeNamed', { name })}
        onClick={() => void remove()}
      >
        {t('verify:trusted.remove')}
      </Button>
    </li>
  )
}
