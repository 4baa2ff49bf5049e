import { type EditResult, insertAt, movedTogether } from '#renderer/features/studio/script-edits.ts'
import type { Script, ScriptLine } from '#shared/script.ts'
import { chaptersOf } from './chapter-outline.ts'

/** New heading, which no voice speaks; it keeps the voice of the line it stands beside, for lines written below it. */
export function newChapter(id: string, voice: string, text = ''): ScriptLine {
  return { id, kind: 'chapter', text, voice, speed: 1 }
}

/** Inserts a heading above a line, or at the end. Undefined if the script is full. */
export function insertChapter(
  script: Script,
  beforeId: string | undefined,
  heading: ScriptLine,
): EditResult | undefined {
  const found = script.lines.findIndex(({ id }) => id === beforeId)
  return insertAt(script, found < 0 ? script.lines.length : found, [heading])
}

/** Moves a whole chapter one chapter up (-1) or down (1). Undefined if there is none to change places with. */
export function moveChapter(script: Script, id: string, steps: -1 | 1): EditResult | undefined {
  const chapters = chaptersOf(script.lines)
  const place = chapters.findIndex((chapter) => chapter.id === id)
  const [first, second] =
    steps < 0 ? [chapters[place - 1], chapters[place]] : [chapters[place], chapters[place + 1]]
  if (place < 0 || !first || !second) return undefined
  const lines = [
    ...script.lines.slice(0, first.index),
    ...script.lines.slice(second.index, second.end),
    ...script.lines.slice(first.index, first.end),
    ...script.lines.slice(second.end),
  ]
  return { script: { ...script, lines } }
}

/** Moves a whole chapter in front of the line at `index`. Undefined if it is there already. */
export function moveChapterTo(script: Script, id: string, index: number): EditResult | undefined {
  const chapter = chaptersOf(script.lines).find((each) => each.id === id)
  if (!chapter) return undefined
  const ids = new Set(script.lines.slice(chapter.index, chapter.end).map((line) => line.id))
  return movedTogether(script, ids, index)
}

/** Moves lines to the end of a chapter; undefined as its id means in front of the first one. */
export function moveToChapter(
  script: Script,
  ids: ReadonlySet<string>,
  chapterId: string | undefined,
): EditResult | undefined {
  const chapters = chaptersOf(script.lines)
  const chapter = chapters.find(({ id }) => id === chapterId)
  if (chapterId !== undefined && !chapter) return undefined
  const end = chapter?.end ?? chapters[0]?.index ?? script.lines.length
  // Headings stay where they are: what would be a chapter in another one has no meaning.
  const spoken = new Set(
    script.lines.flatMap(({ id, kind }) => (ids.has(id) && kind !== 'chapter' ? [id] : [])),
  )
  return movedTogether(script, spoken, end)
}

/** Removes a heading, so that its lines join the chapter above. The caret moves to the first of them. */
export function removeHeading(script: Script, id: string): EditResult | undefined {
  const index = script.lines.findIndex((line) => line.id === id)
  if (index < 0) return undefined
  const lines = script.lines.toSpliced(index, 1)
  const next = lines[index] ?? lines[index - 1]
  const edited = { script: { ...script, lines } }
  return next ? { ...edited, caret: { lineId: next.id, offset: 0 } } : edited
}
