import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDots,
  IconEarScan,
  IconFileExport,
  IconFileImport,
  IconFileMusic,
  IconKeyboard,
  IconLanguage,
  IconPlayerPlay,
  IconViewportTall,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { checkAllTakes } from '#renderer/features/studio/check/take-checks.ts'
import { openExport } from '#renderer/features/studio/export/export-store.ts'
import { chooseImport } from '#renderer/features/studio/import/import-store.ts'
import { openPauses } from '#renderer/features/studio/pauses/pauses-store.ts'
import { ProjectMenu } from '#renderer/features/studio/projects/project-menu.tsx'
import { chooseRecording } from '#renderer/features/studio/transcribe/transcribe-store.ts'
import { openTranslate } from '#renderer/features/studio/translate/translate-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { IconMenuTarget } from '#renderer/ui/icon-menu-target.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { formatKeys } from './key-bindings.ts'
import { setTitle } from './script-commands.ts'
import { useShortcutSheet } from './shortcut-sheet-store.ts'
import { speakLines } from './speech-queue.ts'
import { redoEdit, undoEdit, useStudio } from './studio-store.ts'

/** Bar with the title, the save status, undo, redo and the script menu. */
export function TopBar(): ReactElement {
  const title = useStudio((state) => state.script.title)
  const loaded = useStudio((state) => state.phase === 'ready')
  const canUndo = useStudio((state) => state.history.past.length > 0)
  const canRedo = useStudio((state) => state.history.future.length > 0)
  return (
    <header className="top-bar">
      <ProjectMenu />
      <input
        className="script-title"
        aria-label={t('studio:topBar.title')}
        placeholder={t('studio:topBar.untitled')}
        value={title}
        maxLength={200}
        disabled={!loaded}
        spellCheck={false}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <SaveStatus />
      <div className="top-bar-actions">
        <HistoryButton label={t('studio:undo')} keys="Mod+Z" enabled={canUndo} onClick={undoEdit}>
          <IconArrowBackUp size={20} />
        </HistoryButton>
        <HistoryButton
          label={t('studio:redo')}
          keys="Mod+Shift+Z"
          enabled={canRedo}
          onClick={redoEdit}
        >
          <IconArrowForwardUp size={20} />
        </HistoryButton>
        <ScriptMenu />
      </div>
    </header>
  )
}

function HistoryButton(props: {
  readonly label: string
  readonly keys: string
  readonly enabled: boolean
  readonly onClick: () => void
  readonly children: ReactElement
}): ReactElement {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={props.label}
      title={t('studio:withKeys', { name: props.label, keys: formatKeys(props.keys) })}
      disabled={!props.enabled}
      onClick={props.onClick}
    >
      {props.children}
    </ActionIcon>
  )
}

function ScriptMenu(): ReactElement {
  return (
    <Menu position="bottom-end" width={280}>
      <IconMenuTarget label={t('studio:topBar.menu')}>
        <IconDots size={20} />
      </IconMenuTarget>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPlayerPlay size={18} />}
          onClick={() => speakLines(useStudio.getState().script.lines)}
        >
          {t('studio:topBar.speakAll')}
        </Menu.Item>
        <Menu.Item leftSection={<IconEarScan size={18} />} onClick={checkAllTakes}>
          {t('studio:topBar.checkTakes')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLanguage size={18} />} onClick={() => openTranslate()}>
          {t('studio:topBar.translate')}
        </Menu.Item>
        <Menu.Item leftSection={<IconViewportTall size={18} />} onClick={openPauses}>
          {t('pauses:menu')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileImport size={18} />} onClick={chooseImport}>
          {t('studio:topBar.import')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileMusic size={18} />} onClick={chooseRecording}>
          {t('studio:topBar.transcribe')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileExport size={18} />}
          rightSection={<kbd>{formatKeys('Mod+E')}</kbd>}
          onClick={openExport}
        >
          {t('studio:topBar.export')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={18} />}
          rightSection={<kbd>?</kbd>}
          onClick={() => useShortcutSheet.setState({ opened: true })}
        >
          {t('studio:topBar.shortcuts')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function SaveStatus(): ReactElement {
  const { state, reason } = useStudio(({ save }) => save)
  const isDisconnected = useConnection().status !== 'connected' && state !== 'saved'
  const shown = isDisconnected ? 'failed' : state
  return (
    <span className="save-status" data-state={shown} title={reason || undefined}>
      {t(`studio:save.${shown}`)}
    </span>
  )
}
