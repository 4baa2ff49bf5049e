import { t } from '#renderer/i18n/i18n.ts'
import type { ScriptLine } from '#shared/script.ts'

/** Chapter of a script: its heading and how many lines belong to it. */
export interface Chapter {
  readonly id: string
  readonly title: string
  /** Place of the heading in the script. */
  readonly index: number
  /** Place after the last line of the chapter. */
  readonly end: number
  /** Number of lines, without the heading. */
  readonly lineCount: number
}

/** Chapters of a script in order. Lines before the first heading belong to none. */
export function chaptersOf(lines: readonly ScriptLine[]): readonly Chapter[] {
  const known = outlines.get(lines)
  if (known) return known
  const headings = lines.flatMap((line, index) =>
    line.kind === 'chapter' ? [{ line, index }] : [],
  )
  const outline = headings.map(({ line, index }, place) => {
    const end = headings[place + 1]?.index ?? lines.length
    return { id: line.id, title: line.text, index, end, lineCount: end - index - 1 }
  })
  outlines.set(lines, outline)
  return outline
}

/** Scripts are immutable, so their outlines can be cached. */
const outlines = new WeakMap<readonly ScriptLine[], readonly Chapter[]>()

/** Chapter to which the line at an index belongs; of a heading, its own. */
export function chapterAt(lines: readonly ScriptLine[], index: number): Chapter | undefined {
  return chaptersOf(lines).findLast((chapter) => chapter.index <= index && index < chapter.end)
}

/** Title of a chapter to show: its own, or its number where it has none. */
export function chapterTitle(title: string, number: number): string {
  return title.trim() || t('chapters:untitled', { number: String(number) })
}

/** Line that is shown, with its place in the script. */
export interface ShownLine {
  readonly line: ScriptLine
  readonly index: number
}

/** Lines that are shown: all but those of collapsed chapters, whose headings stay. */
export function shownLines(
  lines: readonly ScriptLine[],
  collapsed: ReadonlySet<string>,
): readonly ShownLine[] {
  const shown: ShownLine[] = []
  let hidden = false
  for (const [index, line] of lines.entries()) {
    const isHeading = line.kind === 'chapter'
    if (isHeading) hidden = collapsed.has(line.id)
    if (isHeading || !hidden) shown.push({ line, index })
  }
  return shown
}
