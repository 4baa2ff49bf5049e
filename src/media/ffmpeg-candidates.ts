import { access, chmod, constants, copyFile, mkdir, rename, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

/** Places to search for ffmpeg. The programs read it from the environment; this room never does. */
export interface FfmpegSearch {
  /** The person's own choice (`FFMPEG_PATH`). */
  readonly ffmpegPath?: string | undefined
  /** The system's list of program folders (`PATH`). */
  readonly searchPath?: string | undefined
  /** Folder into which a packaged ffmpeg is copied if it cannot be run where it lies. */
  readonly directory: string
}

export type FfmpegSource = 'FFMPEG_PATH' | 'ffmpeg-static' | 'system' | '@ffmpeg-installer/ffmpeg'

/** A source of ffmpeg. `locate` lists its files, best first, and throws an Error with the reason where there are none. */
export interface FfmpegCandidate {
  readonly source: FfmpegSource
  /** Whether it is taken as soon as it works, even if another one is newer. If omitted, false. */
  readonly isChosen?: boolean
  /** Oldest libavcodec that will do; 59 came with ffmpeg 5. What we ship or were told to use is taken as it is. */
  readonly oldestCodec: number
  locate(): Promise<readonly string[]>
}

const PROGRAM = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'
const FFMPEG_5_CODEC = 59
/** Folders that are missing in the PATH of a program started from the macOS desktop. */
const USUAL_FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/local/bin']

/** Lists the candidates; of equally new ones, the first is preferred. */
export function ffmpegCandidates(places: FfmpegSearch): readonly FfmpegCandidate[] {
  const { ffmpegPath, searchPath, directory } = places
  const chosen: FfmpegCandidate[] = ffmpegPath
    ? [
        {
          source: 'FFMPEG_PATH',
          isChosen: true,
          oldestCodec: 0,
          locate: async () => [resolve(ffmpegPath)],
        },
      ]
    : []
  return [
    ...chosen,
    { source: 'ffmpeg-static', oldestCodec: 0, locate: async () => [staticBinary()] },
    { source: 'system', oldestCodec: FFMPEG_5_CODEC, locate: () => onPath(searchPath ?? '') },
    {
      source: '@ffmpeg-installer/ffmpeg',
      oldestCodec: 0,
      locate: async () => [await runnable(installerBinary(), directory)],
    },
  ]
}

/** `ffmpeg-static` is optional: it is absent where its download failed. Its module is the path itself. */
function staticBinary(): string {
  const require = createRequire(import.meta.url)
  const path: unknown = loaded(() => require('ffmpeg-static'))
  if (typeof path !== 'string') throw new Error('it has no binary for this system')
  return outsideArchive(path)
}

/** `@ffmpeg-installer/ffmpeg` throws plain strings where it has no binary for this system. */
function installerBinary(): string {
  const require = createRequire(import.meta.url)
  const found: unknown = loaded(() => require('@ffmpeg-installer/ffmpeg'))
  const path = typeof found === 'object' && found !== null && 'path' in found ? found.path : ''
  if (typeof path !== 'string' || path === '') throw new Error('it names no binary')
  return outsideArchive(path)
}

function loaded(load: () => unknown): unknown {
  try {
    return load()
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'
    throw new Error(missing ? 'the package is not installed' : String(error), { cause: error })
  }
}

/** Inside the packaged desktop app, programs lie beside the archive: nothing can be started from within it. */
function outsideArchive(path: string): string {
  return path.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
}

async function onPath(searchPath: string): Promise<readonly string[]> {
  // Relative entries are left out: what runs must not depend on the folder we were started in.
  const folders = [...searchPath.split(delimiter).filter(isAbsolute), ...USUAL_FOLDERS]
  const paths = [...new Set(folders.map((folder) => join(folder, PROGRAM)))]
  const there = await Promise.all(paths.map((path) => canAccess(path, constants.F_OK)))
  const found = paths.filter((_, index) => there[index])
  if (found.length === 0) throw new Error('there is none on the PATH')
  return found
}

/** Makes a binary executable, in a copy where its folder is read-only: its package does it in an install script, which we deny. */
export async function runnable(path: string, directory: string): Promise<string> {
  if (await canAccess(path, constants.X_OK)) return path
  try {
    await chmod(path, 0o755)
    return path
  } catch {
    // The package folder belongs to somebody else: run a copy of our own.
    return copyOf(path, directory)
  }
}

async function copyOf(path: string, directory: string): Promise<string> {
  const { size } = await stat(path)
  const copy = join(directory, `ffmpeg-${size}${PROGRAM.endsWith('.exe') ? '.exe' : ''}`)
  if (await canAccess(copy, constants.X_OK)) return copy
  await mkdir(directory, { recursive: true })
  const unfinished = `${copy}.${process.pid}.part`
  await copyFile(path, unfinished)
  await chmod(unfinished, 0o755)
  await rename(unfinished, copy)
  return copy
}

async function canAccess(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  )
}
