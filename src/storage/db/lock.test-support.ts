import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { MIGRATIONS, openDatabase } from './database.ts'

const HOLD = `
const library = new (require('better-sqlite3'))(process.argv[1])
library.exec('BEGIN EXCLUSIVE')
process.stdout.write('locked')
process.stdin.resume().on('end', () => library.exec('COMMIT'))
`

/** Another program that keeps the library at `path` locked until it is told to let go, or the test is over. */
export async function lockLibrary(path: string): Promise<{ release(): Promise<void> }> {
  const program = spawn(process.execPath, ['-e', HOLD, path], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(program, 'exit')
  const release = async (): Promise<void> => {
    program.stdin.end()
    await ended
  }
  onTestFinished(release)
  const locked = once(program.stdout, 'data')
  const died = ended.then(([code]) => {
    throw new Error(`The program that locks ended with ${code}.`)
  })
  await Promise.race([locked, died])
  // Its end is no surprise from here on.
  died.catch(() => undefined)
  return { release }
}

/** Locks the library from another connection of this process. Released at once, it leaves no time for a retry. */
export function lockLibraryHere(path: string, migrations = MIGRATIONS): { release(): void } {
  const other = openDatabase(path, migrations)
  onTestFinished(other.close)
  other.run('BEGIN EXCLUSIVE')
  return { release: () => other.run('COMMIT') }
}
