import { Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import { Confirmation } from '#renderer/ui/confirmation.tsx'
import { rotateKey } from './signing-actions.ts'

interface RotateDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks before the signing key is replaced, and explains the consequences. */
export function RotateDialog({ opened, onClose }: RotateDialogProps): ReactElement {
  return (
    <Modal opened={opened} onClose={onClose} title="Create a new key?" size={520}>
      <RotateConfirmation onClose={onClose} />
    </Modal>
  )
}

function RotateConfirmation({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Confirmation
      className="signing-form"
      cancelLabel="Keep the current key"
      confirmLabel="Create a new key"
      onCancel={onClose}
      onConfirm={() => rotateKey().then(onClose)}
    >
      <p>All new files will be signed with a new key and a new certificate.</p>
      <ul className="consequences">
        <li>Files signed before stay valid and are still shown as made here.</li>
        <li>
          Anyone who imported your certificate will not recognise new files until you send them the
          new one.
        </li>
        <li>The old key is deleted. This cannot be undone.</li>
      </ul>
    </Confirmation>
  )
}
