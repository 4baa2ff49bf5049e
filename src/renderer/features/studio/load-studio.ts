import { call } from '#renderer/client.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { AppError } from '#shared/errors.ts'
import { currentProject, forgetProject } from './projects/current-project.ts'
import { showInstead, showRepair } from './projects/project-notices.tsx'
import { openScript } from './script-sync.ts'
import { useStudio } from './studio-store.ts'

/** Loads the project that this window had, the voices and the favourites. */
export async function loadStudio(): Promise<void> {
  try {
    await loadProject(currentProject()).catch((error) => {
      if (!isProjectGone(error)) throw error
      forgetProject()
      showInstead(errorMessage(error))
      return loadProject(undefined)
    })
  } catch (error) {
    useStudio.setState({ phase: 'failed', loadFailure: errorMessage(error) })
  }
}

/** Loads a project, or the one that was opened last; tries again where the connection is lost. */
export async function loadProject(projectId: string | undefined): Promise<void> {
  useStudio.setState({ phase: 'loading' })
  try {
    const [voices, favourites, { scriptId, notice, whyNotLast }] = await Promise.all([
      call('voices.list', {}),
      call('voices.favourites', {}),
      openScript(projectId),
    ])
    useStudio.setState({
      phase: 'ready',
      voices,
      favourites: new Set(favourites),
      selectedId: useStudio.getState().script.lines[0]?.id,
    })
    if (notice) showRepair(scriptId, notice)
    if (whyNotLast) showInstead(whyNotLast)
  } catch (error) {
    if (error instanceof ConnectionLostError) return loadProject(projectId)
    throw error
  }
}

function isProjectGone(error: unknown): boolean {
  if (!(error instanceof AppError) || currentProject() === undefined) return false
  return /^project\/(not-found|missing|damaged|newer)$/.test(error.code)
}

/** Reloads the voices and the favourites. */
export async function refreshVoices(): Promise<void> {
  try {
    const [voices, favourites] = await Promise.all([
      call('voices.list', {}),
      call('voices.favourites', {}),
    ])
    useStudio.setState({ favourites: new Set(favourites) })
    // An unchanged list is kept, to avoid a rerender.
    if (JSON.stringify(voices) !== JSON.stringify(useStudio.getState().voices))
      useStudio.setState({ voices })
  } catch (error) {
    // The list on the screen is still usable; a lost connection has its own notice.
    if (!(error instanceof ConnectionLostError)) announce(errorMessage(error))
  }
}
