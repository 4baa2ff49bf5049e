import { randomUUID } from 'node:crypto'

/** Marks work in the library with the process that does it, so that the next one knows what a dead one left behind. */
export interface LiveProcess {
  /** This process, as it is written down. */
  readonly mark: string
  /** Whether the process of a mark may still be at work. One that took over the number of a dead one counts as alive. */
  isAlive(mark: string): boolean
}

/** The mark of a program from its start to its end; `pid` is the number the system knows it by. */
export function createLiveProcess(pid: number): LiveProcess {
  // In a container the number is the same after every start: what was started tells them apart.
  const own = `${pid} ${randomUUID()}`
  return {
    mark: own,
    isAlive(mark) {
      if (mark === own) return true
      const other = Number.parseInt(mark, 10)
      return other > 0 && other !== pid && isRunning(other)
    },
  }
}

/** Whether a process of this number runs, whoever it belongs to. */
export function isRunning(pid: number): boolean {
  try {
    // Signal 0 asks without sending anything (kill(2)).
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
