import { rmSync } from 'node:fs'

/** What a part of the benchmark has killed, and what was wrong afterwards. */
export interface Kills {
  readonly kills: number
  /** What was acknowledged meanwhile, and how much of it. */
  readonly acknowledged: Readonly<Record<string, number>>
  readonly problems: readonly string[]
  /** What is no loss, but worth knowing. */
  readonly notes?: Readonly<Record<string, number>>
}

/** Removes a folder, into which a program that was just killed may still have written. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
