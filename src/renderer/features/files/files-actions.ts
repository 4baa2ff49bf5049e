import { notifications } from '@mantine/notifications'
import { call } from '#renderer/client.ts'
import { download, downloadFrom } from '#renderer/download.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { showActionNotice } from '#renderer/ui/action-notice.tsx'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { load } from '#renderer/ui/loadable.ts'
import { showError } from '#renderer/ui/show-error.ts'
import { type LibraryFile, UNDO_MS } from '#shared/library-files.ts'
import { useFiles } from './files-store.ts'

/** Loads the list of files. */
export async function loadFiles(): Promise<void> {
  await load(
    () => call('files.list', {}),
    (listing) => useFiles.setState({ listing }),
  )
}

/** Loads the list again where it has been shown before. */
export function handleFilesChanged(): void {
  if (useFiles.getState().listing.status !== 'loading') void loadFiles()
}

/** Deletes files, and offers to undo that for as long as they are still there. */
export async function deleteFiles(files: readonly LibraryFile[]): Promise<void> {
  const ids = files.map(({ id }) => id)
  await call('files.delete', { ids })
  const [only, ...others] = files
  const title =
    only && others.length === 0
      ? t('files:deleted', { name: only.name })
      : t('files:deletedMany', { count: files.length })
  announce(title)
  showActionNotice({
    ...{ title, action: t('files:undo'), staysMs: UNDO_MS - UNDO_MARGIN_MS },
    onAction: () => tell(t('files:failed.undo'), call('files.restore', { ids })),
  })
}

/** The notice goes before the files do, in milliseconds. */
const UNDO_MARGIN_MS = 2_000

/** Downloads a file, with its manifest if that is a file of its own; the desktop asks where to save a copy. */
export function saveFile({ id, name }: LibraryFile): void {
  const save = async (): Promise<void> => {
    const answer = await call('files.fetch', { id })
    if (answer.kind === 'saved')
      notifications.show({
        color: 'brand',
        title: name,
        message: t('files:savedTo', { path: answer.path }),
      })
    if (answer.kind !== 'download') return
    const { url, sidecarUrl, fileName, isExport } = answer
    if (!isExport) return downloadFrom(url, fileName)
    download(url, fileName)
    if (sidecarUrl !== undefined) download(sidecarUrl, fileName.replace(/(\.[^.]+)?$/, '.c2pa'))
  }
  tell(t('files:failed.save', { name }), save())
}

/** Shows a file in its folder. */
export function revealFile({ id, name }: LibraryFile): void {
  tell(t('files:failed.reveal', { name }), call('files.reveal', { id }))
}

/** Verifies the signature of a file, and shows the verdict. */
export function verifyFile(file: LibraryFile): void {
  useFiles.setState({ verified: { file, verdict: undefined } })
  const isWanted = (): boolean => useFiles.getState().verified?.file === file
  call('files.verify', { id: file.id }).then(
    (verdict) => isWanted() && useFiles.setState({ verified: { file, verdict } }),
    (error) => {
      if (isWanted()) closeVerdict()
      showError(t('files:failed.verify', { name: file.name }), errorMessage(error))
    },
  )
}

/** Closes the verdict. */
export function closeVerdict(): void {
  useFiles.setState({ verified: undefined })
}

function tell(failure: string, action: Promise<unknown>): void {
  action.catch((error) => showError(failure, errorMessage(error)))
}
