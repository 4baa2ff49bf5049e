import { Button, FileButton, Modal, Textarea } from '@mantine/core'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
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
    <Modal opened={opened} onClose={onClose} title={t('verify:trust.title')} size={560}>
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
      <p>{t('verify:trust.about')}</p>
      <Textarea
        label={t('verify:trust.certificate')}
        description={t('verify:trust.certificateHint')}
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
              {t('verify:trust.chooseFile')}
            </Button>
          )}
        </FileButton>
        <Button variant="default" onClick={onClose}>
          {t('verify:trust.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('verify:trust.add')}
        </Button>
      </div>
    </form>
  )
}

function problemWith(pem: string): string | undefined {
  if (pem.trim() === '') return t('verify:trust.missing')
  if (pem.length > MAX_LENGTH) return t('verify:trust.tooLong')
  return undefined
}

async function readText(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > MAX_LENGTH)
    return { problem: t('verify:trust.fileTooLarge', { name: file.name }) }
  try {
    return { text: await file.text() }
  } catch {
    return { problem: t('verify:trust.fileNotRead', { name: file.name }) }
  }
}
