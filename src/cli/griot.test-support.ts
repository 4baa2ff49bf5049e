import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { vi } from 'vitest'
import { readEnvironment } from './environment.ts'
import { runCommand } from './run-command.ts'

const ENTRY = join(import.meta.dirname, 'index.ts')

export interface Outcome {
  readonly code: number
  readonly out: Buffer
  readonly err: string
}

/** Runs the command line in `folder`, with its data folder there, to the end. `input` comes on standard input. */
export async function runGriot(
  folder: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  input: Uint8Array = new Uint8Array(),
): Promise<Outcome> {
  const child = spawn(process.execPath, [ENTRY, ...args], {
    cwd: folder,
    env: { ...process.env, GRIOT_HOME: join(folder, 'data'), GRIOT_PORT: '', ...variables },
  })
  const [out, err]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => err.push(bytes))
  // Who refuses at once does not read.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, out: Buffer.concat(out), err: String(Buffer.concat(err)) }
}

/**
 * The same without a process of its own, in the current folder, for what standard input and sound on standard output
 * have no part in: a start costs more than most commands.
 */
export async function runGriotHere(
  folder: string,
  args: readonly string[],
  stop: AbortSignal = new AbortController().signal,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const variables = { ...process.env, GRIOT_HOME: join(folder, 'data'), GRIOT_PORT: '' }
  const environment = readEnvironment(import.meta.dirname, true, variables)
  const [out, err]: [string[], string[]] = [[], []]
  const log = vi.spyOn(console, 'log').mockImplementation((text) => out.push(`${text}\n`))
  const error = vi.spyOn(console, 'error').mockImplementation((text) => err.push(`${text}\n`))
  try {
    const code = await runCommand(args, environment, stop)
    return { code, out: out.join(''), err: err.join('') }
  } finally {
    log.mockRestore()
    error.mockRestore()
  }
}
