import { isBlank, type Take, takeKey } from '#renderer/features/studio/line-state.ts'
import { locale } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import type { Reading, ReadingFinding } from '#shared/reading.ts'
import type { ScriptLine } from '#shared/script.ts'

/** The check of a take against the text of its line. */
export type TakeCheck = { readonly takeId: string } & (
  | { readonly state: 'checking' }
  | { readonly state: 'done'; readonly reading: Reading }
  | { readonly state: 'failed'; readonly message: string; readonly lacksPack: boolean }
)

type Takes = Readonly<Record<string, Take>>
type Checks = Readonly<Record<string, TakeCheck>>

/** What is known about the takes of a script. Every line with text is in one of the lists. */
export interface CheckSummary {
  readonly right: readonly ScriptLine[]
  /** Lines in whose takes something was found. */
  readonly doubtful: readonly ScriptLine[]
  readonly failed: readonly ScriptLine[]
  /** Lines that have a take, which was not checked yet or is being checked. */
  readonly unchecked: readonly ScriptLine[]
  /** Lines without a take of what is written now. */
  readonly unspoken: readonly ScriptLine[]
}

/** The check of the take that a line has now; undefined where it was not checked, or the line was changed since. */
export function currentCheck(
  line: ScriptLine,
  takes: Takes,
  checks: Checks,
): TakeCheck | undefined {
  const take = currentTakeOf(line, takes)
  const check = checks[line.id]
  return take && check?.takeId === take.id ? check : undefined
}

/** Sums up the checks of all lines with text. */
export function summarizeChecks(
  lines: readonly ScriptLine[],
  takes: Takes,
  checks: Checks,
): CheckSummary {
  const kinds = new Map(
    lines.filter((line) => !isBlank(line)).map((line) => [line, kindOf(line, takes, checks)]),
  )
  const of = (kind: keyof CheckSummary): readonly ScriptLine[] =>
    [...kinds].flatMap(([line, known]) => (known === kind ? line : []))
  return {
    right: of('right'),
    doubtful: of('doubtful'),
    failed: of('failed'),
    unchecked: of('unchecked'),
    unspoken: of('unspoken'),
  }
}

function kindOf(line: ScriptLine, takes: Takes, checks: Checks): keyof CheckSummary {
  if (!currentTakeOf(line, takes)) return 'unspoken'
  const check = currentCheck(line, takes, checks)
  if (!check || check.state === 'checking') return 'unchecked'
  if (check.state === 'failed') return 'failed'
  return check.reading.findings.length === 0 ? 'right' : 'doubtful'
}

/** Lines whose take was not checked, or whose check failed. */
export function linesToCheck(
  lines: readonly ScriptLine[],
  takes: Takes,
  checks: Checks,
): readonly ScriptLine[] {
  const { unchecked, failed } = summarizeChecks(lines, takes, checks)
  return lines.filter((line) => unchecked.includes(line) || failed.includes(line))
}

function currentTakeOf(line: ScriptLine, takes: Takes): Take | undefined {
  const take = takes[line.id]
  return take?.complete && take.key === takeKey(line) ? take : undefined
}

/** What a summary counts, in the order in which it is told. */
const KINDS = ['right', 'doubtful', 'failed', 'unchecked', 'unspoken'] as const

/** The summary in one sentence. */
export function summaryWords(summary: CheckSummary): string {
  const parts = KINDS.filter((kind) => summary[kind].length > 0).map((kind) =>
    t(`check:summary.${kind}`, { count: summary[kind].length }),
  )
  if (parts.length === 0) return t('check:nothing')
  // One after the other, without an "and".
  const list = new Intl.ListFormat(locale(), { type: 'unit' }).format(parts)
  return t('check:sentence', { list })
}

/** What was found, in words. @example `Missing: “two”`. */
export function findingWords({ kind, written, expected, heard }: ReadingFinding): string {
  const text = written === '' ? expected : written
  switch (kind) {
    case 'missing':
      return t('check:found.missing', { text })
    case 'repeated':
      return t('check:found.repeated', { heard })
    case 'extra':
      return t('check:found.extra', { heard })
    default:
      return t('check:found.different', { text, heard })
  }
}
