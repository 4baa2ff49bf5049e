import { readFileSync } from 'node:fs'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The runner failed in another way than by a test; that is counted as one failure. */
  readonly isBroken: boolean
}

/** How a runner ended: by itself, by a signal, or not even begun. */
export type Ending =
  | { readonly code: number }
  | { readonly signal: string | null }
  | { readonly message: string }

const NOTHING = { passed: 0, failed: 0, skipped: 0 } as const

/** Counts of vitest's JSON report; a file that could not be loaded counts as a failure. */
export function vitestCounts(path: string, ending: Ending): Counts {
  return judged(ending, () => {
    const report = read(path)
    const files = listOf(report, 'testResults')
    const unloaded = files.filter(
      (file) => textOf(file, 'status') === 'failed' && !hasFailedTest(file),
    ).length
    return {
      passed: numberOf(report, 'numPassedTests'),
      failed: numberOf(report, 'numFailedTests') + unloaded,
      skipped: numberOf(report, 'numPendingTests') + numberOf(report, 'numTodoTests'),
    }
  })
}

/** Counts of Playwright's JSON report; a journey that passed at its second try has passed. */
export function playwrightCounts(path: string, ending: Ending): Counts {
  return judged(ending, () => {
    const stats = memberOf(read(path), 'stats')
    return {
      passed: numberOf(stats, 'expected') + numberOf(stats, 'flaky'),
      failed: numberOf(stats, 'unexpected'),
      skipped: numberOf(stats, 'skipped'),
    }
  })
}

/** The sum over all runners. */
export function total(counts: readonly Counts[]): Omit<Counts, 'isBroken'> {
  const sum = (name: keyof typeof NOTHING): number =>
    counts.reduce((all, one) => all + one[name], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/** The last line of a run: "12 passed, 0 failed, 1 skipped". */
export function closingLine({ passed, failed, skipped }: Omit<Counts, 'isBroken'>): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** How it ended, to be put behind the runner's name. */
export function endingInWords(ending: Ending): string {
  if ('message' in ending) return `could not be started (${ending.message})`
  if ('signal' in ending) return `was ended by ${ending.signal ?? 'a signal'}`
  if (ending.code === 0) return 'ended without a report of its tests'
  return `ended with code ${ending.code} for another reason than a failed test, which it tells above`
}

/** A run that says of itself that it failed never counts as one without failures, nor does one without a report. */
function judged(ending: Ending, count: () => Omit<Counts, 'isBroken'>): Counts {
  let counted: Omit<Counts, 'isBroken'>
  try {
    counted = count()
  } catch {
    return { ...NOTHING, failed: 1, isBroken: true }
  }
  const endedWell = 'code' in ending && (ending.code === 0 || counted.failed > 0)
  return endedWell
    ? { ...counted, isBroken: false }
    : { ...counted, failed: counted.failed + 1, isBroken: true }
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) throw new Error(`there is no ${name}`)
  return Object.entries(value).find(([key]) => key === name)?.[1]
}

function numberOf(value: unknown, name: string): number {
  const number = memberOf(value, name)
  if (typeof number !== 'number') throw new Error(`${name} is no number`)
  return number
}

function textOf(value: unknown, name: string): string {
  return String(memberOf(value, name))
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = memberOf(value, name)
  if (!Array.isArray(list)) throw new Error(`${name} is no list`)
  return list
}

function hasFailedTest(file: unknown): boolean {
  return listOf(file, 'assertionResults').some((test) => textOf(test, 'status') === 'failed')
}
