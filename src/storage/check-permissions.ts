import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const OTHERS = 0o077
const MAY_ENTER = 0o011
/** Maximum of paths listed; the advice covers all. */
const MAX_NAMED = 3
/** Depth of folders in a data folder: files/<account>/<file>. */
const DEPTH = 3

/**
 * Whether other users of this computer can get at anything in a data folder. Answers what was found, in words; throws an
 * Error that names what is open, and the command that closes it. Windows keeps rights in another way.
 */
export async function checkPermissions(home: string): Promise<string> {
  if (process.platform === 'win32') return 'as Windows sets them for a folder of your own'
  const found = await statOf(home)
  if (!found) return 'private as soon as it is created'
  const open = await openTo(home, found, DEPTH)
  if (open.length === 0) return 'private to their owner'
  const named = open.slice(0, MAX_NAMED).join(', ')
  const more = open.length > MAX_NAMED ? ` and ${open.length - MAX_NAMED} more` : ''
  throw new Error(
    `other users of this computer can open ${named}${more}. Close it to them: chmod -R go-rwx '${home.replaceAll("'", `'\\''`)}'`,
  )
}

/** Paths that others can open. Whatever lies in a folder that others may not enter is closed to them. */
async function openTo(path: string, { mode }: Stats, depth: number): Promise<readonly string[]> {
  const rights = mode & OTHERS
  const here = rights === 0 ? [] : [`${path} (${(mode & 0o777).toString(8).padStart(4, '0')})`]
  if ((rights & MAY_ENTER) === 0 || depth === 0) return here
  const names = await readdir(path).catch(() => [])
  const inside: string[] = []
  for (const name of names) {
    const found = await statOf(join(path, name))
    if (found) inside.push(...(await openTo(join(path, name), found, depth - 1)))
  }
  return [...here, ...inside]
}

async function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}
