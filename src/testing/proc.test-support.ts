import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Whether this system tells about its processes in /proc, as Linux does. */
export const HAS_PROC: boolean = existsSync('/proc/self/stat')

/** Returns the ids of all processes in /proc. */
export function processIds(): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
}

/**
 * Returns the fields of /proc/PID/stat that follow the name, beginning with the state (proc(5)); undefined if the process
 * has ended meanwhile. The name stands in brackets and may hold brackets and spaces itself.
 */
export function statOf(pid: string): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
