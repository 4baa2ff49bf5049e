import { execFileSync } from 'node:child_process'
import { HAS_PROC, processIds, statOf } from './proc.test-support.ts'

/** Fields of /proc/PID/stat after the name, by their number in proc(5) less 3. */
const PARENT = 1
const TIMES = [11, 12, 13, 14] as const

/**
 * Returns the processor seconds (user and system) of a process, of all its descendants that still run, and of those that
 * have ended and were waited for. Returns undefined on a system without /proc: nothing else adds up what ended.
 */
export function processorSecondsOf(pid: number): number | undefined {
  if (!HAS_PROC) return undefined
  const childrenOf = new Map<number, number[]>()
  const ticksOf = new Map<number, number>()
  for (const name of processIds()) {
    const fields = statOf(name)
    if (!fields) continue
    const parent = Number(fields[PARENT])
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(name)])
    ticksOf.set(
      Number(name),
      TIMES.reduce((sum, field) => sum + Number(fields[field]), 0),
    )
  }
  const ticksBelow = (ancestor: number): number =>
    (ticksOf.get(ancestor) ?? 0) +
    (childrenOf.get(ancestor) ?? []).reduce((sum, child) => sum + ticksBelow(child), 0)
  return ticksBelow(pid) / ticksPerSecond()
}

let ticks: number | undefined

function ticksPerSecond(): number {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return ticks
}
