import './signing.css'
import { Loader } from '@mantine/core'
import { type ReactElement, useEffect } from 'react'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { askSigning } from './asking.ts'
import { CertificatePart } from './certificate-part.tsx'
import { ContentsPart } from './contents-part.tsx'
import { useSigning } from './signing-store.ts'
import { TrustedPart } from './trusted-part.tsx'

/** What Griot writes into its own files, who signs them, and whom the owner believes. */
export function SigningPart(): ReactElement {
  const connected = useConnection().status === 'connected'
  const signing = useSigning((state) => state.signing)
  useEffect(() => {
    if (connected) void askSigning()
  }, [connected])
  if (signing.status === 'loading')
    return (
      <p className="quiet" role="status">
        <Loader type="dots" size="sm" aria-hidden="true" /> Looking at your certificate…
      </p>
    )
  if (signing.status === 'failed')
    return (
      <ErrorAlert onRetry={() => void askSigning()}>
        {`The signing of this computer could not be read: ${signing.reason}`}
      </ErrorAlert>
    )
  const { settings, preview, certificate, trusted } = signing.value
  return (
    <>
      <ContentsPart settings={settings} preview={preview} />
      <CertificatePart settings={settings} certificate={certificate} />
      <TrustedPart trusted={trusted} />
    </>
  )
}
