import { call } from '#renderer/call.ts'
import { ConnectionLost } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { reasonOf } from '#renderer/ui/reason-of.ts'
import { Script } from '#shared/script.ts'
import { createAutosave } from './autosave.ts'
import { NO_HISTORY } from './history.ts'
import { useStudio } from './studio-store.ts'

/** Where edits wait that the engine has not confirmed, should the page be closed meanwhile. */
const DRAFT = 'griot.draft'

const autosave = createAutosave<Script>(
  (script) => call('script.save', script),
  (state, reason) => {
    useStudio.setState({ save: { state, reason: reason === undefined ? '' : reasonOf(reason) } })
    if (state === 'saved') localStorage.removeItem(DRAFT)
    if (state === 'failed') keepDraft()
  },
)

/** Bring the script and the voices onto the screen. A draft the engine never confirmed goes before what it has. */
export async function loadStudio(): Promise<void> {
  useStudio.setState({ phase: 'loading' })
  try {
    const [stored, voices, favourites] = await Promise.all([
      call('script.load', {}),
      call('voices.list', {}),
      call('voices.favourites', {}),
    ])
    const draft = readDraft()
    useStudio.setState({
      phase: 'ready',
      voices,
      favourites: new Set(favourites),
      script: draft ?? stored,
      history: NO_HISTORY,
      selectedId: (draft ?? stored).lines[0]?.id,
    })
    if (draft) autosave.changed(draft)
  } catch (error) {
    if (error instanceof ConnectionLost) return loadStudio()
    useStudio.setState({ phase: 'failed', loadFailure: reasonOf(error) })
  }
}

/** Look again which voices there are. */
export async function refreshVoices(): Promise<void> {
  try {
    const [voices, favourites] = await Promise.all([
      call('voices.list', {}),
      call('voices.favourites', {}),
    ])
    useStudio.setState({ favourites: new Set(favourites) })
    // A list that is the same stays, so that nothing is drawn anew.
    if (JSON.stringify(voices) !== JSON.stringify(useStudio.getState().voices))
      useStudio.setState({ voices })
  } catch (error) {
    // The list on the screen is still of use; a lost connection says so itself.
    if (!(error instanceof ConnectionLost)) announce(reasonOf(error))
  }
}

/** Save every edit a moment after it, and what is left when the page goes away. The answer ends it. */
export function keepSaved(): () => void {
  const leave = (): void => {
    keepDraft()
    void autosave.flush()
  }
  const unsubscribe = useStudio.subscribe((now, before) => {
    const edited = now.script !== before.script && before.phase === 'ready'
    if (edited) autosave.changed(now.script)
  })
  window.addEventListener('pagehide', leave)
  return () => {
    unsubscribe()
    window.removeEventListener('pagehide', leave)
  }
}

/** Save at once what is waiting, for example because the engine is back. */
export function saveNow(): void {
  void autosave.flush()
}

function keepDraft(): void {
  const unsaved = autosave.unsaved()
  if (!unsaved) return
  try {
    localStorage.setItem(DRAFT, JSON.stringify(unsaved))
  } catch (error) {
    // The browser's store is full or closed: the script is still on the screen and is saved when the engine is back.
    useStudio.setState({ save: { state: 'failed', reason: reasonOf(error) } })
  }
}

function readDraft(): Script | undefined {
  const stored = localStorage.getItem(DRAFT)
  if (stored === null) return undefined
  const draft = Script.safeParse(parsed(stored))
  return draft.success ? draft.data : undefined
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
