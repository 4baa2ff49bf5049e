import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactElement, useState } from 'react'
import { renameVoice } from '#renderer/features/voices/library-actions.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { type OwnVoice, VoiceName } from '#shared/clips.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'

interface RenameDialogProps {
  readonly voice: Pick<OwnVoice, 'id' | 'name'>
  readonly opened: boolean
  readonly onClose: () => void
  readonly onRenamed: (voice: OwnVoice) => void
}

/** Dialog that renames a voice. */
export function RenameDialog({ opened, ...rest }: RenameDialogProps): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={rest.onClose}
      title={t('voices:details.renaming.title')}
      size={480}
    >
      <Form {...rest} />
    </Modal>
  )
}

function Form({ voice, onClose, onRenamed }: Omit<RenameDialogProps, 'opened'>): ReactElement {
  const [name, setName] = useState(voice.name)
  const { isPending, error, run, setError } = useAsyncAction('closes')
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const checked = VoiceName.safeParse(name)
    if (!checked.success) {
      setError(t('voices:details.renaming.invalid', { limit: CUSTOM_VOICE_LIMITS.name }))
      return
    }
    await run(async () => {
      onRenamed(await renameVoice(voice.id, checked.data))
      onClose()
    })
  }
  return (
    <form className="dialog-form" onSubmit={(event) => void submit(event)}>
      <TextInput
        label={t('voices:details.renaming.name')}
        data-autofocus
        autoComplete="off"
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {t('voices:details.renaming.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('voices:details.renaming.rename')}
        </Button>
      </div>
    </form>
  )
}
