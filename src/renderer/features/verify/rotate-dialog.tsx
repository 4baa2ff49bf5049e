import { Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { Confirmation } from '#renderer/ui/confirmation.tsx'
import { rotateKey } from './signing-actions.ts'

interface RotateDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks before the signing key is replaced, and explains the consequences. */
export function RotateDialog({ opened, onClose }: RotateDialogProps): ReactElement {
  return (
    <Modal opened={opened} onClose={onClose} title={t('verify:rotate.title')} size={520}>
      <RotateConfirmation onClose={onClose} />
    </Modal>
  )
}

function RotateConfirmation({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Confirmation
      className="signing-form"
      cancelLabel={t('verify:rotate.keep')}
      confirmLabel={t('verify:rotate.create')}
      onCancel={onClose}
      onConfirm={() => rotateKey().then(onClose)}
    >
      <p>{t('verify:rotate.means')}</p>
      <ul className="consequences">
        <li>{t('verify:rotate.olderStay')}</li>
        <li>{t('verify:rotate.othersNeedIt')}</li>
        <li>{t('verify:rotate.oldDeleted')}</li>
      </ul>
    </Confirmation>
  )
}
