import { fetchSignedIn } from '#renderer/session.ts'
import { refuse, verifyFiles } from './checking.ts'

/** A finished export that waits to be fetched, and the manifest beside it where there is one. */
export interface Fetchable {
  readonly fileName: string
  readonly url: string
  readonly sidecarUrl?: string | undefined
}

/** Fetches a finished export and has it verified. Says so where it is no longer there. */
export async function verifyDownload({ fileName, url, sidecarUrl }: Fetchable): Promise<void> {
  try {
    const file = await fetchFile(url, fileName)
    const sidecarName = fileName.replace(/(\.[^.]+)?$/, '.c2pa')
    if (sidecarUrl === undefined) verifyFiles([{ file }])
    else verifyFiles([{ file, sidecar: await fetchFile(sidecarUrl, sidecarName) }])
  } catch (error) {
    refuse(error instanceof Error ? error.message : 'The export could not be fetched.')
  }
}

async function fetchFile(url: string, name: string): Promise<File> {
  const answer = await fetchSignedIn(url)
  if (!answer.ok) throw new Error(`${name} is no longer kept. Export the script again.`)
  return new File([await answer.blob()], name)
}
