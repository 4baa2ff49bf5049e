import { Button, FileButton, Modal, Textarea } from '@mantine/core'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { trustCertificate } from './signing-actions.ts'

interface TrustDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Limit of the contract in characters; a certificate has a few thousand. */
const MAX_LENGTH = 100_000

/** Dialog that adds the certificate of a signer, from a file or pasted. */
export function TrustDialog({ opened, onClose }: TrustDialogProps): ReactElement {
  return (
    <Modal opened={opened} onClose={onClose} title="Add a certificate" size={560}>
      <TrustForm onClose={onClose} />
    </Modal>
  )
}

function TrustForm({ onClose }: { onClose: () => void }): ReactElement {
  const [pem, setPem] = useState('')
  const { isPending, error, run, setError } = useAsyncAction('closes')
  const change = (text: string): void => {
    setPem(text)
    setError(undefined)
  }
  const read = async (file: File | null): Promise<void> => {
    if (!file) return
    const found = await readText(file)
    if ('text' in found) change(found.text)
    else setError(found.problem)
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const missing = problemWith(pem)
    if (missing !== undefined) setError(missing)
    else await run(() => trustCertificate(pem).then(onClose))
  }
  return (
    <form className="signing-form" noValidate onSubmit={(event) => void submit(event)}>
      <p>
        Files signed with its key are then shown as made by a known signer. Compare its fingerprint
        with the one that the signer gave you: a name can be copied, a fingerprint cannot.
      </p>
      <Textarea
        label="Certificate"
        description="Paste it, from “BEGIN CERTIFICATE” to “END CERTIFICATE”, or choose its file."
        value={pem}
        error={error}
        rows={7}
        spellCheck={false}
        classNames={{ input: 'pem' }}
        onChange={(event) => change(event.currentTarget.value)}
        data-autofocus
      />
      <div className="dialog-actions">
        <FileButton accept=".pem,.crt,.cer" onChange={(file) => void read(file)}>
          {(props) => (
            <Button variant="default" className="choose-pem" {...props}>
              Choose a file
            </Button>
          )}
        </FileButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Add certificate
        </Button>
      </div>
    </form>
  )
}

function problemWith(pem: string): string | undefined {
  if (pem.trim() === '') return 'Paste a certificate or choose its file first.'
  if (pem.length > MAX_LENGTH) return 'This is too long for a certificate. Paste only one.'
  return undefined
}

async function readText(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > MAX_LENGTH) return { problem: `${file.name} is too large for a certificate.` }
  try {
    return { text: await file.text() }
  } catch {
    return { problem: `${file.name} could not be read. Choose it again.` }
  }
}
