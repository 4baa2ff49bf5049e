import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactElement, useState } from 'react'
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
    <Modal opened={opened} onClose={rest.onClose} title={`Import ${rest.pack.name}`} size={560}>
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
      setError('Write the path of the folder that holds the files.')
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
        label="Folder on the computer where Griot runs"
        description="Its files are found by their names, anywhere in it."
        placeholder="/home/ada/Downloads/model"
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        value={folder}
        onChange={(event) => setFolder(event.currentTarget.value)}
      />
      {!pack.canDownload && (
        <p className="text-secondary">
          Griot does not know the SHA-256 of some of these files. What you import is recorded, and
          held to from then on.
        </p>
      )}
      <InlineError reason={error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Import
        </Button>
      </div>
    </form>
  )
}
