import { stringify } from 'csv-stringify/sync'
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'
import { type Subtitle, subtitlesOf, toSrt, toVtt } from '#app/services/transcribe/subtitles.ts'
import { secondsOf } from '#media/pcm-file.ts'
import type { ExportOrder } from '#shared/export-order.ts'
import type { TextFormat } from '#shared/formats.ts'
import { scriptRows } from '#shared/script-rows.ts'
import { SCRIPT_COLUMNS } from '#shared/table-cells.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import type { SpokenLine, SpokenPart } from './speak-part.ts'

/** The times of a part: as subtitles, or as JSON with every word. */
export function timesOf(
  part: SpokenPart,
  format: Exclude<TextFormat, 'docx' | 'csv'>,
  order: Pick<ExportOrder, 'title' | 'voices'>,
): string {
  if (format === 'json') return timingsJson(part, order)
  const subtitles = subtitlesOfLines(part.lines)
  return format === 'srt' ? toSrt(subtitles) : toVtt(subtitles)
}

/** Each line has subtitles of its own, none of which lasts into the next line. */
function subtitlesOfLines(lines: readonly SpokenLine[]): readonly Subtitle[] {
  return lines.flatMap((spoken, index) => {
    const next = lines[index + 1]?.start ?? Number.POSITIVE_INFINITY
    return subtitlesOf(writtenWords(spoken)).map((subtitle) => ({
      ...subtitle,
      end: Math.min(subtitle.end, Math.max(next, subtitle.start + 0.001)),
    }))
  })
}

/** The words as they are written; with their own times where each was spoken as one, or else the whole line. */
function writtenWords({ line, words, start, end }: SpokenLine) {
  const text = visibleText(line.text)
  const written = text.split(/\s+/u).filter((word) => word !== '')
  if (written.length !== words.length) return [{ text, start, end }]
  return words.map((word, index) => ({ ...word, text: written[index] ?? word.text }))
}

/** A text without its markup. */
function visibleText(text: string): string {
  const runs = parseMarkup(text)
  return runs
    .map((run) => (run.kind === 'pause' ? ' ' : run.kind === 'mark' ? '' : run.text))
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

function timingsJson(
  { sound, lines, chapters }: SpokenPart,
  { title, voices }: Pick<ExportOrder, 'title' | 'voices'>,
): string {
  const spoken = lines.map(({ line, start, end, words }, index) => ({
    number: index + 1,
    ...{ text: line.text, voice: line.voice, voiceName: voices[line.voice]?.name },
    language: line.language ?? voices[line.voice]?.language,
    ...{ start: rounded(start), end: rounded(end) },
    words: words.map(({ text, ...time }) => ({
      ...{ text, start: rounded(time.start), end: rounded(time.end) },
    })),
  }))
  const parts = chapters.map((chapter) => ({
    ...{ title: chapter.title, start: rounded(chapter.start), end: rounded(chapter.end) },
  }))
  const seconds = rounded(secondsOf(sound))
  return `${JSON.stringify({ title, seconds, chapters: parts, lines: spoken }, undefined, 2)}\n`
}

/** Seconds to the millisecond. */
const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000

type ScriptOrder = Pick<ExportOrder, 'title' | 'lines' | 'voices'>

/** The script as a Word document: title, headings of chapters, and each line behind the name of its voice. */
export async function scriptDocument({ title, lines, voices }: ScriptOrder): Promise<Uint8Array> {
  const paragraphs = lines.map((line) =>
    line.kind === 'chapter'
      ? new Paragraph({ text: line.text, heading: HeadingLevel.HEADING_1 })
      : new Paragraph({
          spacing: { after: 160 },
          children: [
            new TextRun({ text: `${voices[line.voice]?.name ?? line.voice}: `, bold: true }),
            ...textRuns(line.text),
          ],
        }),
  )
  const document = new Document({
    ...{ title, creator: 'Griot' },
    sections: [
      { children: [new Paragraph({ text: title, heading: HeadingLevel.TITLE }), ...paragraphs] },
    ],
  })
  return new Uint8Array(await Packer.toBuffer(document))
}

/** Lines of a text are broken where the writer broke them. What XML cannot hold is left out. */
function textRuns(text: string): readonly TextRun[] {
  const lines = text.replaceAll(/[^\t\n\r\P{Cc}]/gu, '').split(/\r?\n/)
  return lines.map((line, index) => new TextRun({ text: line, break: index === 0 ? 0 : 1 }))
}

/** The script as a table (RFC 4180, UTF-8 with a byte order mark, by which spreadsheets know it), whose texts are no formulas. */
export function scriptTable(order: ScriptOrder): string {
  const rows = scriptRows(order).map((row) => [...row])
  return stringify(rows, {
    ...{ header: true, bom: true, record_delimiter: 'windows' },
    columns: [...SCRIPT_COLUMNS],
  })
}
