import type { Clip } from '#shared/clips.ts'

/** Names a recording by its length and when it was made: "A recording of 8 s from 14:32". Times are those of this computer. */
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
    source === 'file' ? `${fileName ?? 'A file'} (${length} s)` : `A recording of ${length} s`
  return `${what} from ${formatMoment(new Date(startedAt), now)}`
}

/** The time of day, with the day where it was another one. */
export function formatMoment(moment: Date, now: Date): string {
  return moment.toDateString() === now.toDateString()
    ? formatTime(moment)
    : formatDayAndTime(moment)
}

/** Day and time on this computer. */
export function formatDayAndTime(moment: Date): string {
  const day = moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  return `${day}, ${formatTime(moment)}`
}

function formatTime(moment: Date): string {
  return moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
