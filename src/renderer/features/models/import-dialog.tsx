import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactElement, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import type { PackSummary } from '#shared/packs.ts'
import { importPack } from './models-actions.ts'

interface ImportDialogProps {
  readonly pack: PackSummary
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks for the path of a folder on the computer where Griot runs, for browsers, which may not tell it. */
export function ImportDialog({ opened, ...rest }: ImportDialogProps): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={rest.onClose}
      title={t('models:import.title', { name: rest.pack.name })}
      size={560}
    >
      <Form {...rest} />
    </Modal>
  )
}

function Form({ pack, onClose }: Omit<ImportDialogProps, 'opened'>): ReactElement {
  const [folder, setFolder] = useState('')
  const { isPending, error, run, setError } = useAsyncAction('closes')
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (folder.trim() === '') {
      setError(t('models:import.noFolder'))
      return
    }
    await run(async () => {
      await importPack(pack.id, folder.trim())
      onClose()
    })
  }
  return (
    <form className="dialog-form models-import" onSubmit={(event) => void submit(event)}>
      <TextInput
        label={t('models:import.folder')}
        description={t('models:import.folderHint')}
        placeholder="/home/ada/Downloads/model"
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        value={folder}
        onChange={(event) => setFolder(event.currentTarget.value)}
      />
      {!pack.canDownload && <p className="text-secondary">{t('models:import.notKnown')}</p>}
      <InlineError reason={error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {t('models:actions.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('models:import.confirm')}
        </Button>
      </div>
    </form>
  )
}
