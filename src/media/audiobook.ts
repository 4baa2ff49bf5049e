import { writeFile } from 'node:fs/promises'
import type { AudiobookFormat, Bitrate } from '#shared/formats.ts'
import { kilobitsOf } from '#shared/formats.ts'
import { PCM_INPUT } from './compressed.ts'
import type { GetFfmpeg } from './ffmpeg.ts'
import { runEncoder } from './run-encoder.ts'

/** A chapter of an audiobook, in seconds. */
export interface Chapter {
  readonly title: string
  readonly start: number
  readonly end: number
}

/** Contents of an audiobook besides its sound. */
export interface AudiobookOrder {
  readonly format: AudiobookFormat
  readonly title: string
  readonly chapters: readonly Chapter[]
  readonly bitrate: Bitrate
}

/**
 * Encodes sound (24 kHz, 16 bit) as AAC in an MPEG-4 file with its title and chapters. The file is written to `path`, and notes for
 * ffmpeg to a neighbour of it: both must be names of our own. Throws like `runEncoder`, and AppError('encode/no-ffmpeg').
 */
export async function encodeAudiobook(
  pcm: AsyncIterable<Uint8Array>,
  { format, title, chapters, bitrate }: AudiobookOrder,
  path: string,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): Promise<void> {
  const notes = `${path}.txt`
  await writeFile(notes, metadata(title, chapters, format), { mode: 0o600 })
  const { path: ffmpeg } = await getFfmpeg()
  const args = [
    ...PCM_INPUT.split(' '),
    ...['-f', 'ffmetadata', '-i', `file:${notes}`, '-map', '0:a'],
    ...['-map_metadata', '1', '-map_chapters', '1'],
    ...['-c:a', 'aac', '-b:a', `${kilobitsOf('adts', bitrate)}k`],
    ...['-fflags', '+bitexact', '-flags:a', '+bitexact', '-movflags', '+faststart'],
    ...['-f', 'ipod', '-y', `file:${path}`],
  ]
  const running = runEncoder({ path: ffmpeg }, args, pcm, signal)
  // Everything goes to the file, nothing to the standard output.
  while (!(await running.next()).done);
}

/** The notes of ffmpeg (ffmpeg-formats, "Metadata"): one entry a line, chapters in milliseconds. */
function metadata(title: string, chapters: readonly Chapter[], format: AudiobookFormat): string {
  const general = [
    ...[';FFMETADATA1', `title=${escaped(title)}`],
    ...(format === 'm4b' ? ['genre=Audiobook', 'media_type=2'] : []),
  ]
  const parts = chapters.flatMap((chapter) => [
    ...['[CHAPTER]', 'TIMEBASE=1/1000', `START=${Math.round(chapter.start * 1_000)}`],
    ...[`END=${Math.round(chapter.end * 1_000)}`, `title=${escaped(chapter.title)}`],
  ])
  return `${[...general, ...parts].join('\n')}\n`
}

const escaped = (text: string): string =>
  text.replaceAll(/\s+/gu, ' ').replaceAll(/[=;#\\]/g, '\\$&')
