import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test as base } from 'playwright/test'
import { childrenOf } from '#testing/processes.test-support.ts'

const CLI = join(import.meta.dirname, '../out/main/cli.js')
const KEY = 'e2e key with spaces'

/** Built program, serving in its own data folder. */
export interface GriotServer {
  /** Link that opens the studio, once. */
  readonly studioUrl: string
  readonly url: string
  /** Key that the API accepts. */
  readonly key: string
  /** Server process, for tests that end it. */
  readonly process: ChildProcess
  /** Id of the current speech process, which changes after a crash. */
  speechPid(): number
}

async function startServer(
  home: string,
  variables: Readonly<Record<string, string>>,
  port: string,
): Promise<Omit<GriotServer, 'speechPid'>> {
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
    return { studioUrl, url, key: KEY, process: child }
  }
  throw new Error(`the program did not start: ${output}`)
}

/** Creates a new link to the studio, as `griot link` does in a second terminal. */
export async function createLink(home: string): Promise<string> {
  const child = spawn(process.execPath, [CLI, 'link'], {
    env: { ...process.env, GRIOT_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return (await text(child.stdout)).trim()
}

/**
 * Each test gets its own program and data folder; `stop` ends the program, `restart` starts it again on the same port.
 */
export const test = base.extend<{
  host: GriotServer
  stop: () => Promise<void>
  restart: () => Promise<GriotServer>
  home: string
  /** Where the program listens; 0: on any port that is free. */
  port: string
  /** More environment variables of the program. */
  variables: Readonly<Record<string, string>>
}>({
  port: ['0', { option: true }],
  variables: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  home: async ({}, use) => {
    const home = await mkdtemp(join(tmpdir(), 'griot ohùn '))
    await use(home)
    await rm(home, { recursive: true, force: true })
  },
  host: async ({ home, variables, port }, use) => {
    const host = withSpeechPid(await startServer(home, variables, port))
    await use(host)
    await stop(host.process)
  },
  stop: async ({ host }, use) => use(() => stop(host.process)),
  restart: async ({ home, host, variables }, use) => {
    const started: ChildProcess[] = []
    await use(async () => {
      await stop(host.process)
      const again = withSpeechPid(await startServer(home, variables, new URL(host.url).port))
      started.push(again.process)
      return again
    })
    for (const child of started) await stop(child)
  },
})

function withSpeechPid(host: Omit<GriotServer, 'speechPid'>): GriotServer {
  const speechPid = (): number => {
    const children = childrenOf(host.process.pid ?? 0)
    const worker = children.find(({ command }) => command.includes('speech-worker.js'))
    if (!worker) throw new Error('no speech worker runs')
    return worker.pid
  }
  return { ...host, speechPid }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}
