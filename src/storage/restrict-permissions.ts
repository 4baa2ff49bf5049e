import type { Stats } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Private entries of a data folder: sound, texts, tokens, keys, logs, and compiled code, which is run as it lies there. The
 * program's own files (ffmpeg) may be read.
 */
const PRIVATE =
  /^(?:library\.db.*|library-rescued-.*|griot\.log.*|answers|backup-work|before-restore-.*|clips|compiled|copies|desktop|exports|files|hls|logs|lost\+found|provenance|restoring-.*|run|transcriptions|voices)$/
/** Permission of the group and of others. */
const OTHERS = 0o077

/**
 * Restricts the private entries of a data folder to its owner: folders 0700, files 0600. A folder that an older Griot
 * made, or that came from a backup, may be readable by others. Does nothing on Windows, which has no such modes. Resolves
 * when the folders themselves are closed, and `inside` when everything in them is.
 */
export async function restrictPermissions(
  home: string,
): Promise<{ readonly inside: Promise<void> }> {
  if (process.platform === 'win32') return { inside: Promise.resolve() }
  const names = (await readdir(home)).filter((name) => PRIVATE.test(name))
  const paths = names.map((name) => join(home, name))
  const folders: string[] = []
  for (const path of paths) if ((await close(path))?.isDirectory()) folders.push(path)
  return { inside: closeAll(folders) }
}

async function closeAll(folders: readonly string[]): Promise<void> {
  const open = [...folders]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop())
    for (const name of await readdir(folder).catch(unlessGone)) {
      const path = join(folder, name)
      if ((await close(path))?.isDirectory()) open.push(path)
    }
}

/** Restricts one file or folder and returns its stats; undefined where it is missing. Does not follow links. */
async function close(path: string): Promise<Stats | undefined> {
  const found = await lstat(path).catch(unlessGone)
  if (Array.isArray(found)) return undefined
  const isOpen = (found.isDirectory() || found.isFile()) && (found.mode & OTHERS) !== 0
  if (isOpen) await chmod(path, found.mode & 0o777 & ~OTHERS).catch(unlessGone)
  return found
}

/** Removed meanwhile, or somebody else's, whose modes are not ours to change: "griot doctor" tells of these. */
function unlessGone(error: NodeJS.ErrnoException): [] {
  if (!['ENOENT', 'ENOTDIR', 'EPERM', 'EACCES', 'EROFS'].includes(error.code ?? '')) throw error
  return []
}
