import { Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import { deleteVoice } from '#renderer/features/voices/library-actions.ts'
import { formatLineNumbers } from '#renderer/features/voices/line-usage.ts'
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
    <Modal opened={opened} onClose={rest.onClose} title={`Delete “${rest.voice.name}”?`} size={520}>
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
      cancelLabel="Keep it"
      confirmLabel="Delete it"
      isDestructive
      onCancel={onClose}
      onConfirm={confirm}
    >
      <ul className="delete-consequences">
        <li>{consequenceFor(lineNumbers)}</li>
        <li>Programs can no longer use it over the API.</li>
        <li>Its recording is removed from this computer, and the voice cannot be restored.</li>
        <li>The record of the consent is kept, without any audio.</li>
      </ul>
    </Confirmation>
  )
}

function consequenceFor(numbers: readonly number[]): string {
  if (numbers.length === 0) return 'No line of the script uses it.'
  const which = numbers.length === 1 ? 'that line' : 'those lines'
  return `It speaks ${formatLineNumbers(numbers)} of the script. Choose another voice for ${which} afterwards.`
}
