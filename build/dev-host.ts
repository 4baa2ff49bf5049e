import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from './studio-build.ts'

/** Longer than "griot serve" takes to end by itself. */
const LAST_MOMENT_MS = 8_000

/** Addresses that "griot serve" prints once it answers. */
interface Welcome {
  /** A link that signs one browser in, at the host's own address. */
  readonly link: string
  readonly url: string
  /** The lines about the first API key, at the first start of a data folder. */
  readonly key: string | undefined
}

/** "griot serve", run from its sources. */
export interface DevHost {
  readonly welcome: Welcome
  /** Whether it answers, asked once a restart that is under way is over. */
  isServing(): Promise<boolean>
  /** Ends it and starts it again at the same address. */
  restart(): Promise<void>
  /** A new link that signs one browser in, at the host's own address. */
  newLink(): Promise<string>
  close(): Promise<void>
}

interface Options {
  readonly root: string
  /** Further arguments of "griot serve". */
  readonly args: readonly string[]
  readonly say: (line: string) => void
}

/** Starts the host. Answers its exit code where it ends before it serves; why, it has said on standard error. */
export async function startHost({ root, args, say }: Options): Promise<DevHost | number> {
  const cli = join(root, 'src/cli/index.ts')
  // Other commands of this project are to be typed as they are typed in this folder.
  const env = { ...process.env, npm_lifecycle_event: 'griot' }
  const start = (more: readonly string[]): Promise<Started> =>
    listenTo(
      spawn(process.execPath, [cli, 'serve', ...args, ...more], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    )

  let current = await start([])
  const { welcome } = current
  if (!welcome) return current.child.exitCode ?? 1
  // Browsers stay signed in with a host at the same address, also where it was given as "any free port".
  const again = ['--port', new URL(welcome.url).port]
  let isEnding = false
  let isWanted = false
  let restarting: Promise<void> | undefined

  const watch = ({ child }: Started): void => {
    child.once('exit', (code) => {
      if (child === current.child && !isEnding && !restarting)
        say(`The host ended with code ${code}. It is started again when a file of it changes.`)
    })
  }
  watch(current)

  const startAgain = async (): Promise<void> => {
    while (isWanted && !isEnding) {
      isWanted = false
      await end(current.child)
      if (isEnding) return
      current = await start(again)
    }
    if (isEnding) return
    if (current.welcome) say('The host has started again.')
    else say('The host does not start. It is tried again when a file of it changes.')
    watch(current)
  }

  return {
    welcome,
    async isServing() {
      await restarting
      return current.welcome !== undefined && isRunning(current.child)
    },
    async restart() {
      isWanted = true
      restarting ??= startAgain().finally(() => {
        restarting = undefined
      })
      await restarting
    },
    async newLink() {
      const { output, errors } = await run(process.execPath, [cli, 'link'], { cwd: root, env })
      const link = output.split('\n').find((line) => line.startsWith(`${welcome.url}/`))
      if (link === undefined) throw new Error(`There is no new link. ${errors.trim()}`)
      return link
    },
    async close() {
      isEnding = true
      await end(current.child)
      await restarting
      await end(current.child)
    },
  }
}

interface Started {
  readonly child: ChildProcess
  /** Undefined: it ended before it served. */
  readonly welcome: Welcome | undefined
}

/** Waits until the program serves or has ended; what it says after its welcome goes to our own standard output. */
async function listenTo(child: ChildProcess): Promise<Started> {
  const { stdout } = child
  if (!stdout) throw new Error('the host has no standard output')
  const exit = once(child, 'exit')
  let said = ''
  for await (const text of stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(text)
    const welcome = welcomeIn(said)
    if (!welcome) continue
    stdout.on('data', (more: string) => process.stdout.write(more))
    return { child, welcome }
  }
  await exit
  return { child, welcome: undefined }
}

function welcomeIn(said: string): Welcome | undefined {
  const link = /^Studio +(\S+)$/m.exec(said)?.[1]
  const url = /^API +(\S+)\/v1$/m.exec(said)?.[1]
  if (link === undefined || url === undefined) return undefined
  return { link, url, key: /^API key .*/ms.exec(said)?.[0].trimEnd() }
}

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const patience = new AbortController()
  const lastMoment = pause(LAST_MOMENT_MS, undefined, { signal: patience.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined,
  )
  await exit
  patience.abort()
  await lastMoment
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
