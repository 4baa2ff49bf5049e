import { listWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { type ExportOrder, linesInDoubt, planExport, plannedFiles } from '#shared/export-order.ts'
import { lineNumbers } from '#shared/line-numbers.ts'
import type { ScriptLine } from '#shared/script.ts'

/** Most lines that are named. */
const NAMED = 8

/** Which lines of a script have to be accepted before an order is exported, in words; undefined if there are none. */
export function acceptFirst(
  order: ExportOrder,
  scriptLines: readonly ScriptLine[],
): string | undefined {
  const plan = planExport(order)
  const lines = linesInDoubt(plan, plannedFiles(plan, order.formats))
  const count = lines.length
  if (count === 0) return undefined
  const numbers = lineNumbers(scriptLines)
  const named = lines.slice(0, NAMED).map(({ id }) => String(numbers.get(id) ?? 0))
  const list = listWords(count > NAMED ? [...named, '…'] : named, 'unit')
  return t('export:inDoubt', { count, lines: list })
}
