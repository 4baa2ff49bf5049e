import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '#storage/make-folder.ts'

const FULL_BYTES = 1_000_000

/**
 * Writes down what no person can mend, into `griot.log` in the data folder, and gives it to `echo`.
 * At one megabyte the file becomes `griot.log.old` and a new one begins. A disk that takes no more costs the log, never
 * the engine: what could not be written is still echoed.
 */
export function openLog(home: string, echo: (text: string) => void): (error: unknown) => void {
  const path = join(home, 'griot.log')
  const write = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      echo(`The log ${path} cannot be written: ${String(error)}\n`)
    }
  }
  write(() => {
    makeFolder(home)
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (bytes > FULL_BYTES) renameSync(path, `${path}.old`)
  })
  return (error) => {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    echo(`${what}\n`)
    write(() => appendFileSync(path, `${new Date().toISOString()} ${what}\n`, { mode: 0o600 }))
  }
}
