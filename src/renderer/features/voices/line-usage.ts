import { listWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { lineNumbers } from '#shared/line-numbers.ts'
import type { ScriptLine } from '#shared/script.ts'

/** Numbers (from 1) of the lines that a voice speaks; headings of chapters are not spoken. */
export function linesUsing(lines: readonly ScriptLine[], voiceId: string): readonly number[] {
  const id = voiceId.toLowerCase()
  const numbers = lineNumbers(lines)
  return lines.flatMap((line) =>
    line.kind !== 'chapter' && line.voice.toLowerCase() === id ? [numbers.get(line.id) ?? 0] : [],
  )
}

/** Sentence part about the number of lines that use a voice; undefined if none does. */
export function usageText(count: number): string | undefined {
  return count === 0 ? undefined : t('voices:lines.used', { count })
}

/** Lists line numbers: "line 3", "lines 1, 2 and 5", "lines 1, 2, 3, 4 and 40 more". */
export function formatLineNumbers(numbers: readonly number[]): string {
  const count = numbers.length
  const named = numbers.slice(0, count > 6 ? 4 : count).map(String)
  const more = count > 6 ? [t('voices:lines.more', { count: count - 4 })] : []
  return t('voices:lines.numbered', { count, numbers: listWords([...named, ...more]) })
}
