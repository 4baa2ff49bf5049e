import { scriptFull } from '#renderer/features/studio/script-commands.ts'
import { edit, useStudio } from '#renderer/features/studio/studio-store.ts'
import { usualVoice } from '#renderer/features/studio/usual-voice.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { randomId } from '#renderer/ui/random-id.ts'
import {
  insertChapter,
  moveChapter,
  moveChapterTo,
  moveToChapter,
  newChapter,
  removeHeading,
} from './chapter-edits.ts'
import { chaptersOf, chapterTitle } from './chapter-outline.ts'

/** Writes a heading above a line, or at the end of the script. The caret moves into it. */
export function addChapter(beforeId?: string): void {
  const { script } = useStudio.getState()
  const beside = script.lines.find(({ id }) => id === beforeId) ?? script.lines.at(-1)
  const heading = newChapter(randomId(), beside?.voice ?? usualVoice())
  if (!edit('', (before) => insertChapter(before, beforeId, heading))) announce(scriptFull())
  else announce('Chapter added.')
}

/** Moves a whole chapter up (-1) or down (1). */
export function moveChapterBy(id: string, steps: -1 | 1): void {
  const moved = edit('', (script) => moveChapter(script, id, steps))
  const place = chaptersOf(useStudio.getState().script.lines).findIndex((one) => one.id === id)
  announce(
    moved
      ? `Chapter moved to position ${place + 1}.`
      : `This is the ${steps < 0 ? 'first' : 'last'} chapter.`,
  )
}

/** Moves a whole chapter in front of the line at an index. */
export function dropChapter(id: string, index: number): void {
  if (edit('', (script) => moveChapterTo(script, id, index))) announce('Chapter moved.')
}

/** Moves lines to the end of a chapter, or in front of the first one. */
export function sendToChapter(ids: ReadonlySet<string>, chapterId: string | undefined): void {
  if (!edit('', (script) => moveToChapter(script, ids, chapterId))) {
    announce('The lines are there already.')
    return
  }
  const chapters = chaptersOf(useStudio.getState().script.lines)
  const place = chapters.findIndex(({ id }) => id === chapterId)
  const target = chapters[place]
  const where = target ? `to ${chapterTitle(target.title, place + 1)}` : 'before the first chapter'
  announce(`${ids.size === 1 ? 'Line' : `${ids.size} lines`} moved ${where}.`)
}

/** Deletes a heading; its lines join the chapter above. */
export function deleteHeading(id: string): void {
  if (edit('', (script) => removeHeading(script, id)))
    announce('Heading deleted. Its lines now belong to the chapter above.')
}
