import { mkdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { AppError } from '#shared/errors.ts'

/** Folders in which a client may read and write files. */
export interface FileFolders {
  /** The folders as they were given, the first of which relative names belong to. */
  readonly list: readonly string[]
  /**
   * Path of a file that is there, with every link followed. Throws AppError('access/forbidden') for one that lies elsewhere, and
   * ('file/not-found').
   */
  readable(name: string): Promise<string>
  /**
   * Path for a new file; its folder is made where it is missing. Throws AppError('access/forbidden') for one that would lie elsewhere,
   * ('request/invalid') where a file is there already and `overwrite` is false, and ('storage/failed').
   */
  writable(name: string, overwrite: boolean): Promise<string>
}

/** `folders`: at least one. A folder that is missing is made with the first file. */
export function openFileFolders(folders: readonly string[]): FileFolders {
  const list = folders.map((folder) => resolve(folder))
  const [first = ''] = list
  const pathOf = (name: string): string => {
    if (name.includes('\0')) throw forbidden(name.replaceAll('\0', '?'), list)
    return isAbsolute(name) ? resolve(name) : resolve(first, name)
  }
  const refuseOutside = async (path: string, name: string): Promise<void> => {
    for (const folder of list) if (isWithin(await realPath(folder), path)) return
    throw forbidden(name, list)
  }
  return {
    list,
    async readable(name) {
      const path = await realPath(pathOf(name))
      // Before anything is told of what is there.
      await refuseOutside(path, name)
      const found = await stat(path).catch(() => undefined)
      if (found?.isFile()) return path
      throw new AppError('file/not-found', `There is no file "${name}".`)
    },
    async writable(name, overwrite) {
      const asked = pathOf(name)
      const folder = await realPath(dirname(asked))
      const path = join(folder, basename(asked))
      await refuseOutside(path, name)
      // A link in the place of the file may lead anywhere.
      await refuseOutside(await realPath(path), name)
      const found = await stat(path).catch(() => undefined)
      if (found && !(overwrite && found.isFile()))
        throw new AppError(
          'request/invalid',
          `There is "${name}" already. Choose another name${found.isFile() ? ', or set overwrite' : ''}.`,
        )
      await mkdir(folder, { recursive: true }).catch((error: Error) => {
        throw new AppError(
          'storage/failed',
          `The folder "${folder}" could not be made (${error.message}).`,
          error,
        )
      })
      return path
    },
  }
}

/** The path with the links of all that is there already followed. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(await realPath(above), basename(path))
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}

function forbidden(name: string, list: readonly string[]): AppError {
  return new AppError(
    'access/forbidden',
    `"${name}" lies outside of ${list.map((folder) => `"${folder}"`).join(' and ')}. Use a file in there, or start "griot mcp" with --folder and the folder of this one.`,
  )
}
