import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  addProjectFile,
  PROJECT_EXTENSION,
  PROJECT_FILE_LIMITS,
  writeProjectFile,
} from '#projects/project-file.ts'
import type { Projects } from '#projects/registry.ts'
import { AppError } from '#shared/errors.ts'
import { safeName } from '#shared/export-names.ts'
import type { ExportedProject, ProjectSummary } from '#shared/projects.ts'
import { freeBytesOf, KEEP_FREE_BYTES } from '#storage/disk-space.ts'
import { codeOf, describeDiskError } from '#storage/files/folders.ts'
import { formatSize } from '#storage/files/format-size.ts'
import type { Downloads } from './exports/downloads.ts'

/** Projects as single files: written for a download, and taken in. */
export interface ProjectFiles {
  /** Throws AppError; an unfinished file is removed. */
  export(id: string, signal: AbortSignal): Promise<ExportedProject>
  /**
   * Takes up what lies at a path of this computer: the project in a folder, or a copy of the one in a project file. Throws
   * AppError('project/file') and what `Projects.openFolder` throws.
   */
  open(path: string, signal: AbortSignal): Promise<ProjectSummary>
  /** Begins to receive a project file that is called `fileName`. */
  receive(fileName: string): Promise<IncomingProject>
}

/** A project file that a window sends. Everything throws AppError. */
export interface IncomingProject {
  readonly importId: string
  append(position: number, bytes: Uint8Array): Promise<void>
  /** Takes the project in. Throws AppError('project/file'). */
  finish(signal: AbortSignal): Promise<ProjectSummary>
  /** Ends the transfer; what has come is removed. */
  discard(): Promise<void>
}

export interface ProjectFilesOptions {
  readonly projects: Projects
  /** Where finished files wait for a browser. */
  readonly downloads: Downloads
  readonly tools: { readonly now: () => Date; readonly randomName: () => string }
  /** Folder of this process for files that wait for a browser. */
  readonly folder: string
  /** Asks for the path on the desktop; undefined where the person cancels. */
  readonly choosePath: ((fileName: string) => Promise<string | undefined>) | undefined
}

/** Writes and reads project files. */
export function createProjectFiles(options: ProjectFilesOptions): ProjectFiles {
  const { projects, downloads, tools, folder, choosePath } = options
  return {
    async export(id, signal) {
      const project = projects.open(id)
      const name = `${safeName(project.load().script.title) || 'Griot script'}.${PROJECT_EXTENSION}`
      const chosen = choosePath ? await choosePath(name) : undefined
      if (choosePath && chosen === undefined)
        throw new AppError('speech/cancelled', 'No file was chosen, so nothing was exported.')
      const path = chosen ?? join(folder, tools.randomName(), name)
      await writeProjectFile(project, path, signal)
      const file = { fileName: basename(path), sizeBytes: (await stat(path)).size }
      if (chosen) return { ...file, location: { kind: 'saved', path } }
      return { ...file, location: { kind: 'download', url: await downloads.keep(path) } }
    },
    async open(path, signal) {
      const found = await stat(path).catch((error) => {
        throw describeOpening(error, path)
      })
      if (found.isDirectory()) return projects.openFolder(path)
      return addProjectFile(projects, { path, fileName: basename(path) }, tools.now, signal)
    },
    async receive(fileName) {
      const place = join(folder, tools.randomName())
      const path = join(place, `received.${PROJECT_EXTENSION}`)
      const file = await storing(async () => {
        await mkdir(place, { recursive: true, mode: 0o700 })
        return open(path, 'wx', 0o600)
      })
      return incoming(path, file, (signal) =>
        addProjectFile(projects, { path, fileName }, tools.now, signal),
      )
    },
  }
}

function incoming(
  path: string,
  file: FileHandle,
  take: (signal: AbortSignal) => Promise<ProjectSummary>,
): IncomingProject {
  let received = 0
  const discard = async (): Promise<void> => {
    await file.close().catch(() => undefined)
    await rm(dirname(path), { recursive: true, force: true })
  }
  return {
    importId: randomUUID(),
    discard,
    async append(position, bytes) {
      // A part that has come already changes nothing.
      if (position + bytes.length <= received) return
      if (position !== received)
        throw new AppError('request/invalid', 'A part of the project file was lost. Send it again.')
      if (received + bytes.length > PROJECT_FILE_LIMITS.bytes)
        throw new AppError('project/file', 'This project file is too large. Nothing was added.')
      const free = freeBytesOf(dirname(path))
      if (free !== undefined && free < bytes.length + KEEP_FREE_BYTES) throw noRoom(free)
      await storing(() => file.writeFile(bytes))
      received += bytes.length
    },
    async finish(signal) {
      try {
        await storing(() => file.close())
        return await take(signal)
      } finally {
        await discard()
      }
    },
  }
}

function noRoom(free: number): AppError {
  return new AppError(
    'storage/full',
    `The project file does not fit onto the disk, of which only ${formatSize(free)} are free. Nothing was added. Free some space, then import it again.`,
  )
}

/** Why there is nothing to open at a path, in words. */
function describeOpening(error: unknown, path: string): unknown {
  const code = codeOf(error)
  if (code === '') return error
  if (code === 'EACCES' || code === 'EPERM')
    return new AppError(
      'storage/failed',
      `${path} may not be read by this user. Allow reading it, then open it again.`,
      error,
    )
  return new AppError(
    'project/missing',
    `There is no file ${path}: it was moved, renamed or deleted, or its disk is not connected. Choose it again with "Open Project…".`,
    error,
  )
}

async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw describeDiskError(error, 'The project file could not be stored')
  }
}
