import { dateWords, locale } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'

const UNITS = [
  { unit: 'year', seconds: 31_557_600 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/**
 * Formats a time (RFC 3339) relative to now, in its largest fitting unit: "3 minutes ago", "in 29 days", "just now".
 */
export function relativeTime(at: string, now: Date): string {
  const seconds = (new Date(at).getTime() - now.getTime()) / 1_000
  const step = UNITS.find((candidate) => Math.abs(seconds) >= candidate.seconds * 0.995)
  if (!step) return seconds > 0 ? t('api:time.withinMinute') : t('api:time.justNow')
  // "Yesterday" is clear, but "last month" could also mean yesterday, so months and years are counted.
  const numeric = step.unit === 'year' || step.unit === 'month' ? 'always' : 'auto'
  const format = new Intl.RelativeTimeFormat(locale(), { numeric })
  return format.format(Math.round(seconds / step.seconds), step.unit)
}

/** Formats a time (RFC 3339) in full in the local time zone: "November 21, 2026 at 2:03 PM". */
export function fullDateTime(at: string): string {
  return dateWords(at, { dateStyle: 'long', timeStyle: 'short' })
}
