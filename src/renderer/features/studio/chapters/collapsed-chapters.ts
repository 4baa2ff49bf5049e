import { create } from 'zustand'
import { select, useStudio } from '#renderer/features/studio/studio-store.ts'
import { chapterAt, chaptersOf } from './chapter-outline.ts'

/** Ids of the headings whose chapters are collapsed, in this window. */
export const useCollapsed = create<{ readonly ids: ReadonlySet<string> }>(() => ({
  ids: new Set(),
}))

/** Collapses or expands a chapter. A selected line that gets hidden leaves the selection to the heading. */
export function toggleCollapsed(chapterId: string): void {
  const ids = new Set(useCollapsed.getState().ids)
  if (!ids.delete(chapterId)) {
    ids.add(chapterId)
    const { selectedId, script } = useStudio.getState()
    const index = script.lines.findIndex(({ id }) => id === selectedId)
    if (chapterAt(script.lines, index)?.id === chapterId) select(chapterId)
    useStudio.setState({ caret: undefined })
  }
  useCollapsed.setState({ ids })
}

/** Collapses all chapters, or expands them. */
export function setAllCollapsed(collapsed: boolean): void {
  const { script, selectedId } = useStudio.getState()
  const chapters = chaptersOf(script.lines)
  if (collapsed) {
    const index = script.lines.findIndex(({ id }) => id === selectedId)
    const heading = chapterAt(script.lines, index)
    if (heading) select(heading.id)
    useStudio.setState({ caret: undefined })
  }
  useCollapsed.setState({ ids: new Set(collapsed ? chapters.map(({ id }) => id) : []) })
}

/** Expands the chapter in which a line is hidden. */
export function revealLine(lineId: string): void {
  const { ids } = useCollapsed.getState()
  if (ids.size === 0) return
  const { lines } = useStudio.getState().script
  const chapter = chapterAt(
    lines,
    lines.findIndex(({ id }) => id === lineId),
  )
  if (!chapter || chapter.id === lineId || !ids.has(chapter.id)) return
  useCollapsed.setState({ ids: new Set([...ids].filter((id) => id !== chapter.id)) })
}
