import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CLI = join(import.meta.dirname, '../out/main/cli.js')
export const BENCH_KEY = 'bench key'

/** A real `griot serve` of the built program, in a data folder of its own. */
export interface BenchServer {
  readonly url: string
  readonly pid: number
  /** Link that opens the studio, once. */
  readonly studioUrl: string
  /** Milliseconds from the start of the process to the first healthy answer. */
  readonly startMs: number
  /** Speak; answers milliseconds to the first byte of sound and to the last, and how many bytes. `take` gets them. */
  speak(body: Readonly<Record<string, unknown>>, take?: Take): Promise<MeasuredSpeech>
  /** Resident memory of the host and all its children, in MB. */
  residentMb(): number
  /** Ends it without a chance to clear up, as a crash does. The data folder stays where the caller has named it. */
  kill(): Promise<void>
  close(): Promise<void>
}

type Take = (piece: Uint8Array) => unknown

export interface MeasuredSpeech {
  readonly firstMs: number
  readonly totalMs: number
  readonly bytes: number
}

/** Run one command of the built program to its end; answers milliseconds. */
export function runCli(args: readonly string[], home: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, GRIOT_HOME: home },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve(performance.now() - startedAt) : reject(new Error(`exit code ${code}`)),
    )
  })
}

/** `ownHome`: a data folder that outlives the server; left out, it gets an empty one and takes it away again. */
export async function startServer(ownHome?: string): Promise<BenchServer> {
  const home = ownHome ?? mkdtempSync(join(tmpdir(), 'griot-bench-'))
  const startedAt = performance.now()
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0'], {
    env: { ...process.env, GRIOT_HOME: home, GRIOT_API_KEY: BENCH_KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, studioUrl } = await urlsOf(child)
  await untilHealthy(url)
  const startMs = performance.now() - startedAt
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
    if (ownHome === undefined) rmSync(home, { recursive: true, force: true })
  }
  return {
    url,
    pid: child.pid ?? 0,
    studioUrl,
    startMs,
    speak: (body, take) => speak(url, body, take),
    residentMb: () => residentMb(child.pid ?? 0),
    kill: () => end('SIGKILL'),
    close: () => end('SIGTERM'),
  }
}

async function urlsOf(child: ChildProcess): Promise<{ url: string; studioUrl: string }> {
  let output = ''
  for await (const piece of child.stdout ?? []) {
    output += String(piece)
    const url = /API\s+(http:\S+)\/v1/.exec(output)?.[1]
    const studioUrl = /Studio\s+(http\S+)/.exec(output)?.[1]
    if (url && studioUrl) {
      child.stdout?.resume()
      return { url, studioUrl }
    }
  }
  throw new Error(`the server did not start: ${output}`)
}

async function untilHealthy(url: string): Promise<void> {
  while ((await fetch(`${url}/health`)).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 10))
}

async function speak(
  url: string,
  body: Readonly<Record<string, unknown>>,
  take: Take = () => undefined,
): Promise<MeasuredSpeech> {
  const startedAt = performance.now()
  const answer = await fetch(`${url}/v1/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`)
  let firstMs = 0
  let bytes = 0
  for await (const piece of answer.body) {
    if (bytes === 0) firstMs = performance.now() - startedAt
    bytes += piece.length
    take(piece)
  }
  return { firstMs, totalMs: performance.now() - startedAt, bytes }
}

/** Linux only: the sum over a process and its descendants. */
function residentMb(pid: number): number {
  const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/)
  return children
    .filter(Boolean)
    .reduce((sum, child) => sum + residentMb(Number(child)), own / 1024)
}
