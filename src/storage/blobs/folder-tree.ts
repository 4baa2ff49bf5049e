import type { Dirent } from 'node:fs'
import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedBlob, UnfinishedBlob } from './blobs.ts'

/** Ending of what is being written, beside the whole file. */
const PART = /\.[\da-f]{16}\.part$/

/** All whole files below a folder whose path in it begins with `prefix`, by the bytes of their paths. Throws file system errors. */
export async function* filesBelow(
  root: string,
  prefix: string,
  after: string | undefined,
): AsyncGenerator<ListedBlob> {
  for await (const key of keysBelow(root, prefix)) {
    if (PART.test(key) || (after !== undefined && compareBytes(key, after) <= 0)) continue
    const found = await stat(join(root, key)).catch(unlessMissing)
    if (found) yield { key, sizeBytes: found.size, modified: found.mtime }
  }
}

/** The unfinished files below a folder. Throws file system errors. */
export async function* partsBelow(root: string, prefix: string): AsyncGenerator<UnfinishedBlob> {
  for await (const name of keysBelow(root, prefix)) {
    const path = join(root, name)
    const found = PART.test(name) ? await stat(path).catch(unlessMissing) : undefined
    const discard = (): Promise<void> => rm(path, { force: true })
    if (found) yield { key: name.replace(PART, ''), modified: found.mtime, discard }
  }
}

async function* keysBelow(root: string, prefix: string, folder = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(unlessMissing)
  for (const { key, isFolder } of inOrder(folder, entries ?? [])) {
    if (isFolder) {
      if (key.startsWith(prefix) || prefix.startsWith(key)) yield* keysBelow(root, prefix, key)
    } else if (key.startsWith(prefix)) yield key
  }
}

/** What lies in a folder, in the order of the keys: those of a folder begin with its name and a slash. */
function inOrder(
  folder: string,
  entries: readonly Dirent[],
): readonly { readonly key: string; readonly isFolder: boolean }[] {
  return entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
    .map((entry) => {
      const isFolder = entry.isDirectory()
      // A file system may hand names out in another form of Unicode than it was given.
      return { key: `${folder}${entry.name.normalize('NFC')}${isFolder ? '/' : ''}`, isFolder }
    })
    .sort((a, b) => compareBytes(a.key, b.key))
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** Removes the empty folders below `folder`, and itself. What cannot be removed stays. */
export async function removeEmptyFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries)
    if (entry.isDirectory()) await removeEmptyFolders(join(folder, entry.name))
  // Not where something lies in it.
  await rmdir(folder).catch(() => undefined)
}

/** For a file system error: undefined where there is nothing at the path. Throws every other error. */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  return undefined
}
