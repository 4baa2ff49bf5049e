import './signing.css'
import { Loader } from '@mantine/core'
import { type ReactElement, useEffect } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { CertificateSection } from './certificate-section.tsx'
import { ContentsSection } from './contents-section.tsx'
import { loadSigning } from './signing-actions.ts'
import { useSigning } from './signing-store.ts'
import { TrustedSection } from './trusted-section.tsx'

/** Settings for signing: contents, certificate and trusted signers. */
export function SigningSection(): ReactElement {
  const connected = useConnection().status === 'connected'
  const signing = useSigning((state) => state.signing)
  useEffect(() => {
    if (connected) void loadSigning()
  }, [connected])
  if (signing.status === 'loading')
    return (
      <p className="text-secondary" role="status">
        <Loader type="dots" size="sm" aria-hidden="true" /> {t('verify:signing.loading')}
      </p>
    )
  if (signing.status === 'failed')
    return (
      <ErrorAlert onRetry={() => void loadSigning()}>
        {t('verify:signing.notLoaded', { reason: signing.reason })}
      </ErrorAlert>
    )
  const { settings, preview, certificate, trusted } = signing.value
  return (
    <>
      <ContentsSection settings={settings} preview={preview} />
      <CertificateSection settings={settings} certificate={certificate} />
      <TrustedSection trusted={trusted} />
    </>
  )
}
