/** A part of the tests of the full tier that runs by itself: some files of vitest, or some of Playwright. */
export interface Batch {
  readonly runner: 'vitest' | 'playwright'
  readonly files: readonly string[]
}

/** Files of one run: few enough that a limit of time is met, enough that starting costs little. */
const FILES_OF_VITEST = 6
const FILES_OF_PLAYWRIGHT = 2

/**
 * Returns the tests of the full tier that belong to what changed. `changed`, `unitTests` and `journeys` are paths from the
 * folder of the project on; `changed` is undefined where nobody knows what changed: then all tests are returned. A
 * room is a folder of `src`, or `build`, `eval` or `train`. The studio and what all journeys share ask for every journey.
 */
export function batchesOf(
  changed: readonly string[] | undefined,
  unitTests: readonly string[],
  journeys: readonly string[],
): readonly Batch[] {
  const rooms = new Set(changed?.map(roomOf))
  const isShared = changed?.some(
    (path) => path.startsWith('src/renderer/') || (/^e2e\/[^/]+$/.test(path) && !isJourney(path)),
  )
  const units = unitTests.filter((path) => changed === undefined || rooms.has(roomOf(path)))
  const specs = journeys.filter(
    (path) => changed === undefined || isShared || changed.includes(path),
  )
  return [
    ...chunks(units, FILES_OF_VITEST).map((files) => ({ runner: 'vitest' as const, files })),
    ...chunks(specs, FILES_OF_PLAYWRIGHT).map((files) => ({
      runner: 'playwright' as const,
      files,
    })),
  ]
}

function isJourney(path: string): boolean {
  return path.endsWith('.spec.ts')
}

function roomOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  return first === 'src' ? `${first}/${second}` : first
}

function chunks<Item>(items: readonly Item[], size: number): readonly Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
}
