/** Milliseconds between two samples. */
const INTERVAL_MS = 10_000
/** Median of the samples beside the tests on two cores that did nothing else, in milliseconds of processor time. */
const REFERENCE_MS = 40

export interface SpeedSamples {
  /** Ends the sampling and returns how much longer a piece of work takes here than on the machine of the reference. */
  slowness(): number
}

/**
 * Measures beside other work how fast this machine is meanwhile: processor seconds of the same work differ by more than
 * two between a quiet machine and one whose caches and cores are shared.
 */
export function sampleMachineSpeed(): SpeedSamples {
  const samples = [sampleMs()]
  const timer = setInterval(() => samples.push(sampleMs()), INTERVAL_MS)
  return {
    slowness() {
      clearInterval(timer)
      const sorted = samples.toSorted((a, b) => a - b)
      return (sorted[Math.floor(sorted.length / 2)] ?? REFERENCE_MS) / REFERENCE_MS
    },
  }
}

/** Processor time of a fixed piece of work on numbers, objects and text, in milliseconds. */
export function sampleMs(): number {
  const before = process.cpuUsage()
  let seed = 1
  const rows = Array.from({ length: 20_000 }, (_, at) => {
    seed = (seed * 48_271) % 2_147_483_647
    return { at, name: `row ${seed}` }
  })
  rows.sort((a, b) => (a.name < b.name ? -1 : 1))
  const text = JSON.stringify(rows).replace(/\d+/g, (digits) => digits.slice(0, 3))
  if (JSON.parse(text).length !== rows.length) throw new Error('A sample lost its rows.')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
