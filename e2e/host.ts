import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { childrenOf } from '#testing/processes.test-support.ts'

const CLI = join(import.meta.dirname, '../out/main/cli.js')
const KEY = 'e2e key with spaces'

/** Built program, serving a data folder. */
export interface GriotServer {
  /** Link that opens the studio, once. */
  readonly studioUrl: string
  readonly url: string
  /** Key that the API accepts. */
  readonly key: string
  /** The data folder. */
  readonly home: string
  /** Server process, for tests that end it: they start a host of their own. */
  readonly process: ChildProcess
  /** Returns the id of the speech process, which changes after a crash. */
  speechPid(): number
}

/** Starts the program on a data folder, and resolves once it serves. Rejects with what it said if it ends before. */
export async function startHost(
  home: string,
  variables: Readonly<Record<string, string>> = {},
  port = '0',
): Promise<GriotServer> {
  const child = spawn(process.execPath, [CLI, 'serve', '--port', port], {
    env: { ...process.env, ...variables, GRIOT_HOME: home, GRIOT_API_KEY: KEY },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (bytes) => {
    output += String(bytes)
  })
  for await (const bytes of child.stdout) {
    output += String(bytes)
    const studioUrl = /Studio\s+(http\S+)/.exec(output)?.[1]
    const url = /API\s+(http\S+)\/v1/.exec(output)?.[1]
    if (!studioUrl || !url) continue
    child.stdout.resume()
    const speechPid = (): number => speechProcessOf(child)
    return { ...{ studioUrl, url, home }, key: KEY, process: child, speechPid }
  }
  throw new Error(`the program did not start: ${output}`)
}

function speechProcessOf(host: ChildProcess): number {
  const children = childrenOf(host.pid ?? 0)
  const worker = children.find(({ command }) => command.includes('speech-worker.js'))
  if (!worker) throw new Error('no speech worker runs')
  return worker.pid
}

/** Ends the program as a terminal does, and resolves once it has ended. */
export async function stopHost(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

/** Creates a new link to the studio, as `griot link` does in a second terminal. */
export async function createLink(home: string): Promise<string> {
  const child = spawn(process.execPath, [CLI, 'link'], {
    env: { ...process.env, GRIOT_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return (await text(child.stdout)).trim()
}
