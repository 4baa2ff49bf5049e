import { fetchSignedIn } from '#renderer/session.ts'
import { addRejection, enqueueFiles } from './verification-queue.ts'

/** A finished export that waits to be fetched, and the manifest beside it where there is one. */
export interface ExportedFile {
  readonly fileName: string
  readonly url: string
  readonly sidecarUrl?: string | undefined
}

/** Fetches a finished export and has it verified. Says so where it is no longer there. */
export async function verifyExport({ fileName, url, sidecarUrl }: ExportedFile): Promise<void> {
  try {
    const file = await fetchFile(url, fileName)
    const sidecarName = fileName.replace(/(\.[^.]+)?$/, '.c2pa')
    if (sidecarUrl === undefined) enqueueFiles([{ file }])
    else enqueueFiles([{ file, sidecar: await fetchFile(sidecarUrl, sidecarName) }])
  } catch (error) {
    addRejection(error instanceof Error ? error.message : 'The export could not be fetched.')
  }
}

async function fetchFile(url: string, name: string): Promise<File> {
  const response = await fetchSignedIn(url)
  if (!response.ok) throw new Error(`${name} is no longer kept. Export the script again.`)
  return new File([await response.blob()], name)
}
