/** The value below which the part `q` (0 to 1) of the figures lies. */
export function quantile(figures: readonly number[], q: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}

export const median = (figures: readonly number[]): number => quantile(figures, 0.5)

/** Median and 95th percentile of figures in milliseconds, in words; `digits` behind the point. */
export function medianAndP95(figures: readonly number[], digits = 0): string {
  return `${median(figures).toFixed(digits)} ms, p95 ${quantile(figures, 0.95).toFixed(digits)} ms`
}

/** Median time of a piece of work that is done `runs` times, one after the other, in milliseconds. */
export async function medianTime(runs: number, work: () => Promise<unknown>): Promise<number> {
  const figures: number[] = []
  for (let n = 0; n < runs; n++) {
    const startedAt = performance.now()
    await work()
    figures.push(performance.now() - startedAt)
  }
  return median(figures)
}

/** One line of a report: what was measured, what it should be, what it is. */
export function report(name: string, value: string, target = ''): void {
  console.log(`${name.padEnd(58)} ${value.padStart(22)}  ${target}`)
}
