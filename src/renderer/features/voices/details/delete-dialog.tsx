import { Button, Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import { deleteVoice } from '#renderer/features/voices/asking.ts'
import { namePlaces } from '#renderer/features/voices/used-in.ts'
import { Refusal } from '#renderer/ui/problem.tsx'
import { useAttempt } from '#renderer/ui/use-attempt.ts'
import type { OwnVoice } from '#shared/clips.ts'

interface DeleteDialogProps {
  readonly voice: Pick<OwnVoice, 'id' | 'name'>
  /** The lines of the script that it says, counted from 1. */
  readonly places: readonly number[]
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks before a voice is ended for good, and says what follows. */
export function DeleteDialog({ opened, ...rest }: DeleteDialogProps): ReactElement {
  return (
    <Modal opened={opened} onClose={rest.onClose} title={`Delete “${rest.voice.name}”?`} size={520}>
      <Question {...rest} />
    </Modal>
  )
}

function Question(props: Omit<DeleteDialogProps, 'opened'>): ReactElement {
  const { voice, places, onClose, onDeleted } = props
  const { working, refusal, attempt } = useAttempt('closes')
  const confirm = (): Promise<void> =>
    attempt(async () => {
      await deleteVoice(voice.id)
      onClose()
      onDeleted()
    })
  return (
    <div className="dialog-form">
      <ul className="delete-consequences">
        <li>{consequenceFor(places)}</li>
        <li>Programs that speak with it over the API are refused from now on.</li>
        <li>The recording is removed from this computer, and the voice cannot be brought back.</li>
        <li>The record of the consent is kept, without any sound.</li>
      </ul>
      <Refusal reason={refusal} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button className="danger" loading={working} onClick={() => void confirm()}>
          Delete it
        </Button>
      </div>
    </div>
  )
}

function consequenceFor(places: readonly number[]): string {
  if (places.length === 0) return 'No line of the script uses it.'
  const whose = places.length === 1 ? 'it has' : 'they have'
  return `It speaks ${namePlaces(places)} of the script: ${whose} no voice then, and you choose another one.`
}
