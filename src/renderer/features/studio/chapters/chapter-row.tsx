import { t } from '#renderer/i18n/i18n.ts'
import './chapters.css'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconDots,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { type KeyboardEvent, memo, type ReactElement, useRef } from 'react'
import { DragHandle } from '#renderer/features/studio/line-drag.tsx'
import { addLine, removeTogether, setText } from '#renderer/features/studio/script-commands.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { moveToNeighbourLine, useCaret } from '#renderer/features/studio/use-caret.ts'
import type { ScriptLine } from '#shared/script.ts'
import { deleteHeading, moveChapterBy } from './chapter-commands.ts'
import { chaptersOf, chapterTitle } from './chapter-outline.ts'
import { toggleCollapsed, useCollapsed } from './collapsed-chapters.ts'

interface ChapterRowProps {
  readonly line: ScriptLine
  /** Number among the chapters. */
  readonly number: number
}

/** Heading of a chapter. Its lines stand below it and move, collapse and are deleted with it. */
export const ChapterRow = memo(function ChapterRow(props: ChapterRowProps): ReactElement {
  const { line, number } = props
  const collapsed = useCollapsed(({ ids }) => ids.has(line.id))
  const selected = useStudio((studio) => studio.selectedId === line.id)
  const count = useStudio(({ script }) => linesIn(script.lines, line.id))
  const name = chapterTitle(line.text, number)
  return (
    <div className="chapter" data-selected={selected || undefined}>
      <DragHandle
        lineId={line.id}
        label={t('chapters:row.drag', { number: String(number) })}
        onMove={(steps) => moveChapterBy(line.id, steps)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-expanded={!collapsed}
        aria-label={t('chapters:row.linesOf', { name })}
        title={t(collapsed ? 'chapters:row.show' : 'chapters:row.hide')}
        onClick={() => toggleCollapsed(line.id)}
      >
        {collapsed ? <IconChevronRight size={18} /> : <IconChevronDown size={18} />}
      </ActionIcon>
      <h2 className="chapter-heading">
        <ChapterTitle line={line} number={number} />
      </h2>
      <span className="text-secondary chapter-count">{t('chapters:row.lines', { count })}</span>
      <ChapterMenu line={line} name={name} />
    </div>
  )
})

function linesIn(lines: readonly ScriptLine[], chapterId: string): number {
  return chaptersOf(lines).find(({ id }) => id === chapterId)?.lineCount ?? 0
}

function ChapterTitle({ line, number }: Pick<ChapterRowProps, 'line' | 'number'>): ReactElement {
  const box = useRef<HTMLInputElement>(null)
  useCaret(box, line.id)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const { selectionStart, selectionEnd, value } = event.currentTarget
    if (event.key === 'Enter') {
      event.preventDefault()
      addLine(line.id)
    } else if (event.key === 'Backspace' && value === '') {
      event.preventDefault()
      deleteHeading(line.id)
    } else if (selectionStart === selectionEnd) {
      moveToNeighbourLine(event, selectionStart ?? 0, value)
    }
  }
  return (
    <input
      ref={box}
      className="chapter-title"
      aria-label={t('chapters:row.title', { number: String(number) })}
      placeholder={t('chapters:untitled', { number: String(number) })}
      dir="auto"
      maxLength={200}
      value={line.text}
      onChange={(event) => setText(line.id, event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

function ChapterMenu({ line, name }: { line: ScriptLine; name: string }): ReactElement {
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('chapters:menu.open', { name })}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPlus size={18} />} onClick={() => addLine(line.id)}>
          {t('chapters:menu.addLine')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowUp size={18} />}
          onClick={() => moveChapterBy(line.id, -1)}
        >
          {t('chapters:menu.moveUp')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={18} />}
          onClick={() => moveChapterBy(line.id, 1)}
        >
          {t('chapters:menu.moveDown')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={18} />} onClick={() => deleteHeading(line.id)}>
          {t('chapters:menu.deleteHeading')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={18} />}
          color="red"
          onClick={() => deleteChapter(line.id)}
        >
          {t('chapters:menu.deleteChapter')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function deleteChapter(id: string): void {
  const { lines } = useStudio.getState().script
  const chapter = chaptersOf(lines).find((each) => each.id === id)
  if (!chapter) return
  removeTogether(new Set(lines.slice(chapter.index, chapter.end).map((line) => line.id)))
}
