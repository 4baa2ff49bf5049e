import './script-toolbar.css'
import { Button } from '@mantine/core'
import { IconKeyboard, IconListTree, IconSearch } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ChapterOutline } from '#renderer/features/studio/chapters/chapter-outline-menu.tsx'
import { ScreenKeys } from '#renderer/features/studio/keyboard/screen-keys.tsx'
import {
  toggleScreenKeys,
  useScreenKeys,
} from '#renderer/features/studio/keyboard/screen-keys-store.ts'
import { useSelection } from '#renderer/features/studio/selection/selection.ts'
import { SelectionBar } from '#renderer/features/studio/selection/selection-bar.tsx'
import { useTip } from '#renderer/features/studio/shortcut-store.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { FindBar } from './find-bar.tsx'
import { closeFind, openFind, useFind } from './find-store.ts'

/** Bar above the lines: chapters, search and keys; what can be done with the selected lines stands in its place. */
export function ScriptToolbar(): ReactElement {
  const hasSelection = useSelection(({ ids }) => ids.size > 0)
  return (
    <div className="script-toolbar">
      {hasSelection ? <SelectionBar /> : <Tools />}
      <FindBar />
      <ScreenKeys />
    </div>
  )
}

function Tools(): ReactElement {
  const finding = useFind((state) => state.opened)
  const keysShown = useScreenKeys((state) => state.opened)
  return (
    <div className="script-tools" role="toolbar" aria-label="Lines">
      <ScriptSize />
      <ChapterOutline icon={<IconListTree size={16} />} />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconSearch size={16} />}
        aria-pressed={finding}
        title={useTip('find', 'Find and replace')}
        onClick={() => (finding ? closeFind() : openFind(false))}
      >
        Find
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconKeyboard size={16} />}
        aria-pressed={keysShown}
        title="Keys for ẹ ọ ṣ, ɓ ɗ ƙ and Ethiopic"
        onClick={toggleScreenKeys}
      >
        Letters
      </Button>
    </div>
  )
}

function ScriptSize(): ReactElement {
  const lines = useStudio(({ script }) => script.lines.length)
  const chapters = useStudio(
    ({ script }) => script.lines.filter(({ kind }) => kind === 'chapter').length,
  )
  const count = lines - chapters
  return (
    <span className="text-secondary script-size">
      {count === 1 ? '1 line' : `${count.toLocaleString('en')} lines`}
    </span>
  )
}
