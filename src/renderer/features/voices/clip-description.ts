import type { Clip } from '#shared/clips.ts'

/** Describes a recording by its length and local time: "Recording of 8 s from 14:32". */
export function describeClip(
  {
    source,
    fileName,
    seconds,
    startedAt,
  }: Pick<Clip, 'source' | 'fileName' | 'seconds' | 'startedAt'>,
  now: Date,
): string {
  const length = seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)
  const what =
    source === 'file' ? `${fileName ?? 'A file'} (${length} s)` : `Recording of ${length} s`
  return `${what} from ${formatMoment(new Date(startedAt), now)}`
}

/** Formats a local time, with the date if it is not today. */
export function formatMoment(moment: Date, now: Date): string {
  return moment.toDateString() === now.toDateString()
    ? formatTime(moment)
    : formatDayAndTime(moment)
}

/** Formats a local date and time. */
export function formatDayAndTime(moment: Date): string {
  const day = moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  return `${day}, ${formatTime(moment)}`
}

function formatTime(moment: Date): string {
  return moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
