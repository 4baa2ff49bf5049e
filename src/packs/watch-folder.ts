import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Wait after an event, in which the others of the same change come. */
const CALM_MS = 100
/** How often is looked where the system cannot tell: network drives, or no watches left. */
const LOOK_MS = 2_000

export interface FolderWatch {
  close(): void
}

export interface FolderWatchOptions {
  readonly watchFolder?: ((path: string, onEvent: OnEvent) => FSWatcher) | undefined
}
type OnEvent = (event: string, name: string | null) => void

/**
 * Calls `onChange` soon after something changed in a folder or right below its subfolders, and not deeper. The folder
 * need not be there yet. The operating system tells; where it cannot, `onChange` is called every two seconds.
 */
export function watchSubfolders(
  folder: string,
  onChange: () => void,
  {
    watchFolder = (path, onEvent) => watch(path, { persistent: false }, onEvent),
  }: FolderWatchOptions = {},
): FolderWatch {
  const watchers = new Map<string, FSWatcher>()
  let calm: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined
  let isClosed = false
  const forget = (path: string): void => {
    watchers.get(path)?.close()
    watchers.delete(path)
  }
  const lookInstead = (): void => {
    looking ??= setInterval(onChange, LOOK_MS).unref()
  }
  const soon = (): void => {
    if (isClosed) return
    clearTimeout(calm)
    calm = setTimeout(() => {
      attachAll()
      onChange()
    }, CALM_MS).unref()
  }
  const attach = (path: string, onEvent: OnEvent): void => {
    if (watchers.has(path)) return
    try {
      const watcher = watchFolder(path, onEvent)
      watchers.set(path, watcher)
      watcher.on('error', () => {
        forget(path)
        lookInstead()
      })
    } catch (error) {
      // A subfolder may be deleted in this moment; its parent tells that.
      if (!isGone(error) || path === dirname(folder)) lookInstead()
    }
  }
  const attachAll = (): void => {
    const names = subfoldersOf(folder)
    attach(dirname(folder), (_event, name) => {
      if (name !== null && name !== basename(folder)) return
      forget(folder)
      soon()
    })
    if (names)
      attach(folder, (event, name) => {
        // Another folder may stand there now under the same name.
        if (event === 'rename' && name !== null) forget(join(folder, name))
        soon()
      })
    const wanted = new Set([
      dirname(folder),
      folder,
      ...(names ?? []).map((name) => join(folder, name)),
    ])
    for (const path of watchers.keys()) if (!wanted.has(path)) forget(path)
    for (const name of names ?? []) attach(join(folder, name), soon)
  }
  attachAll()
  return {
    close() {
      isClosed = true
      clearTimeout(calm)
      clearInterval(looking)
      for (const path of [...watchers.keys()]) forget(path)
    },
  }
}

/** Names of the folders in a folder; undefined where it is not there. */
function subfoldersOf(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  } catch {
    return undefined
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
