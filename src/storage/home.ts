import { join, resolve } from 'node:path'
import environmentPaths from 'env-paths'

/**
 * The data folder: `GRIOT_HOME` where it is set, else where this system keeps a program's data
 * (`~/.local/share/griot`, `~/Library/Application Support/griot`, `%LOCALAPPDATA%\griot\Data`).
 */
export function homeFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const chosen = environment['GRIOT_HOME']
  return chosen ? resolve(chosen) : environmentPaths('griot', { suffix: '' }).data
}

/** The one database of a data folder. */
export function libraryOf(home: string): string {
  return join(home, 'library.db')
}
