import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { addChapter } from './chapter-commands.ts'
import { chaptersOf, chapterTitle } from './chapter-outline.ts'
import { setAllCollapsed, useCollapsed } from './collapsed-chapters.ts'

/** Outline of the chapters: a click goes to one. New ones are added here too. */
export function ChapterOutline({ icon }: { icon: ReactNode }): ReactElement {
  const chapters = useStudio(({ script }) => chaptersOf(script.lines))
  const isAnyCollapsed = useCollapsed(({ ids }) => ids.size > 0)
  return (
    <Menu position="bottom-end" width={320} shadow="md">
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" color="gray" leftSection={icon}>
          {chapters.length === 0
            ? t('chapters:outline.open')
            : t('chapters:outline.openOf', { chapters: chapters.length })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="chapter-outline">
        {chapters.map(({ id, title, lineCount }, place) => (
          <Menu.Item
            key={id}
            rightSection={<span className="text-secondary">{lineCount}</span>}
            onClick={() => goTo(id, title)}
          >
            {chapterTitle(title, place + 1)}
          </Menu.Item>
        ))}
        {chapters.length > 0 && <Menu.Divider />}
        {chapters.length > 0 && (
          <Menu.Item onClick={() => setAllCollapsed(!isAnyCollapsed)}>
            {t(isAnyCollapsed ? 'chapters:outline.expand' : 'chapters:outline.collapse')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPlus size={18} />} onClick={addAtSelection}>
          {t('chapters:outline.addHere')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPlus size={18} />} onClick={() => addChapter()}>
          {t('chapters:outline.addAtEnd')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function addAtSelection(): void {
  addChapter(useStudio.getState().selectedId)
}

/** The menu gives the focus back when it closes; the heading takes it after that. */
function goTo(id: string, title: string): void {
  setTimeout(() =>
    useStudio.setState({ caret: { lineId: id, offset: title.length }, selectedId: id }),
  )
}
