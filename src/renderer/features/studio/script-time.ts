import { numberWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import type { ScriptLine } from '#shared/script.ts'
import { isBlank, secondsOfText, type Take, takeKey } from './line-state.ts'

interface TimedScript {
  readonly lines: readonly ScriptLine[]
  readonly takes: Readonly<Record<string, Take>>
  readonly gaps: ReadonlyMap<string, number>
}

/**
 * Length of the whole script in seconds with all gaps, and where the line with an id begins. Lines without a take are guessed
 * from their text; `isExact`: none was.
 */
export function scriptTime(
  { lines, takes, gaps }: TimedScript,
  lineId: string | undefined,
): { readonly total: number; readonly start: number; readonly isExact: boolean } {
  let total = 0
  let start = 0
  let isExact = true
  for (const line of lines) {
    if (line.id === lineId) start = total
    if (isBlank(line)) continue
    const take = takes[line.id]
    // What is spoken anew may last longer or shorter.
    isExact &&= take?.key === takeKey(line)
    total += (take?.seconds ?? secondsOfText(line)) + (gaps.get(line.id) ?? 0)
  }
  return { total, start, isExact }
}

/** Seconds with a tenth. @example `secondsWords(2.34)` is `'2.3 s'`. */
export function secondsWords(seconds: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  return t('studio:seconds', { seconds: numberWords(seconds, digits) })
}

/** A length of time as minutes and seconds, or hours. @example `lengthWords(3_725)` is `'1:02:05'`. */
export function lengthWords(seconds: number): string {
  const all = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  const two = (value: number): string => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
