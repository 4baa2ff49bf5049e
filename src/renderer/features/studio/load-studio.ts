import { call } from '#renderer/client.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { openScript } from './script-sync.ts'
import { useStudio } from './studio-store.ts'

/** Loads the script, the voices and the favourites. */
export async function loadStudio(): Promise<void> {
  useStudio.setState({ phase: 'loading' })
  try {
    const [voices, favourites] = await Promise.all([
      call('voices.list', {}),
      call('voices.favourites', {}),
      openScript(),
    ])
    useStudio.setState({
      phase: 'ready',
      voices,
      favourites: new Set(favourites),
      selectedId: useStudio.getState().script.lines[0]?.id,
    })
  } catch (error) {
    if (error instanceof ConnectionLostError) return loadStudio()
    useStudio.setState({ phase: 'failed', loadFailure: errorMessage(error) })
  }
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
