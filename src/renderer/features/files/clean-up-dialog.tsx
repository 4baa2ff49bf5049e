import { Modal, NumberInput, Radio } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { dateWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { ChoiceSelect } from '#renderer/ui/choice-select.tsx'
import { Confirmation } from '#renderer/ui/confirmation.tsx'
import { sizeWords } from '#renderer/ui/size-words.ts'
import { type CleanUpRule, filesToCleanUp, type LibraryFile } from '#shared/library-files.ts'
import { bytesOf, filesFound } from './file-words.ts'
import { deleteFiles } from './files-actions.ts'
import { fileSourceChoices } from './source-choices.ts'

interface CleanUpDialogProps {
  readonly files: readonly LibraryFile[]
  readonly opened: boolean
  readonly onClose: () => void
}

/** Deletes old files, by their age or until the others fit into a size; shows first which ones. */
export function CleanUpDialog({ files, opened, onClose }: CleanUpDialogProps): ReactElement {
  return (
    <Modal opened={opened} onClose={onClose} title={t('files:cleanUp.title')} size={560}>
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
      cancelLabel={t('files:cleanUp.keepAll')}
      confirmLabel={
        doomed.length === 0
          ? t('files:cleanUp.delete')
          : t('files:cleanUp.deleteCount', { count: doomed.length })
      }
      isDestructive
      isImpossible={doomed.length === 0}
      onCancel={onClose}
      onConfirm={async () => {
        await deleteFiles(doomed)
        onClose()
      }}
    >
      <ChoiceSelect
        label={t('files:cleanUp.ofWhich')}
        choices={fileSourceChoices()}
        value={source}
        onChoose={setSource}
      />
      <Radio.Group
        label={t('files:cleanUp.delete')}
        value={kind}
        onChange={(chosen) => setKind(chosen === 'size' ? 'size' : 'age')}
      >
        <Radio value="age" label={t('files:cleanUp.byAge')} />
        <Radio value="size" label={t('files:cleanUp.bySize')} />
      </Radio.Group>
      {kind === 'age' ? (
        <NumberInput
          label={t('files:cleanUp.olderThan')}
          suffix={` ${t('files:cleanUp.days')}`}
          min={0}
          allowNegative={false}
          allowDecimal={false}
          value={days}
          onChange={setDays}
        />
      ) : (
        <NumberInput
          label={t('files:cleanUp.keepAtMost')}
          suffix={` ${t('files:cleanUp.megabytes')}`}
          min={0}
          allowNegative={false}
          value={megabytes}
          onChange={setMegabytes}
        />
      )}
      <p role="status">{consequences(doomed)}</p>
      {window.griot && source !== 'api' && <p>{t('files:cleanUp.saved')}</p>}
    </Confirmation>
  )
}

function consequences(doomed: readonly LibraryFile[]): string {
  const [oldest] = doomed
  const newest = doomed.at(-1)
  if (!oldest || !newest) return t('files:cleanUp.none')
  const size = sizeWords(bytesOf(doomed))
  if (doomed.length === 1)
    return t('files:cleanUp.one', { size, name: oldest.name, date: dateWords(oldest.madeAt) })
  return t('files:cleanUp.many', {
    ...{ count: doomed.length, size },
    ...{ oldest: oldest.name, from: dateWords(oldest.madeAt) },
    ...{ newest: newest.name, to: dateWords(newest.madeAt) },
  })
}
