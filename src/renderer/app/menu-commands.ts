import { openExport } from '#renderer/features/studio/export/export-store.ts'
import { openFind } from '#renderer/features/studio/find/find-store.ts'
import { chooseImport } from '#renderer/features/studio/import/import-store.ts'
import {
  chooseProjectFile,
  newProject,
  openProject,
  reported,
} from '#renderer/features/studio/projects/project-actions.ts'
import { useProjects } from '#renderer/features/studio/projects/projects-store.ts'
import { runShortcut } from '#renderer/features/studio/shortcuts.ts'
import { playFrom, stopAll } from '#renderer/features/studio/speech-queue.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { chooseRecording } from '#renderer/features/studio/transcribe/transcribe-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { showError } from '#renderer/ui/show-error.ts'
import type { Data } from '#shared/api.ts'
import type { MenuCommand } from '#shared/desktop.ts'
import { type ScreenId, screenHash } from './routes.ts'

/** What each choice of the menu bar does. Those about the script show its screen first. */
const RUN: Readonly<Record<Exclude<MenuCommand, ScreenId>, () => void>> = {
  'new-project': () => reported(t('app:projectNotMade'), newProject),
  'all-projects': () => useProjects.setState({ dialog: 'projects' }),
  'import-script': chooseImport,
  'import-project': chooseProjectFile,
  record: () => runShortcut('record'),
  transcribe: chooseRecording,
  export: openExport,
  undo: () => runShortcut('undo'),
  redo: () => runShortcut('redo'),
  find: () => openFind(false),
  replace: () => openFind(true),
  'speak-changed': () => runShortcut('speakChanged'),
  play: () => runShortcut('play'),
  'play-all': () => {
    const [first] = useStudio.getState().script.lines
    if (first) playFrom(first.id)
  },
  stop: stopAll,
  commands: () => runShortcut('commands'),
  shortcuts: () => runShortcut('sheet'),
}

/** Does what was chosen in the desktop's menu bar. */
export function handleMenuCommand({ command }: Data<'menu.command'>): void {
  if (!(command in RUN)) {
    window.location.hash = screenHash(command as ScreenId)
    return
  }
  if (command !== 'record') window.location.hash = screenHash('script')
  RUN[command as keyof typeof RUN]()
}

/** Opens the project that was asked for outside the window. */
export function handleProjectOpened({ projectId }: Data<'project.open'>): void {
  window.location.hash = screenHash('script')
  // While the studio loads, it loads the project that was opened last, which is this one.
  if (useStudio.getState().phase !== 'loading') void openProject(projectId)
}

/** Says why a project that was asked for outside the window could not be opened. */
export function handleDesktopFailed({ message }: Data<'desktop.failed'>): void {
  showError(t('projects:failed.open'), message)
}
