import { Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import { deleteVoice } from '#renderer/features/voices/library-actions.ts'
import { formatLineNumbers } from '#renderer/features/voices/line-usage.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { Confirmation } from '#renderer/ui/confirmation.tsx'
import type { OwnVoice } from '#shared/clips.ts'

interface DeleteDialogProps {
  readonly voice: Pick<OwnVoice, 'id' | 'name'>
  /** Numbers of the lines that the voice speaks, from 1. */
  readonly lineNumbers: readonly number[]
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks before a voice is deleted, and explains the consequences. */
export function DeleteDialog({ opened, ...rest }: DeleteDialogProps): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={rest.onClose}
      title={t('voices:details.deleting.title', { name: rest.voice.name })}
      size={520}
    >
      <DeleteConfirmation {...rest} />
    </Modal>
  )
}

function DeleteConfirmation(props: Omit<DeleteDialogProps, 'opened'>): ReactElement {
  const { voice, lineNumbers, onClose, onDeleted } = props
  const confirm = async (): Promise<void> => {
    await deleteVoice(voice.id)
    onClose()
    onDeleted()
  }
  return (
    <Confirmation
      className="dialog-form"
      cancelLabel={t('voices:details.deleting.keep')}
      confirmLabel={t('voices:details.deleting.delete')}
      isDestructive
      onCancel={onClose}
      onConfirm={confirm}
    >
      <ul className="delete-consequences">
        <li>{consequenceFor(lineNumbers)}</li>
        <li>{t('voices:details.deleting.api')}</li>
        <li>{t('voices:details.deleting.recording')}</li>
        <li>{t('voices:details.deleting.consent')}</li>
      </ul>
    </Confirmation>
  )
}

function consequenceFor(numbers: readonly number[]): string {
  const count = numbers.length
  return count === 0
    ? t('voices:details.deleting.noLine')
    : t('voices:details.deleting.lines', { count, lines: formatLineNumbers(numbers) })
}
