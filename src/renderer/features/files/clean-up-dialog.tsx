import { Modal, NumberInput, Radio } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { ChoiceSelect } from '#renderer/ui/choice-select.tsx'
import { Confirmation } from '#renderer/ui/confirmation.tsx'
import { dateWords } from '#renderer/ui/date-words.ts'
import { sizeWords } from '#renderer/ui/size-words.ts'
import { type CleanUpRule, filesToCleanUp, type LibraryFile } from '#shared/library-files.ts'
import { bytesOf, countWords, filesFound } from './file-words.ts'
import { deleteFiles } from './files-actions.ts'
import { FILE_SOURCE_CHOICES } from './source-choices.ts'

interface CleanUpDialogProps {
  readonly files: readonly LibraryFile[]
  readonly opened: boolean
  readonly onClose: () => void
}

/** Deletes old files, by their age or until the others fit into a size; shows first which ones. */
export function CleanUpDialog({ files, opened, onClose }: CleanUpDialogProps): ReactElement {
  return (
    <Modal opened={opened} onClose={onClose} title="Clean up" size={560}>
      <CleanUp files={files} onClose={onClose} />
    </Modal>
  )
}

const MEGABYTE = 1e6

function CleanUp({ files, onClose }: Omit<CleanUpDialogProps, 'opened'>): ReactElement {
  const [kind, setKind] = useState<CleanUpRule['kind']>('age')
  const [days, setDays] = useState<number | string>(30)
  const [megabytes, setMegabytes] = useState<number | string>(1_000)
  const [source, setSource] = useState<LibraryFile['source'] | ''>('export')
  const amount = kind === 'age' ? days : megabytes
  const rule: CleanUpRule =
    kind === 'age'
      ? { kind, days: Number(days) }
      : { kind, keepBytes: Number(megabytes) * MEGABYTE }
  const doomed =
    amount === '' ? [] : filesToCleanUp(filesFound(files, '', source), rule, new Date())
  return (
    <Confirmation
      className="dialog-form"
      cancelLabel="Keep all"
      confirmLabel={doomed.length === 0 ? 'Delete' : `Delete ${countWords(doomed.length)}`}
      isDestructive
      isImpossible={doomed.length === 0}
      onCancel={onClose}
      onConfirm={async () => {
        await deleteFiles(doomed)
        onClose()
      }}
    >
      <ChoiceSelect
        label="Of which files"
        choices={FILE_SOURCE_CHOICES}
        value={source}
        onChoose={setSource}
      />
      <Radio.Group
        label="Delete"
        value={kind}
        onChange={(chosen) => setKind(chosen === 'size' ? 'size' : 'age')}
      >
        <Radio value="age" label="those that are older than some days" />
        <Radio value="size" label="the oldest, until the others fit into a size" />
      </Radio.Group>
      {kind === 'age' ? (
        <NumberInput
          label="Older than"
          suffix=" days"
          min={0}
          allowNegative={false}
          allowDecimal={false}
          value={days}
          onChange={setDays}
        />
      ) : (
        <NumberInput
          label="Keep at most"
          suffix=" MB"
          min={0}
          allowNegative={false}
          value={megabytes}
          onChange={setMegabytes}
        />
      )}
      <p role="status">{consequences(doomed)}</p>
      {window.griot && source !== 'api' && (
        <p>Exports are deleted in the folders where you saved them.</p>
      )}
    </Confirmation>
  )
}

function consequences(doomed: readonly LibraryFile[]): string {
  const [oldest] = doomed
  const newest = doomed.at(-1)
  if (!oldest || !newest) return 'No file would be deleted.'
  const size = sizeWords(bytesOf(doomed))
  if (doomed.length === 1)
    return `1 file, ${size}, would be deleted: ${oldest.name}, ${dateWords(oldest.madeAt)}.`
  return `${doomed.length} files, ${size}, would be deleted, from ${oldest.name} (${dateWords(oldest.madeAt)}) to ${newest.name} (${dateWords(newest.madeAt)}).`
}
