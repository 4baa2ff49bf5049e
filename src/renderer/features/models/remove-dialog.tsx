import { Modal } from '@mantine/core'
import type { ReactElement } from 'react'
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
    <Modal opened={opened} onClose={onClose} title={`Remove ${pack.name}?`} size={520}>
      <Confirmation
        className="dialog-form"
        cancelLabel="Keep it"
        confirmLabel="Remove it"
        isDestructive
        onCancel={onClose}
        onConfirm={remove}
      >
        <p>
          {sizeWords(pack.storedBytes)} are deleted from this computer. Whatever uses the pack goes
          on with the next best. To have it again, you accept its licence and install it again.
        </p>
      </Confirmation>
    </Modal>
  )
}
