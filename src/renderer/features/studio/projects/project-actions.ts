import { call } from '#renderer/client.ts'
import { download } from '#renderer/download.ts'
import { loadProject, loadStudio } from '#renderer/features/studio/load-studio.ts'
import { flushScript, leaveScript } from '#renderer/features/studio/script-sync.ts'
import { stopAll } from '#renderer/features/studio/speech-queue.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { showActionNotice } from '#renderer/ui/action-notice.tsx'
import { announce } from '#renderer/ui/announce.tsx'
import { chooseFiles } from '#renderer/ui/choose-files.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { showError } from '#renderer/ui/show-error.ts'
import { AppError } from '#shared/errors.ts'
import { PROJECT_PART_BYTES, type ProjectSummary } from '#shared/projects.ts'
import { shownTitle } from './project-title.ts'
import { useProjects } from './projects-store.ts'

/** Loads the list of projects. */
export async function refreshProjects(): Promise<void> {
  useProjects.setState({ projects: await call('projects.list', {}) })
}

/** Loads the list where it is shown, after a change by any window. */
export function handleProjectsChanged(): void {
  refreshProjects().catch((error) => announce(errorMessage(error)))
}

/** Opens a project in this window. Where that fails, the one that was open stays open. */
export async function openProject(id: string): Promise<void> {
  if (id === useStudio.getState().scriptId && useStudio.getState().phase === 'ready') return
  useStudio.setState({ phase: 'loading' })
  await leaveScript()
  const { job, queue, playlist } = useStudio.getState()
  if (job || queue.size > 0 || playlist.length > 0) stopAll()
  useStudio.setState({ takes: {}, failures: {}, caret: undefined })
  try {
    await loadProject(id)
    announce(t('projects:opened', { title: shownTitle(useStudio.getState().script.title) }))
  } catch (error) {
    showError(t('projects:failed.open'), errorMessage(error))
    await loadStudio()
  }
}

/** Makes a project and opens it. */
export async function newProject(): Promise<void> {
  const { id } = await call('projects.create', { title: '' })
  await openProject(id)
}

/** Makes a copy of a project, with its takes, and opens it. */
export async function duplicateProject(id: string): Promise<void> {
  const copy = await call('projects.duplicate', { id })
  await openProject(copy.id)
}

/**
 * Makes a project of all that this window shows, where its own cannot be written: a copy with its takes, as long as it can be read. Edits that
 * could not be saved stay in this browser too, for the day when the folder is back.
 */
export async function saveAsNewProject(): Promise<void> {
  const { scriptId, script } = useStudio.getState()
  const { title, conflicts: _, ...shown } = script
  const copy = scriptId === undefined ? undefined : await copied(scriptId)
  const { id } = copy ?? (await call('projects.create', { title }))
  await openProject(id)
  const opened = useStudio.getState()
  if (opened.scriptId !== id || opened.phase !== 'ready') return
  // Saved like an edit, but without an undo step: there is nothing before it.
  useStudio.setState({ script: { ...shown, title: opened.script.title } })
  await flushScript()
  announce(t('unsaved:asNewDone'))
}

/** A copy of a project; undefined where it cannot be read. */
async function copied(id: string): Promise<ProjectSummary | undefined> {
  try {
    return await call('projects.duplicate', { id })
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Moves a project to the trash, with a notice that brings it back. */
export async function deleteProject(project: ProjectSummary): Promise<void> {
  const { id } = project
  if (id === useStudio.getState().scriptId) await leaveFor('projects.delete', id)
  else await call('projects.delete', { id })
  offerUndo(t('projects:deleted', { title: shownTitle(project.title) }), () =>
    call('projects.undelete', { id }),
  )
}

/** Takes a project out of the list of those in use. */
export async function archiveProject(project: ProjectSummary): Promise<void> {
  const { id } = project
  if (id === useStudio.getState().scriptId) await leaveFor('projects.archive', id)
  else await call('projects.archive', { id })
  offerUndo(t('projects:archived', { title: shownTitle(project.title) }), () =>
    call('projects.unarchive', { id }),
  )
}

/** Closes the project of this window for something that happens to it, and opens another one. */
async function leaveFor(method: 'projects.delete' | 'projects.archive', id: string): Promise<void> {
  await leaveScript()
  try {
    await call(method, { id })
  } catch (error) {
    await loadStudio()
    throw error
  }
  const projects = await call('projects.list', {})
  const next = projects.find(
    (one) => one.id !== id && !one.isMissing && !one.deletedAt && !one.archivedAt,
  )
  if (next) await openProject(next.id)
  else await newProject()
}

function offerUndo(title: string, undo: () => Promise<ProjectSummary>): void {
  showActionNotice({
    ...{ title, action: t('projects:undo'), staysMs: 20_000 },
    onAction: () => reported(t('projects:failed.undo'), async () => openProject((await undo()).id)),
  })
}

/** Does something and shows why it failed, if it does. */
export function reported(title: string, action: () => Promise<unknown>): void {
  action().catch((error) => showError(title, errorMessage(error)))
}

/** Writes a project into one file: a browser downloads it, the desktop asks where to save it. */
export async function exportProject(id: string): Promise<void> {
  const { fileName, location } = await call('projects.export', { id })
  if (location.kind === 'download') download(location.url, fileName)
  announce(
    location.kind === 'saved'
      ? t('projects:savedTo', { path: location.path })
      : t('projects:exported', { name: fileName }),
  )
}

/** Asks for a project file and takes it in. */
export function chooseProjectFile(): void {
  chooseFiles({ accept: '.griot' }, ([file]) => {
    if (file) reported(t('projects:failed.import'), () => importProject(file))
  })
}

/** Takes in a project file and opens the project. */
export async function importProject(file: File): Promise<void> {
  const { importId } = await call('projects.importBegin', { fileName: file.name })
  try {
    for (let position = 0; position < file.size; position += PROJECT_PART_BYTES) {
      const part = file.slice(position, position + PROJECT_PART_BYTES)
      const bytes = new Uint8Array(await part.arrayBuffer())
      await call('projects.importPart', { importId, position, bytes })
    }
    const { id } = await call('projects.importEnd', { importId })
    await openProject(id)
  } catch (error) {
    await call('projects.importCancel', { importId })
    throw error
  }
}
