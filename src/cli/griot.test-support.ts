import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
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

export interface Here {
  readonly variables?: Readonly<Record<string, string>>
  readonly stop?: AbortSignal
}

/** The same without a process of its own, where nothing comes on standard input: a start costs more than most commands. */
export async function runGriotHere(
  folder: string,
  args: readonly string[],
  { variables = {}, stop = new AbortController().signal }: Here = {},
): Promise<Omit<Outcome, 'out'> & { readonly out: string; readonly bytes: Buffer }> {
  const usual = { ...process.env, GRIOT_HOME: join(folder, 'data'), GRIOT_PORT: '' }
  const environment = readEnvironment(import.meta.dirname, true, { ...usual, ...variables })
  const [out, err]: [Buffer[], string[]] = [[], []]
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    out.push(Buffer.from(piece))
    return true
  })
  const log = vi
    .spyOn(console, 'log')
    .mockImplementation((text) => out.push(Buffer.from(`${text}\n`)))
  const error = vi.spyOn(console, 'error').mockImplementation((text) => err.push(`${text}\n`))
  // Names of files are meant from the folder on.
  const before = process.cwd()
  if (existsSync(folder)) process.chdir(folder)
  try {
    const code = await runCommand(args, environment, stop)
    const bytes = Buffer.concat(out)
    return { code, out: bytes.toString(), bytes, err: err.join('') }
  } finally {
    process.chdir(before)
    write.mockRestore()
    log.mockRestore()
    error.mockRestore()
  }
}
