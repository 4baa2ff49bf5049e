import { t } from '#renderer/i18n/i18n.ts'
import { fetchSignedIn } from '#renderer/session.ts'
import { addRejection, enqueueFiles } from './verification-queue.ts'

/** Finished export that can be downloaded, and its manifest if that is a separate file. */
export interface ExportedFile {
  readonly fileName: string
  readonly url: string
  readonly sidecarUrl?: string | undefined
}

/** Downloads a finished export and verifies it. Shows an error if it is no longer available. */
export async function verifyExport({ fileName, url, sidecarUrl }: ExportedFile): Promise<void> {
  try {
    const file = await fetchFile(url, fileName)
    const sidecarName = fileName.replace(/(\.[^.]+)?$/, '.c2pa')
    if (sidecarUrl === undefined) enqueueFiles([{ file }])
    else enqueueFiles([{ file, sidecar: await fetchFile(sidecarUrl, sidecarName) }])
  } catch (error) {
    addRejection(error instanceof Error ? error.message : t('verify:problems.exportNotLoaded'))
  }
}

async function fetchFile(url: string, name: string): Promise<File> {
  const response = await fetchSignedIn(url)
  if (!response.ok) throw new Error(t('verify:problems.exportGone', { name }))
  return new File([await response.blob()], name)
}
