import type { WorkerLink } from './link.ts'

/** A process that this program has started and that still runs. */
export interface RunningProcess {
  /** What it does: the same for each one that does the same. */
  readonly name: string
  readonly pid: number
}

/** The processes that a program has started, as long as they run. */
export interface RunningProcesses {
  /** Counts the process at the other end of `link`; returns `link`. */
  track(name: string, link: WorkerLink): WorkerLink
  list(): readonly RunningProcess[]
}

/** Starts an empty list of processes. */
export function createRunningProcesses(): RunningProcesses {
  const running = new Map<WorkerLink, string>()
  return {
    track(name, link) {
      running.set(link, name)
      link.onExit(() => running.delete(link))
      return link
    },
    list: () =>
      [...running].flatMap(([{ pid }, name]) => (pid === undefined ? [] : [{ name, pid }])),
  }
}
