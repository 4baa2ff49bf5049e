import { t } from '#renderer/i18n/i18n.ts'
import './dialogs.css'
import { Button, Loader } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { CheckDialog } from '#renderer/features/studio/check/check-dialog.tsx'
import { ExportDialog } from '#renderer/features/studio/export/export-dialog.tsx'
import type { VerifyExport } from '#renderer/features/studio/export/export-store.ts'
import { ImportDialog } from '#renderer/features/studio/import/import-dialog.tsx'
import { PausesDialog } from '#renderer/features/studio/pauses/pauses-dialog.tsx'
import { LanguagesDialog } from '#renderer/features/studio/projects/languages-dialog.tsx'
import { ProjectsDialog } from '#renderer/features/studio/projects/projects-dialog.tsx'
import { RecoveryDialog } from '#renderer/features/studio/projects/recovery-dialog.tsx'
import { UnsavedNotice } from '#renderer/features/studio/projects/unsaved-notice.tsx'
import { VersionsDialog } from '#renderer/features/studio/projects/versions-dialog.tsx'
import { TranscribeDialog } from '#renderer/features/studio/transcribe/transcribe-dialog.tsx'
import { TranslateDialog } from '#renderer/features/studio/translate/translate-dialog.tsx'
import { TitleConflictBox } from './conflict-box.tsx'
import { LineList } from './line-list.tsx'
import { loadStudio } from './load-studio.ts'
import { PlayerPanel } from './player-panel.tsx'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import { listenForShortcuts } from './shortcuts.ts'
import { useStudio } from './studio-store.ts'
import { TextDrop } from './text-drop.tsx'
import { TopBar } from './top-bar.tsx'

interface StudioProps {
  readonly notices: ReactNode
  readonly verify: VerifyExport
}

/** Script screen: the lines, with the player panel below. */
export function Studio({ notices, verify }: StudioProps): ReactElement {
  const phase = useStudio((state) => state.phase)
  useEffect(() => listenForShortcuts(window), [])
  return (
    <div className="studio">
      <TopBar />
      <div className="notices">
        {notices}
        <UnsavedNotice />
      </div>
      <main className="page">
        <h1 className="visually-hidden">{t('studio:heading')}</h1>
        {phase === 'loading' && <Loading />}
        {phase === 'failed' && <LoadFailed />}
        {phase === 'ready' && <TitleConflictBox />}
        {phase === 'ready' && <LineList />}
      </main>
      <PlayerPanel />
      <TextDrop />
      <ExportDialog verify={verify} />
      <ImportDialog />
      <TranscribeDialog />
      <CheckDialog />
      <TranslateDialog />
      <PausesDialog />
      <ShortcutSheet />
      <ProjectsDialog />
      <VersionsDialog />
      <LanguagesDialog />
      <RecoveryDialog />
    </div>
  )
}

function Loading(): ReactElement {
  return (
    <div className="empty">
      <Loader type="dots" aria-hidden="true" />
      <p>{t('studio:opening')}</p>
    </div>
  )
}

function LoadFailed(): ReactElement {
  const reason = useStudio((state) => state.loadFailure)
  return (
    <div className="empty" role="alert">
      <h2>{t('studio:notOpened')}</h2>
      <p>{reason}</p>
      <Button onClick={() => void loadStudio()}>{t('studio:tryAgain')}</Button>
    </div>
  )
}
