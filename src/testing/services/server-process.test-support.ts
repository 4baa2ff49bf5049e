import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Server that runs for tests. */
export interface ServerProcess {
  readonly pid: number
  /** What it has printed so far. */
  output(): string
  /** Ends it with a signal and waits until it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface ServerProcessOptions {
  readonly program: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** User and group as which it runs; some servers refuse to run as root. */
  readonly uid?: number
  readonly gid?: number
  /** Asked again and again until it is true. */
  readonly isReady: (output: string) => boolean | Promise<boolean>
}

const LONGEST_START_MS = 60_000
const ASK_EVERY_MS = 50

/**
 * Starts a server and waits until it is ready. Its standard input is a pipe that closes when this process ends, in
 * whatever way. Throws with what it has printed where it ends before or takes longer than a minute.
 */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { program, args, isReady, ...how } = options
  const child = spawn(program, args, { ...how, stdio: ['pipe', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  // It may end before it is told to.
  child.stdin.on('error', () => undefined)
  let failure: Error | undefined
  child.on('error', (error) => {
    failure = error
  })
  const kill = (): boolean => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const giveUpAt = Date.now() + LONGEST_START_MS
  while (!(await isReady(printed))) {
    if (failure) throw failure
    if (hasEnded(child)) throw new Error(`${program} has ended (${child.exitCode}): ${printed}`)
    if (Date.now() > giveUpAt) {
      kill()
      throw new Error(`${program} was not ready after a minute: ${printed}`)
    }
    await wait(ASK_EVERY_MS)
  }
  return {
    pid: Number(child.pid),
    output: () => printed,
    async stop(signal = 'SIGTERM') {
      if (hasEnded(child)) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** A port of this computer that nothing listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
