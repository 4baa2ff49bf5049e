import { Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { Confirmation } from '#renderer/ui/confirmation.tsx'
import { sizeWords } from '#renderer/ui/size-words.ts'
import type { PackSummary } from '#shared/packs.ts'
import { actOnPack } from './models-actions.ts'

interface RemoveDialogProps {
  readonly pack: PackSummary
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks before a pack is removed. */
export function RemoveDialog({ pack, opened, onClose }: RemoveDialogProps): ReactElement {
  const remove = async (): Promise<void> => {
    await actOnPack('remove', pack.id)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('models:remove.title', { name: pack.name })}
      size={520}
    >
      <Confirmation
        className="dialog-form"
        cancelLabel={t('models:remove.keep')}
        confirmLabel={t('models:remove.confirm')}
        isDestructive
        onCancel={onClose}
        onConfirm={remove}
      >
        <p>{t('models:remove.means', { size: sizeWords(pack.storedBytes) })}</p>
      </Confirmation>
    </Modal>
  )
}
