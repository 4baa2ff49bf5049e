import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { HAS_PROC, processIds, statOf } from './proc.test-support.ts'

export interface RunningProcess {
  readonly pid: number
  readonly parent: number
  /** How it was started, its arguments between spaces. */
  readonly command: string
}

/** The processes that this one has started itself and that still run. */
export function childrenOf(pid: number): readonly RunningProcess[] {
  return processes().filter(({ parent }) => parent === pid)
}

/** The ids of the processes of models that this one has started itself and that still run. */
export function modelProcessesOf(pid: number): readonly number[] {
  return childrenOf(pid)
    .filter(({ command }) => command.includes('inference/process'))
    .map((child) => child.pid)
}

/** The ids of all that this one has started, with what they have started in turn. */
export function familyOf(pid: number): readonly number[] {
  const all = processes()
  const below = (ancestor: number): number[] =>
    all.filter(({ parent }) => parent === ancestor).flatMap((one) => [one.pid, ...below(one.pid)])
  return below(pid)
}

/** A small Debian has no `ps`, but its kernel tells the same. */
function processes(): readonly RunningProcess[] {
  if (!HAS_PROC) return fromPs()
  return processIds().flatMap((pid) => {
    const parent = statOf(pid)?.[1]
    if (parent === undefined) return []
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ')
      return [{ pid: Number(pid), parent: Number(parent), command }]
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}

function fromPs(): readonly RunningProcess[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
  return Array.from(
    rows.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm),
    ([, pid, parent, command = '']) => ({
      pid: Number(pid),
      parent: Number(parent),
      command,
    }),
  )
}
