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

/** The built program serving in a data folder of its own. */
export interface Host {
  /** A link that opens the studio, once. */
  readonly studioUrl: string
  readonly url: string
  /** A key that the API accepts. */
  readonly key: string
  /** The process itself, for tests that end it. */
  readonly process: ChildProcess
  /** The process that speaks, by its id; it is another one after it was ended. */
  synthPid(): number
}

async function startHost(home: string, port = '0'): Promise<Omit<Host, 'synthPid'>> {
  const child = spawn(process.execPath, [CLI, 'serve', '--port', port], {
    env: { ...process.env, GRIOT_HOME: home, GRIOT_API_KEY: KEY },
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

/** A new link to the studio that is served from a data folder, as a second terminal gets it. */
export async function newLink(home: string): Promise<string> {
  const child = spawn(process.execPath, [CLI, 'link'], {
    env: { ...process.env, GRIOT_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return (await text(child.stdout)).trim()
}

/** Every test gets a program and a data folder of its own; `stop` ends it, `restart` brings it back on the same port. */
export const test = base.extend<{
  host: Host
  stop: () => Promise<void>
  restart: () => Promise<Host>
  home: string
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  home: async ({}, use) => {
    const home = await mkdtemp(join(tmpdir(), 'griot ohùn '))
    await use(home)
    await rm(home, { recursive: true, force: true })
  },
  host: async ({ home }, use) => {
    const host = withSynth(await startHost(home))
    await use(host)
    await stop(host.process)
  },
  stop: async ({ host }, use) => use(() => stop(host.process)),
  restart: async ({ home, host }, use) => {
    const started: ChildProcess[] = []
    await use(async () => {
      await stop(host.process)
      const again = withSynth(await startHost(home, new URL(host.url).port))
      started.push(again.process)
      return again
    })
    for (const child of started) await stop(child)
  },
})

function withSynth(host: Omit<Host, 'synthPid'>): Host {
  const synthPid = (): number => {
    const children = childrenOf(host.process.pid ?? 0)
    const synth = children.find(({ command }) => command.includes('synth.js'))
    if (!synth) throw new Error('no process speaks')
    return synth.pid
  }
  return { ...host, synthPid }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}
