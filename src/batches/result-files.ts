import type { StoredFile } from '#storage/db/files.ts'
import type { Files } from '#storage/files/files.ts'
import type { ResultFiles } from './finish.ts'

const PAGE = 100
const MAKER = 'batch'

/** Results as files of their accounts, within their quota, beside those that they have sent. */
export function resultFilesOf(files: Pick<Files, 'add' | 'list' | 'remove'>): ResultFiles {
  return {
    async add(account, name, bytes, signal) {
      const file = { originalName: name, uploadedBy: MAKER, bytes }
      const { id, content } = await files.add(account, file, signal)
      if (!content) throw new Error('A file that was added is not whole.')
      const sha256 = Buffer.from(content.sha256).toString('hex')
      return { id, sizeBytes: content.sizeBytes, sha256 }
    },
    async removeNamed(account, names, kept) {
      for await (const file of allOf(files, account))
        if (isNamed(file, names) && !kept.has(file.id)) await files.remove(account, file.id)
    },
  }
}

/** Whether a batch has made this file, under one of these names. */
export function isNamed(
  { originalName, uploadedBy }: Pick<StoredFile, 'originalName' | 'uploadedBy'>,
  names: ReadonlySet<string>,
): boolean {
  return uploadedBy === MAKER && names.has(originalName ?? '')
}

async function* allOf({ list }: Pick<Files, 'list'>, account: string): AsyncGenerator<StoredFile> {
  for (let cursor: string | undefined; ; ) {
    const page = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
    const { files, nextCursor } = await list(account, { ...page, status: 'ready' })
    yield* files
    if (nextCursor === undefined) return
    cursor = nextCursor
  }
}
