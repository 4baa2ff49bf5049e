import { IconGripVertical } from '@tabler/icons-react'
import { type DragEvent, type ReactElement, useState } from 'react'
import { dropChapter } from '#renderer/features/studio/chapters/chapter-commands.ts'
import { pickedWith } from '#renderer/features/studio/selection/selection.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { moveTogetherTo } from './script-commands.ts'
import { lineById } from './studio-store.ts'
import { LINE_TYPE } from './text-drop.tsx'

/** Handle that drags a line or chapter, or moves it with the arrow keys. */
export function DragHandle(props: {
  readonly lineId: string
  readonly label: string
  readonly onMove: (steps: -1 | 1) => void
}): ReactElement {
  const { lineId, label, onMove } = props
  return (
    <button
      type="button"
      className="drag-handle"
      draggable
      aria-label={label}
      title={t('studio:line.moveHint')}
      onDragStart={(event) => {
        event.dataTransfer.setData(LINE_TYPE, lineId)
        event.dataTransfer.effectAllowed = 'move'
        const row = event.currentTarget.closest('li')
        if (row) event.dataTransfer.setDragImage(row, 16, 16)
      }}
      onKeyDown={(event) => {
        const isPlain = !event.altKey && !event.shiftKey
        if (!isPlain || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        onMove(event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <IconGripVertical size={18} aria-hidden="true" />
    </button>
  )
}

/** Drop target for dragged lines and chapters, above or below this line. A line that is picked takes all picked ones along. */
export function useDropTarget(lineId: string, index: number) {
  const [edge, setEdge] = useState<'above' | 'below'>()
  const edgeOf = (event: DragEvent): 'above' | 'below' => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    return event.clientY < top + height / 2 ? 'above' : 'below'
  }
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(LINE_TYPE)) return
      event.preventDefault()
      setEdge(edgeOf(event))
    },
    onDragLeave: () => setEdge(undefined),
    onDrop: (event: DragEvent) => {
      setEdge(undefined)
      const moved = event.dataTransfer.getData(LINE_TYPE)
      if (moved === '' || moved === lineId) return
      event.preventDefault()
      const place = index + (edgeOf(event) === 'below' ? 1 : 0)
      if (lineById(moved)?.kind === 'chapter') dropChapter(moved, place)
      else moveTogetherTo(pickedWith(moved), place)
    },
  }
  return { edge, handlers }
}
