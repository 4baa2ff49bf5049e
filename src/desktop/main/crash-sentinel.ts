import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const NAME = 'running.json'
const Run = z.object({ version: z.string(), startedAt: z.iso.datetime() })

/** A run of the desktop that did not end in order. */
export type CrashedRun = z.infer<typeof Run>

export interface CrashSentinel {
  /** The run before this one, if it did not end in order. */
  readonly crashed: CrashedRun | undefined
  /** Says that this run ends in order. */
  end(): void
}

/**
 * Leaves a file in `folder` for as long as the program runs, so that the next start knows whether this one ended in order. Only for a
 * program that runs once. A folder that cannot be written to costs this knowledge alone.
 */
export function openCrashSentinel(folder: string, version: string, now: Date): CrashSentinel {
  const path = join(folder, NAME)
  const crashed = readRun(path)
  tolerated(() =>
    writeFileSync(
      path,
      JSON.stringify({ version, startedAt: now.toISOString() } satisfies CrashedRun),
    ),
  )
  return { crashed, end: () => tolerated(() => rmSync(path, { force: true })) }
}

function readRun(path: string): CrashedRun | undefined {
  try {
    return Run.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

function tolerated(work: () => void): void {
  try {
    work()
  } catch {
    // The next start does not know how this run has ended.
  }
}
