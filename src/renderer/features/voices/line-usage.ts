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
  if (count === 0) return undefined
  return count === 1 ? 'used in 1 line' : `used in ${count} lines`
}

/** Lists line numbers: "line 3", "lines 1, 2 and 5", "lines 1, 2, 3, 4 and 40 more". */
export function formatLineNumbers(numbers: readonly number[]): string {
  if (numbers.length === 1) return `line ${numbers[0]}`
  const named = numbers.length > 6 ? numbers.slice(0, 4) : numbers.slice(0, -1)
  const rest = numbers.length > 6 ? `${numbers.length - 4} more` : numbers.at(-1)
  return `lines ${named.join(', ')} and ${rest}`
}
