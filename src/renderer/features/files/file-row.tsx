import { ActionIcon } from '@mantine/core'
import {
  IconDownload,
  IconFolderOpen,
  IconRosetteDiscountCheck,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { PreviewButton } from '#renderer/ui/preview-button.tsx'
import { showError } from '#renderer/ui/show-error.ts'
import type { LibraryFile } from '#shared/library-files.ts'
import { factsOf } from './file-words.ts'
import { deleteFiles, revealFile, saveFile, verifyFile } from './files-actions.ts'

/** What is said of a file that is not there. */
const ABSENT = {
  gone: 'No longer there: it was moved or deleted.',
  changed: 'Another file is in its place now.',
} as const

/** A file, with what can be done with it. */
export function FileRow({ file }: { file: LibraryFile }): ReactElement {
  const { id, name, state, path, isSound } = file
  const isThere = state === 'there'
  const remove = (): void => {
    deleteFiles([file]).catch((error) =>
      showError(`${name} could not be deleted`, errorMessage(error)),
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
        {state !== 'there' && <span className="file-absent">{ABSENT[state]}</span>}
      </div>
      <div className="file-actions">
        {isThere && (
          <>
            <FileAction label="Verify" of={name} onClick={() => verifyFile(file)}>
              <IconRosetteDiscountCheck size={20} />
            </FileAction>
            <FileAction
              label={window.griot ? 'Save a copy' : 'Download'}
              of={name}
              onClick={() => saveFile(file)}
            >
              <IconDownload size={20} />
            </FileAction>
            {window.griot && path !== undefined && (
              <FileAction label="Show in folder" of={name} onClick={() => revealFile(file)}>
                <IconFolderOpen size={20} />
              </FileAction>
            )}
          </>
        )}
        <FileAction label={isThere ? 'Delete' : 'Remove from the list'} of={name} onClick={remove}>
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
      aria-label={`${label}: ${of}`}
      title={label}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}
