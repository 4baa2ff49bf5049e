import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const FULL_BYTES = 1_000_000

/**
 * Writes down what no person can mend, into `griot.log` in the data folder, and gives it to `echo`.
 * At one megabyte the file becomes `griot.log.old` and a new one begins.
 */
export function openLog(home: string, echo: (text: string) => void): (error: unknown) => void {
  mkdirSync(home, { recursive: true })
  const path = join(home, 'griot.log')
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (bytes > FULL_BYTES) renameSync(path, `${path}.old`)
  return (error) => {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    echo(`${what}\n`)
    appendFileSync(path, `${new Date().toISOString()} ${what}\n`)
  }
}
