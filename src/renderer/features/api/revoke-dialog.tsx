import { Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import { Confirmation } from '#renderer/ui/confirmation.tsx'
import type { KeyRecord } from '#shared/access.ts'
import { revoke } from './api-actions.ts'
import { loadedRecords, useApi } from './api-store.ts'
import { isLastAdmin } from './token-state.ts'

interface RevokeDialogProps {
  /** Token to revoke; undefined: the dialog is closed. */
  readonly record: KeyRecord | undefined
  readonly onClose: () => void
}

/** Asks before a token is revoked, and explains the consequences. */
export function RevokeDialog({ record, onClose }: RevokeDialogProps): ReactElement {
  return (
    <Modal
      opened={record !== undefined}
      onClose={onClose}
      title={record ? `Revoke “${record.name}”?` : ''}
      size={480}
    >
      {record && <RevokeConfirmation record={record} onClose={onClose} />}
    </Modal>
  )
}

function RevokeConfirmation(props: {
  readonly record: KeyRecord
  readonly onClose: () => void
}): ReactElement {
  const { record, onClose } = props
  const tokens = useApi((state) => state.tokens)
  return (
    <Confirmation
      className="api-form"
      cancelLabel="Keep it"
      confirmLabel="Revoke it"
      isDestructive
      onCancel={onClose}
      onConfirm={() => revoke(record).then(onClose)}
    >
      <p>
        Every program that uses it loses access at once. This cannot be undone; to give a program
        access again, create a new key.
      </p>
      {isLastAdmin(record, loadedRecords(tokens), new Date()) && (
        <p>
          It is the last key of this account that can create guest tokens. You can always create a
          new one here in the studio or with <code>griot keys create</code>.
        </p>
      )}
    </Confirmation>
  )
}
