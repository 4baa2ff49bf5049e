import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10
const PAGE_MB = 4_096 / 1_000_000

/** Processor time of one process so far, without its children, in milliseconds. Linux only. */
export function processorMs(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Resident memory of one process, without its children, in MB. Linux only. */
export function residentMb(pid: number): number {
  return Number(statOf(pid)[21]) * PAGE_MB
}

/** What follows the name of the program in /proc/PID/stat: field 3 is the first one here. */
function statOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
}

/** How much else is running: the mean number of processes that want a core, over the last minute. */
export const busyness = (): string => `load average ${loadavg()[0]?.toFixed(1)}`
