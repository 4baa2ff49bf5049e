import type { HistoryEntry, Measured, Spread } from '#shared/history.ts'

type Take = Pick<HistoryEntry, 'engine' | 'firstSoundMs' | 'realTimeFactor' | 'memoryBytes'>

/** What takes say about this computer, engine by engine, the one with the most takes first. */
export function measuredFrom(takes: readonly Take[]): readonly Measured[] {
  return [...Map.groupBy(takes, ({ engine }) => engine)]
    .map(([engine, own]) => measuredOf(engine, own))
    .toSorted((one, other) => other.takes - one.takes)
}

function measuredOf(engine: string, takes: readonly Take[]): Measured {
  const factors = takes.flatMap(({ realTimeFactor }) => realTimeFactor ?? [])
  return {
    ...{ engine, takes: takes.length },
    firstSoundMs: spreadOf(takes.map(({ firstSoundMs }) => firstSoundMs)),
    ...(factors.length > 0 && {
      realTimeFactor: { ...spreadOf(factors), takes: factors.length },
    }),
    memoryBytes: spreadOf(takes.map(({ memoryBytes }) => memoryBytes)),
  }
}

/** Percentiles by the nearest rank: the value that at least so many of a hundred do not exceed. */
function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number): number =>
    sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  return { median: at(0.5), p95: at(0.95) }
}
