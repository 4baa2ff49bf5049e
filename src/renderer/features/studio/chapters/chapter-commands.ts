import { scriptFull } from '#renderer/features/studio/script-commands.ts'
import { scrollToLine } from '#renderer/features/studio/scroll-to-line.ts'
import { edit, useStudio } from '#renderer/features/studio/studio-store.ts'
import { usualVoice } from '#renderer/features/studio/usual-voice.ts'
import { t } from '#renderer/i18n/i18n.ts'
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
import { revealLine } from './collapsed-chapters.ts'

/** Writes a heading above a line, or at the end of the script. The caret moves into it. */
export function addChapter(beforeId?: string): void {
  const { script } = useStudio.getState()
  const beside = script.lines.find(({ id }) => id === beforeId) ?? script.lines.at(-1)
  const heading = newChapter(randomId(), beside?.voice ?? usualVoice())
  if (!edit('', (before) => insertChapter(before, beforeId, heading))) announce(scriptFull())
  else announce(t('chapters:added'))
}

/** Moves a whole chapter up (-1) or down (1). */
export function moveChapterBy(id: string, steps: -1 | 1): void {
  const moved = edit('', (script) => moveChapter(script, id, steps))
  const place = chaptersOf(useStudio.getState().script.lines).findIndex((one) => one.id === id)
  if (moved) announce(t('chapters:movedTo', { place: place + 1 }))
  else announce(t(steps < 0 ? 'chapters:isFirst' : 'chapters:isLast'))
}

/** Moves a whole chapter in front of the line at an index. */
export function dropChapter(id: string, index: number): void {
  if (edit('', (script) => moveChapterTo(script, id, index))) announce(t('chapters:moved'))
}

/** Moves lines to the end of a chapter, or in front of the first one. */
export function sendToChapter(ids: ReadonlySet<string>, chapterId: string | undefined): void {
  if (!edit('', (script) => moveToChapter(script, ids, chapterId))) {
    announce(t('chapters:sent.already'))
    return
  }
  const chapters = chaptersOf(useStudio.getState().script.lines)
  const place = chapters.findIndex(({ id }) => id === chapterId)
  const target = chapters[place]
  const count = ids.size
  const [first] = ids
  if (first !== undefined) {
    revealLine(first)
    scrollToLine(first)
  }
  announce(
    target
      ? t('chapters:sent.to', { count, chapter: chapterTitle(target.title, place + 1) })
      : t('chapters:sent.beforeFirst', { count }),
  )
}

/** Deletes a heading; its lines join the chapter above. */
export function deleteHeading(id: string): void {
  if (edit('', (script) => removeHeading(script, id))) announce(t('chapters:headingDeleted'))
}
