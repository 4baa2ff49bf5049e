import { Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
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
      title={record ? t('api:revoke.title', { name: record.name }) : ''}
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
      cancelLabel={t('api:revoke.keep')}
      confirmLabel={t('api:revoke.confirm')}
      isDestructive
      onCancel={onClose}
      onConfirm={() => revoke(record).then(onClose)}
    >
      <p>{t('api:revoke.means')}</p>
      {isLastAdmin(record, loadedRecords(tokens), new Date()) && (
        <p>
          <RichText text="api:revoke.lastAdmin" parts={{ code: <code /> }} />
        </p>
      )}
    </Confirmation>
  )
}
