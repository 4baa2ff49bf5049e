const UNITS = [
  { unit: 'year', seconds: 31_557_600 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** "Yesterday" is clear, but "last month" could also mean yesterday, so months and years are counted. */
const WITH_NAMES = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const WITH_NUMBERS = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

/**
 * Formats a time (RFC 3339) relative to now, in its largest fitting unit: "3 minutes ago", "in 29 days", "just now".
 */
export function relativeTime(at: string, now: Date): string {
  const seconds = (new Date(at).getTime() - now.getTime()) / 1_000
  const step = UNITS.find((candidate) => Math.abs(seconds) >= candidate.seconds * 0.995)
  if (!step) return seconds > 0 ? 'within a minute' : 'just now'
  const format = step.unit === 'year' || step.unit === 'month' ? WITH_NUMBERS : WITH_NAMES
  return format.format(Math.round(seconds / step.seconds), step.unit)
}

/** Formats a time (RFC 3339) in full in the local time zone: "21 November 2026 at 14:03". */
export function fullDateTime(at: string): string {
  return FULL.format(new Date(at))
}
