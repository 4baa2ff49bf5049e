import { readFileSync } from 'node:fs'

/** What one file of tests cost. */
export interface FileCost {
  /** Path from the folder of the project on. */
  readonly file: string
  /** Processor seconds, user and system, with those of the processes that the file started. */
  readonly seconds: number
}

/** Returns the costs that a run of vitest has written, or none if it wrote no list. */
export function vitestCosts(path: string): readonly FileCost[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return []
  }
}

/**
 * Returns what each file of journeys cost, from Playwright's JSON report: the fixture of every journey writes its seconds
 * into an annotation "processor seconds". Returns none if there is no report.
 */
export function playwrightCosts(path: string): readonly FileCost[] {
  try {
    const { suites } = JSON.parse(readFileSync(path, 'utf8'))
    return suites.map((suite: PlaywrightSuite) => ({
      file: `e2e/${suite.file}`,
      seconds: secondsOf(suite),
    }))
  } catch {
    return []
  }
}

interface PlaywrightSuite {
  readonly file: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly tests: readonly {
      readonly annotations: readonly { readonly type: string; readonly description?: string }[]
    }[]
  }[]
}

function secondsOf({ specs = [], suites = [] }: PlaywrightSuite): number {
  const annotations = specs.flatMap(({ tests }) => tests.flatMap((test) => test.annotations))
  const own = annotations.filter(({ type }) => type === 'processor seconds')
  const seconds = [...own.map(({ description }) => Number(description)), ...suites.map(secondsOf)]
  return seconds.reduce((sum, one) => sum + one, 0)
}

/** Returns the dearest files, a line each, and the total of the run: what a budget is held against. */
export function costsInWords(
  costs: readonly FileCost[],
  totalSeconds: number,
  wallSeconds: number,
): string {
  const dearest = [...costs].sort((one, other) => other.seconds - one.seconds).slice(0, 10)
  const lines = dearest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`)
  const total = `${Math.round(totalSeconds)} processor seconds in ${Math.round(wallSeconds)} s`
  if (lines.length === 0) return `${total}\n`
  return `The dearest files, in processor seconds:\n${lines.join('\n')}\n${total}\n`
}
