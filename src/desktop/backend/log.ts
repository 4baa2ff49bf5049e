import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '#storage/make-folder.ts'

const MAX_BYTES = 1_000_000

/**
 * Creates a function that appends errors to `griot.log` in the data folder and passes them to `echo`.
 * At one megabyte the file is renamed to `griot.log.old` and a new one begins. A log that cannot be written never stops
 * the backend: the error is still echoed.
 */
export function createErrorLog(
  home: string,
  echo: (text: string) => void,
): (error: unknown) => void {
  const path = join(home, 'griot.log')
  const attempt = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      echo(`The log ${path} cannot be written: ${String(error)}\n`)
    }
  }
  attempt(() => {
    makeFolder(home)
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (bytes > MAX_BYTES) renameSync(path, `${path}.old`)
  })
  return (error) => {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    echo(`${what}\n`)
    attempt(() => appendFileSync(path, `${new Date().toISOString()} ${what}\n`, { mode: 0o600 }))
  }
}
