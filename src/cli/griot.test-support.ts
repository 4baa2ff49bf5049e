import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

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
