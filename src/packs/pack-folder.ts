import type { Stats } from 'node:fs'
import { constants } from 'node:fs'
import {
  chmod,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { syncFolder } from '#storage/files/folders.ts'

/** Where a pack lies in the data folder. */
export interface PackPlaces {
  readonly folder: string
  /** Its own files, each under its name. */
  readonly files: string
  /** What arrives: `.part` files. */
  readonly arriving: string
  readonly accepted: string
  readonly installed: string
  /** The lock that whoever changes it holds. */
  readonly lock: string
}

/** Where packs lie. */
export function packsFolderOf(home: string): string {
  return join(home, 'packs')
}

/** Where a pack lies; `id` is one that `isPackId` has let through. */
export function placesOf(home: string, id: string): PackPlaces {
  const folder = join(packsFolderOf(home), id)
  return {
    folder,
    files: join(folder, 'files'),
    arriving: join(folder, 'arriving'),
    accepted: join(folder, 'accepted.json'),
    installed: join(folder, 'installed.json'),
    lock: join(packsFolderOf(home), `${id}.lock`),
  }
}

/**
 * The path of `name` (with "/") in a folder of the data folder, whose folders are made. Throws AppError('storage/failed')
 * where one of them is a link: what is written or deleted here must lie here.
 */
export async function pathInside(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  let at = folder
  for (const part of ['', ...name.split('/').slice(0, -1)]) {
    at = join(at, part)
    await mkdir(at, { recursive: part === '', mode: 0o700 }).catch(unlessThere)
    if (!(await lstat(at)).isDirectory()) throw notOurs(at)
  }
  return path
}

function unlessThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error
}

function notOurs(path: string): AppError {
  return new AppError(
    'storage/failed',
    `${path} is a link, or no folder: Griot neither writes nor deletes through it. Delete it and try again.`,
  )
}

/** A plain file's stats, or undefined where there is none; a link, a folder or a device is none. */
export async function plainFile(path: string): Promise<Stats | undefined> {
  const found = await lstat(path).catch(unlessGone)
  return found?.isFile() ? found : undefined
}

/** Opens a plain file to read it, and no other one that a link leads to. Throws file system errors. */
export function openToRead(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | noFollow())
}

/** Opens a file of the data folder to write it, private to its owner; a link there is replaced. Throws file system errors. */
export async function openToWrite(path: string): Promise<FileHandle> {
  const found = await lstat(path).catch(unlessGone)
  if (found && !found.isFile()) await rm(path, { recursive: true, force: true })
  return open(path, constants.O_RDWR | constants.O_CREAT | noFollow(), 0o600)
}

/** Windows makes no links without a privilege, and has no such flag. */
const noFollow = (): number => constants.O_NOFOLLOW ?? 0

/** Writes a small JSON file so that it is there whole or not at all, also after a power cut. Throws file system errors. */
export async function writeJson(path: string, content: unknown): Promise<void> {
  const part = `${path}.part`
  await rm(part, { force: true })
  const file = await open(part, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(content, undefined, 1)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
  await syncFolder(dirname(path))
}

/** Reads a JSON file of ours: undefined where it is missing, 'damaged' where it is not what `schema` says. */
export async function readJson<T>(
  path: string,
  schema: z.ZodType<T>,
): Promise<T | 'damaged' | undefined> {
  const text = await readFile(path, 'utf8').catch(unlessGone)
  if (text === undefined) return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return 'damaged'
  }
}

/** Makes a file that is where it belongs last over a power cut, readable by its owner only. */
export async function keepFile(from: string, to: string): Promise<void> {
  await chmod(from, 0o600).catch(() => undefined)
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** How many bytes the plain files of a folder have together; 0 where there is none. Follows no links. */
export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessGone)
  let bytes = 0
  for (const entry of entries ?? [])
    if (entry.isFile()) bytes += (await plainFile(join(entry.parentPath, entry.name)))?.size ?? 0
  return bytes
}

/** For a file that is not there, or lies below something that is no folder. */
export function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
