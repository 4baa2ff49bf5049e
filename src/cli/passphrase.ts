import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Environment } from './environment.ts'
import { UsageError } from './usage-error.ts'

const SHORTEST = 8

/** Passphrase of a file or of the environment, without the end of its line; undefined where there is none. Throws UsageError. */
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

/** Gives a new passphrase back, unless it is too short. Throws UsageError. */
export function checkNew(passphrase: string): string {
  if (passphrase.length >= SHORTEST) return passphrase
  throw new UsageError(
    `A passphrase has at least ${SHORTEST} characters. Best are five words that nobody else would put together.`,
  )
}

/** Asks for a passphrase on the terminal, without showing it; twice for a new one. Throws UsageError. */
export async function askPassphrase(isNew: boolean, stop: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      'A passphrase is needed. Give --passphrase-file FILE, or set GRIOT_BACKUP_PASSPHRASE.',
    )
  const passphrase = await ask('Passphrase of the backup: ', stop)
  if (!isNew) return passphrase
  checkNew(passphrase)
  if ((await ask('Repeat the passphrase: ', stop)) === passphrase) return passphrase
  throw new UsageError('The two passphrases differ. Nothing was written.')
}

async function ask(question: string, stop: AbortSignal): Promise<string> {
  process.stderr.write(question)
  const hidden = new Writable({ write: (_piece, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true })
  const stopped = new AbortController()
  // This terminal is read character by character, and Ctrl-C is one of them.
  terminal.once('SIGINT', () => stopped.abort(new Error('SIGINT')))
  try {
    return await terminal.question('', { signal: AbortSignal.any([stop, stopped.signal]) })
  } catch (error) {
    if (stopped.signal.aborted && !stop.aborted) {
      // The signal that a terminal read line by line would have sent.
      process.kill(process.pid, 'SIGINT')
      await once(stop, 'abort')
    }
    throw error
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
