import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A test, or a whole file, that failed. */
export interface Failure {
  /** The file (from the folder of the project on) and the names of the test. */
  readonly where: string
  /** What the runner said of it, without colours. */
  readonly message: string
}

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly Failure[]
  /** The runner failed in another way than by a test; that is counted as one failure. */
  readonly isBroken: boolean
}

/** How a runner ended: by itself, by a signal, or not even begun. */
export type Ending =
  | { readonly code: number }
  | { readonly signal: string | null }
  | { readonly message: string }

const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [] } as const
/** Lines of a message that are repeated at the end of a run: what was expected, and what came. */
const MESSAGE_LINES = 12

/** Counts of vitest's JSON report; a file that could not be loaded counts as a failure. */
export function vitestCounts(path: string, ending: Ending): Counts {
  return judged(ending, () => {
    const report = read(path)
    const files = listOf(report, 'testResults')
    const failures = files.flatMap(failuresOfFile)
    const unloaded = files.filter(
      (file) => textOf(file, 'status') === 'failed' && failedTests(file).length === 0,
    ).length
    return {
      failures,
      passed: numberOf(report, 'numPassedTests'),
      failed: numberOf(report, 'numFailedTests') + unloaded,
      skipped: numberOf(report, 'numPendingTests') + numberOf(report, 'numTodoTests'),
    }
  })
}

/** Counts of Playwright's JSON report; a journey that passed at its second try has passed. */
export function playwrightCounts(path: string, ending: Ending): Counts {
  return judged(ending, () => {
    const report = read(path)
    const stats = memberOf(report, 'stats')
    return {
      failures: optionalList(report, 'suites').flatMap(failuresOfSuite),
      passed: numberOf(stats, 'expected') + numberOf(stats, 'flaky'),
      failed: numberOf(stats, 'unexpected'),
      skipped: numberOf(stats, 'skipped'),
    }
  })
}

/** The sum over all runners. */
export function total(counts: readonly Counts[]): Omit<Counts, 'isBroken'> {
  const sum = (name: 'passed' | 'failed' | 'skipped'): number =>
    counts.reduce((all, one) => all + one[name], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: counts.flatMap(({ failures }) => failures),
  }
}

/** What failed, once more at the end, where it is read even if only the end of a long output is kept. */
export function failuresInWords(failures: readonly Failure[]): string {
  return failures
    .map(({ where, message }) => {
      const lines = message.trim().split('\n')
      const shown = lines.slice(0, MESSAGE_LINES)
      if (lines.length > MESSAGE_LINES) shown.push('…')
      return `Failed: ${where}\n${shown.map((line) => `    ${line}\n`).join('')}`
    })
    .join('')
}

/** The last line of a run: "12 passed, 0 failed, 1 skipped". */
export function closingLine({
  passed,
  failed,
  skipped,
}: Pick<Counts, 'passed' | 'failed' | 'skipped'>): string {
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

function failedTests(file: unknown): readonly unknown[] {
  return listOf(file, 'assertionResults').filter((test) => textOf(test, 'status') === 'failed')
}

/** The failed tests of one file of vitest's report, or the file itself where it could not be loaded. */
function failuresOfFile(file: unknown): readonly Failure[] {
  if (textOf(file, 'status') !== 'failed') return []
  const path = relative(process.cwd(), textOf(file, 'name'))
  const failed = failedTests(file)
  if (failed.length === 0) return [failure([path], [textOf(file, 'message')])]
  return failed.map((test) =>
    failure(
      [path, ...listOf(test, 'ancestorTitles'), textOf(test, 'title')],
      listOf(test, 'failureMessages'),
    ),
  )
}

/** The failed tests of one suite of Playwright's report, and of those in it. */
function failuresOfSuite(suite: unknown): readonly Failure[] {
  const specs = optionalList(suite, 'specs').filter((spec) => memberOf(spec, 'ok') === false)
  return [
    ...specs.map((spec) => {
      const results = optionalList(spec, 'tests').flatMap((test) => optionalList(test, 'results'))
      const errors = optionalList(results.at(-1), 'errors').map((error) => textOf(error, 'message'))
      return failure(
        [`${textOf(spec, 'file')}:${textOf(spec, 'line')}`, textOf(spec, 'title')],
        errors,
      )
    }),
    ...optionalList(suite, 'suites').flatMap(failuresOfSuite),
  ]
}

function failure(names: readonly unknown[], messages: readonly unknown[]): Failure {
  return { where: names.join(' › '), message: stripVTControlCharacters(messages.join('\n')) }
}

/** A list that may be left out. */
function optionalList(value: unknown, name: string): readonly unknown[] {
  return memberOf(value, name) === undefined ? [] : listOf(value, name)
}
