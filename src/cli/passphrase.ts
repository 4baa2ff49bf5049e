import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Environment } from './environment.ts'
import { UsageError } from './help.ts'

const SHORTEST = 8

/** The passphrase of a file or of the environment, without the end of its line; undefined where neither has one. */
export function passphraseGiven(
  file: string | undefined,
  { backupPassphrase }: Environment,
): string | undefined {
  if (file === undefined) return backupPassphrase
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new UsageError(`The passphrase file ${file} cannot be read (${String(error)}).`)
  }
}

/** Refuses what can be guessed in no time. */
export function checkNew(passphrase: string): string {
  if (passphrase.length >= SHORTEST) return passphrase
  throw new UsageError(
    `A passphrase has at least ${SHORTEST} characters; five words that nobody would put together are better.`,
  )
}

/** Asks on the terminal, twice for a new one; what is typed is not shown. */
export async function askPassphrase(isNew: boolean, stop: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      `A passphrase is needed: --passphrase-file FILE, or GRIOT_BACKUP_PASSPHRASE in the environment.`,
    )
  const passphrase = await ask('Passphrase of the backup: ', stop)
  if (!isNew) return passphrase
  checkNew(passphrase)
  if ((await ask('The same again: ', stop)) === passphrase) return passphrase
  throw new UsageError('These were two different passphrases. Nothing was written.')
}

async function ask(question: string, stop: AbortSignal): Promise<string> {
  process.stderr.write(question)
  const hidden = new Writable({ write: (_piece, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true })
  const stopped = new AbortController()
  // The terminal is read letter by letter: Ctrl-C is one of them.
  terminal.once('SIGINT', () => stopped.abort(new Error('SIGINT')))
  try {
    return await terminal.question('', { signal: AbortSignal.any([stop, stopped.signal]) })
  } catch (error) {
    if (stopped.signal.aborted && !stop.aborted) {
      // As if the terminal had not been read letter by letter.
      process.kill(process.pid, 'SIGINT')
      await once(stop, 'abort')
    }
    throw error
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
