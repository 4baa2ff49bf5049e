import {
  outdatedLines,
  translateOutdated,
  useRetranslation,
} from '#renderer/features/studio/translate/original-commands.ts'
import { t } from '#renderer/i18n/i18n.ts'
import './script-toolbar.css'
import { Button } from '@mantine/core'
import { IconKeyboard, IconLanguage, IconListTree, IconSearch } from '@tabler/icons-react'
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
    <div className="script-tools" role="toolbar" aria-label={t('find:tools.title')}>
      <ScriptSize />
      <TranslateChanged />
      <ChapterOutline icon={<IconListTree size={16} />} />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconSearch size={16} />}
        aria-pressed={finding}
        title={useTip('find', t('find:tools.findHint'))}
        onClick={() => (finding ? closeFind() : openFind(false))}
      >
        {t('find:tools.find')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconKeyboard size={16} />}
        aria-pressed={keysShown}
        title={t('find:tools.lettersHint')}
        onClick={toggleScreenKeys}
      >
        {t('find:tools.letters')}
      </Button>
    </div>
  )
}

/** Where originals have changed since they were translated: the way to have them all translated again. */
function TranslateChanged(): ReactElement | false {
  const count = useStudio(({ script }) => outdatedLines(script.lines).length)
  const running = useRetranslation((state) => state.running)
  if (count === 0 && !running) return false
  return (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<IconLanguage size={16} />}
      title={running ? undefined : t('translate:original.translateChangedHint')}
      onClick={() => (running ? running.stop() : void translateOutdated())}
    >
      {running
        ? `${t('translate:original.translating', { place: running.done + 1, total: running.total })} · ${t('translate:original.stop')}`
        : t('translate:original.translateChanged', { count })}
    </Button>
  )
}

function ScriptSize(): ReactElement {
  const lines = useStudio(({ script }) => script.lines.length)
  const chapters = useStudio(
    ({ script }) => script.lines.filter(({ kind }) => kind === 'chapter').length,
  )
  return (
    <span className="text-secondary script-size">
      {t('find:tools.lines', { count: lines - chapters })}
    </span>
  )
}
