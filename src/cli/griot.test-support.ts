import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { afterFile } from '#testing/after-file.test-support.ts'
import { readEnvironment } from './environment.ts'
import { runCommand } from './run-command.ts'

/** The program, as a file for Node. */
export const ENTRY = join(import.meta.dirname, 'index.ts')

type Variables = Readonly<Record<string, string>>

/** Environment of a command line whose data folder is in `folder`. */
function environmentIn(folder: string, variables: Variables): NodeJS.ProcessEnv {
  const home = join(folder, 'data')
  return { ...process.env, GRIOT_HOME: home, GRIOT_PORT: '', GRIOT_API_KEY: '', ...variables }
}

export interface RunningGriot {
  readonly child: ChildProcessWithoutNullStreams
  /** Everything on standard error so far. */
  readonly err: () => string
  /** Exit code, or the signal that ended it. */
  readonly exit: Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>
  /** Everything on standard output, as soon as it matches `pattern`. Throws if standard output ends before. */
  printed(pattern: RegExp): Promise<string>
  /** Address of a server, without a slash at the end, as soon as it is printed. */
  address(): Promise<string>
  /** Ends it politely. Answers its exit code. */
  end(): Promise<number | null>
}

/** Starts the command line in `folder`, with its data folder there, and lets it run. */
export function startGriot(
  folder: string,
  args: readonly string[],
  variables: Variables = {},
  { detached = false } = {},
): RunningGriot {
  mkdirSync(folder, { recursive: true })
  const env = environmentIn(folder, variables)
  const child = spawn(process.execPath, [ENTRY, ...args], { cwd: folder, env, detached })
  const exit = once(child, 'exit').then(([code, signal]) => [code, signal] as const)
  // Also where a test fails half-way.
  afterFile(() => {
    child.kill('SIGKILL')
    return exit
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const printed = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(out)) {
      if (child.stdout.readableEnded) throw new Error(`It ended after: ${out}${err}`)
      await Promise.race([once(child.stdout, 'data'), once(child.stdout, 'end')])
    }
    return out
  }
  return {
    ...{ child, exit, printed, err: () => err },
    address: async () => /API\s+(\S+)\/v1\n/.exec(await printed(/API\s+\S+\/v1\n/))?.[1] ?? '',
    end: async () => {
      child.kill('SIGTERM')
      return (await exit)[0]
    },
  }
}

export interface Outcome {
  readonly code: number
  readonly out: Buffer
  readonly err: string
}

/** Runs the command line in `folder`, with its data folder there, to the end. `input` comes on standard input. */
export async function runGriot(
  folder: string,
  args: readonly string[],
  variables: Variables = {},
  input: Uint8Array | string = '',
): Promise<Outcome> {
  const env = environmentIn(folder, variables)
  const child = spawn(process.execPath, [ENTRY, ...args], { cwd: folder, env })
  const [out, err]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => err.push(bytes))
  // A command that refuses at once does not read.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, out: Buffer.concat(out), err: String(Buffer.concat(err)) }
}

export interface Here {
  readonly variables?: Variables
  readonly stop?: AbortSignal
  /** What comes on standard input. */
  readonly input?: Uint8Array | string
}

/** The same inside this process, which is faster. */
export async function runGriotHere(
  folder: string,
  args: readonly string[],
  { variables = {}, stop = new AbortController().signal, input = '' }: Here = {},
): Promise<Omit<Outcome, 'out'> & { readonly out: string; readonly bytes: Buffer }> {
  const environment = readEnvironment(import.meta.dirname, true, environmentIn(folder, variables))
  const [out, err]: [Buffer[], string[]] = [[], []]
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    out.push(Buffer.from(piece))
    return true
  })
  const log = vi
    .spyOn(console, 'log')
    .mockImplementation((text) => out.push(Buffer.from(`${text}\n`)))
  const error = vi.spyOn(console, 'error').mockImplementation((text) => err.push(`${text}\n`))
  const read = vi.spyOn(process, 'stdin', 'get').mockReturnValue(standardInput(input))
  // File names are relative to the folder.
  const before = process.cwd()
  if (existsSync(folder)) process.chdir(folder)
  try {
    const code = await runCommand(args, environment, stop)
    const bytes = Buffer.concat(out)
    return { code, out: bytes.toString(), bytes, err: err.join('') }
  } finally {
    process.chdir(before)
    read.mockRestore()
    write.mockRestore()
    log.mockRestore()
    error.mockRestore()
  }
}

/** A file of these bytes as standard input: `process.stdin` has the same methods where it is redirected. */
function standardInput(input: Uint8Array | string): typeof process.stdin {
  const bytes = Buffer.from(input)
  const stream = Readable.from(bytes.length > 0 ? [bytes] : [], { objectMode: false })
  return Object.assign(stream, { fd: 0 }) as unknown as typeof process.stdin
}
