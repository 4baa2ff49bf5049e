import { dateWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
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
  const moment = formatMoment(new Date(startedAt), now)
  if (source === 'microphone') return t('voices:clip.recording', { length, moment })
  return t('voices:clip.file', {
    ...{ length, moment },
    name: fileName ?? t('voices:clip.unnamedFile'),
  })
}

/** Formats a local time, with the date if it is not today. */
export function formatMoment(moment: Date, now: Date): string {
  return moment.toDateString() === now.toDateString()
    ? formatTime(moment)
    : formatDayAndTime(moment)
}

/** Formats a local date and time. */
export function formatDayAndTime(moment: Date): string {
  const day = dateWords(moment, { dateStyle: 'long' })
  return t('voices:clip.dayAndTime', { day, time: formatTime(moment) })
}

function formatTime(moment: Date): string {
  return dateWords(moment, { hour: '2-digit', minute: '2-digit' })
}
