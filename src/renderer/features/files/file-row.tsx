import { ActionIcon } from '@mantine/core'
import {
  IconDownload,
  IconFolderOpen,
  IconRosetteDiscountCheck,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { PreviewButton } from '#renderer/ui/preview-button.tsx'
import { showError } from '#renderer/ui/show-error.ts'
import type { LibraryFile } from '#shared/library-files.ts'
import { factsOf } from './file-words.ts'
import { deleteFiles, revealFile, saveFile, verifyFile } from './files-actions.ts'

/** A file, with what can be done with it. */
export function FileRow({ file }: { file: LibraryFile }): ReactElement {
  const { id, name, state, path, isSound } = file
  const isThere = state === 'there'
  const remove = (): void => {
    deleteFiles([file]).catch((error) =>
      showError(t('files:failed.delete', { name }), errorMessage(error)),
    )
  }
  return (
    <li className="file" data-state={state}>
      {isThere && isSound ? (
        <PreviewButton preview={{ key: id, name, fileId: id }} />
      ) : (
        <span className="file-no-sound" />
      )}
      <div className="file-words">
        <span className="file-name">
          <bdi>{name}</bdi>
        </span>
        <span className="file-facts">{factsOf(file).join(' · ')}</span>
        {path !== undefined && <bdi className="file-facts">{path}</bdi>}
        {state !== 'there' && <span className="file-absent">{t(`files:${state}`)}</span>}
      </div>
      <div className="file-actions">
        {isThere && (
          <>
            <FileAction
              label={t('files:actions.verify')}
              of={name}
              onClick={() => verifyFile(file)}
            >
              <IconRosetteDiscountCheck size={20} />
            </FileAction>
            <FileAction
              label={t(window.griot ? 'files:actions.saveCopy' : 'files:actions.download')}
              of={name}
              onClick={() => saveFile(file)}
            >
              <IconDownload size={20} />
            </FileAction>
            {window.griot && path !== undefined && (
              <FileAction
                label={t('files:actions.reveal')}
                of={name}
                onClick={() => revealFile(file)}
              >
                <IconFolderOpen size={20} />
              </FileAction>
            )}
          </>
        )}
        <FileAction
          label={t(isThere ? 'files:actions.delete' : 'files:actions.forget')}
          of={name}
          onClick={remove}
        >
          <IconTrash size={20} />
        </FileAction>
      </div>
    </li>
  )
}

function FileAction(props: {
  readonly label: string
  readonly of: string
  readonly onClick: () => void
  readonly children: ReactNode
}): ReactElement {
  const { label, of, children, onClick } = props
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('files:actions.of', { action: label, name: of })}
      title={label}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}
