import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

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
  if (!existsSync('/proc/self/stat')) return fromPs()
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name stands in brackets and may hold brackets itself; the state and the parent follow (proc(5)).
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
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
