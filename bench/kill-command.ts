import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const CLI = join(import.meta.dirname, '../out/main/cli.js')

/** A life of a command until it is killed, in milliseconds. Each kill of the same work lets the next one live longer, so that it ends at last. */
export function lifeOf(
  { least, most }: { readonly least: number; readonly most: number },
  killsBefore: number,
): number {
  return randomInt(least, most) * (1 + killsBefore / 6)
}

export interface EndedCommand {
  readonly wasKilled: boolean
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command of the built program, and kills it after so many milliseconds if it has not ended by then. */
export async function runCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  killAfterMs = Number.POSITIVE_INFINITY,
): Promise<EndedCommand> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killer = Number.isFinite(killAfterMs)
    ? setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    : undefined
  const exited = new Promise<{ readonly code: number | null; readonly signal: string | null }>(
    (resolve) => child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  // Processes of a program that was killed end a little later than it, and hold the pipes until then.
  const [out, err, { code, signal }] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exited,
  ])
  clearTimeout(killer)
  return { wasKilled: signal === 'SIGKILL', code: code ?? -1, out, err }
}
