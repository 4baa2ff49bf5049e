import { spawn } from 'node:child_process'
import { once } from 'node:events'

const HOLD = `
const library = new (require('better-sqlite3'))(process.argv[1])
library.exec('BEGIN EXCLUSIVE')
process.stdout.write('locked')
process.stdin.resume().on('end', () => library.exec('COMMIT'))
`

/** Another program that keeps the library at `path` locked until it is told to let go. */
export async function lockLibrary(path: string): Promise<{ release(): Promise<void> }> {
  const program = spawn(process.execPath, ['-e', HOLD, path], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(program.stdout, 'data')
  return {
    async release() {
      const ended = once(program, 'exit')
      program.stdin.end()
      await ended
    },
  }
}
