import { call } from '#renderer/client.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import type { Data, Output } from '#shared/api.ts'
import { isFull } from '#shared/errors.ts'
import {
  firstPart,
  fitsAtOnce,
  keptAt,
  type LiveScript,
  loadedAgain,
  openLiveScript,
  received,
  unsavedChanges,
  withUnsaved,
} from '#shared/live-script.ts'
import type { Change, Entry } from '#shared/script-changes.ts'
import { createAutosave, type SaveState } from './autosave.ts'
import { currentProject, rememberProject } from './projects/current-project.ts'
import { showRepair } from './projects/project-notices.tsx'
import { offerRecovery } from './projects/recovery-store.ts'
import { holdWindow, isWindowOpen } from './projects/window-lock.ts'
import { applyRemoteChanges } from './remote-changes.ts'
import {
  deleteScriptDraft,
  loadScriptDrafts,
  type ScriptDraft,
  saveScriptDraft,
} from './script-drafts.ts'
import { type StudioState, useStudio } from './studio-store.ts'
import { NO_HISTORY } from './undo-history.ts'

/** Id of this window, for as long as its page lives. */
export const WINDOW_ID = randomId()

/** Largest save in characters: far below the 4 MB of one message, even with three bytes a character. */
const MAX_SAVE_CHARACTERS = 500_000

/** State that the backend has confirmed; the state that is shown is in the store. */
let live: LiveScript | undefined
/** Changes of a save that has not been answered. */
let sentChanges: readonly Change[] = []
/** Number of saves that this window has started. */
let saveNumber = 0
/** After a lost connection, other changes may have been missed. */
let isOutOfDate = false
/** Remote changes that arrived during input method composition, which must not be interrupted. */
let deferredEvents: Data<'script.changed'>[] = []
let isComposing = false
let isApplyingRemoteChanges = false

const autosave = createAutosave({
  save: saveOnce,
  storeDraft: () => void storeDraft(),
  onState: (state, reason) =>
    useStudio.setState(({ save }) => ({ save: { state, ...lastReason(state, reason, save) } })),
})

/** Why saving failed last, in words, until it succeeds; empty where that is a lost connection, which has a notice of its own. */
function lastReason(
  state: SaveState,
  reason: unknown,
  last: Pick<StudioState['save'], 'reason' | 'isFull'>,
): Pick<StudioState['save'], 'reason' | 'isFull'> {
  if (state === 'saved' || reason instanceof ConnectionLostError)
    return { reason: '', isFull: false }
  if (reason !== undefined) return { reason: errorMessage(reason), isFull: isFull(reason) }
  return { reason: last.reason, isFull: last.isFull }
}

/**
 * Loads a project into the store, by default the one that this window had. Edits of a page that was left in order are saved
 * now; those of one that crashed are offered. Resolves to what there is to say about the project.
 */
export async function openScript(
  projectId = currentProject(),
): Promise<Pick<Output<'script.load'>, 'scriptId' | 'notice' | 'whyNotLast'>> {
  const input = projectId === undefined ? {} : { projectId }
  let loaded = await call('script.load', input)
  const { drafts, crashed } = await draftsToSave(loaded.scriptId)
  const unsaved = await saveDrafts(drafts)
  if (drafts.length > unsaved.length) loaded = await call('script.load', input)
  const opened = unsaved.reduce(
    (now, { changes }) => withUnsaved(now, changes),
    openLiveScript(WINDOW_ID, loaded),
  )
  // Set both together: a line that is not shown yet must never look deleted.
  live = opened
  const { scriptId, shown: script, confirmed } = opened
  useStudio.setState({
    ...{ scriptId, script, confirmed, history: NO_HISTORY },
    save: { state: 'saved', reason: '', isFull: false },
  })
  rememberProject(loaded.scriptId)
  sentChanges = []
  deferredEvents = []
  isOutOfDate = false
  // From here on, this window is responsible for saving them.
  if (storeDraft(opened)) for (const draft of unsaved) deleteScriptDraft(draft)
  if (unsavedChanges(opened).length > 0) autosave.changed()
  for (const draft of offerRecovery(opened.shown, crashed)) deleteScriptDraft(draft)
  return loaded
}

/** Drafts that other windows have left behind; those of windows that are still open are theirs. */
async function draftsToSave(scriptId: string): Promise<{
  readonly drafts: readonly ScriptDraft[]
  readonly crashed: readonly ScriptDraft[]
}> {
  const all = loadScriptDrafts(scriptId)
  const states = await Promise.all(all.map(({ window }) => isWindowOpen(window)))
  const abandoned = all.filter((_, index) => states[index] !== 'open')
  const isCrashed = (draft: ScriptDraft): boolean =>
    !draft.left && states[all.indexOf(draft)] === 'gone'
  return {
    drafts: abandoned.filter((draft) => !isCrashed(draft)),
    crashed: abandoned.filter(isCrashed),
  }
}

/** Saves drafts as they are. Resolves to those for which that is not possible. */
async function saveDrafts(drafts: readonly ScriptDraft[]): Promise<ScriptDraft[]> {
  const unsaved: ScriptDraft[] = []
  for (const draft of drafts) if (!(await saveDraft(draft))) unsaved.push(draft)
  return unsaved
}

/** Saves edits of crashed windows and shows them. */
export async function restoreDrafts(drafts: readonly ScriptDraft[]): Promise<void> {
  const unsaved = await saveDrafts(drafts)
  await reloadScript()
  const now = currentScript()
  if (!now || unsaved.length === 0) return
  const next = unsaved.reduce((state, { changes }) => withUnsaved(state, changes), now)
  setLive(next)
  useStudio.setState({ script: next.shown })
  if (storeDraft(next)) for (const draft of unsaved) deleteScriptDraft(draft)
}

/** Deletes edits of crashed windows, as a person has chosen. */
export function discardDrafts(drafts: readonly ScriptDraft[]): void {
  for (const draft of drafts) deleteScriptDraft(draft)
}

/** Saves what is left to save. */
export function flushScript(): Promise<void> {
  return autosave.flush()
}

/** Saves what is left to save, before this window goes on to another project. What cannot be saved stays in this browser. */
export async function leaveScript(): Promise<void> {
  await autosave.flush()
  storeDraft(currentScript(), true)
  live = undefined
}

/**
 * Saves a draft as it is. Returns false if that is not possible; this window then takes over its changes and saves a
 * large draft in parts.
 */
async function saveDraft(draft: ScriptDraft): Promise<boolean> {
  if (!fitsAtOnce(draft.changes, MAX_SAVE_CHARACTERS)) return false
  try {
    const { at: _, left: __, ...save } = draft
    const { outcome } = await call('script.save', save)
    if (outcome !== 'unknown-base') deleteScriptDraft(draft)
    return outcome !== 'unknown-base'
  } catch (error) {
    if (error instanceof ConnectionLostError) throw error
    return false
  }
}

function setLive(next: LiveScript): void {
  live = next
  useStudio.setState({ confirmed: next.confirmed })
}

/** Confirmed state together with the script that is shown now. */
function currentScript(): LiveScript | undefined {
  return live && { ...live, shown: useStudio.getState().script }
}

/** Saves as many changes as fit into one message; resolves to whether more may be pending. */
async function saveOnce(): Promise<boolean> {
  if (isOutOfDate) await reloadScript()
  const now = currentScript()
  if (!now) return false
  const unsaved = unsavedChanges(now)
  if (unsaved.length === 0) {
    deleteScriptDraft({ ...now, window: WINDOW_ID })
    return false
  }
  const changes = firstPart(unsaved, MAX_SAVE_CHARACTERS)
  sentChanges = changes
  saveNumber += 1
  // A draft counts as done once its number has arrived, and this message is only part of it.
  if (!fitsAtOnce(unsaved, MAX_SAVE_CHARACTERS)) storeDraft()
  const { scriptId, revision: base } = now
  const save = { scriptId, base, window: WINDOW_ID, number: saveNumber, changes }
  await handleSaved(await call('script.save', save).catch(handleSaveError), base)
  return true
}

function handleSaveError(error: unknown): never {
  if (error instanceof ConnectionLostError) isOutOfDate = true
  else sentChanges = []
  throw error
}

async function handleSaved(saved: Output<'script.save'>, base: number): Promise<void> {
  const now = currentScript()
  if (!now) return
  if (saved.outcome === 'unknown-base' || (saved.outcome === 'kept' && now.revision !== base)) {
    await reloadScript()
    return
  }
  if (saved.outcome === 'kept') setLive(keptAt(now, saved.revision, sentChanges))
  else applyEntries(now, saved.entries)
  sentChanges = []
}

async function reloadScript(): Promise<void> {
  const projectId = live?.scriptId
  if (projectId === undefined) return
  const loaded = await call('script.load', { projectId })
  const now = currentScript()
  // The window has gone on to another project meanwhile.
  if (!now || now.scriptId !== projectId) return
  if (loaded.notice) showRepair(projectId, loaded.notice)
  const { live: next, theirs } = loadedAgain(now, loaded, sentChanges)
  applyLive(now, next, theirs)
  sentChanges = []
  deferredEvents = []
  isOutOfDate = false
}

function applyEntries(now: LiveScript, entries: readonly Entry[]): void {
  const unseen = entries.filter(({ revision }) => revision > now.revision)
  const theirs = unseen.filter(({ window }) => window !== WINDOW_ID)
  applyLive(
    now,
    received(now, unseen),
    theirs.flatMap(({ changes }) => changes),
  )
}

function applyLive(before: LiveScript, next: LiveScript, theirs: readonly Change[]): void {
  setLive(next)
  if (theirs.length === 0) return
  isApplyingRemoteChanges = true
  applyRemoteChanges(before.shown, next, theirs)
  isApplyingRemoteChanges = false
  // A new conflict has to be saved too.
  if (unsavedChanges(next).length > 0) autosave.changed()
}

/** Handles changes saved by other windows. */
export function handleScriptChanged(event: Data<'script.changed'>): void {
  const now = currentScript()
  if (!now) return
  if (isComposing) deferredEvents.push(event)
  else if (event.scriptId !== now.scriptId) return
  else if (event.base <= now.revision) applyEntries(now, event.entries)
  else catchUp()
}

/** Handles a new connection: reloads the script if needed and saves pending changes. */
export function handleReconnect(): void {
  if (live) catchUp()
}

function catchUp(): void {
  isOutOfDate = true
  autosave.changed()
  void autosave.flush()
}

/** Saves every edit, and stores a draft when the page is hidden. Returns the function that stops it. */
export function startAutosave(): () => void {
  const handlePageHide = (): void => {
    storeDraft(currentScript(), true)
    void autosave.flush()
  }
  holdWindow(WINDOW_ID)
  const unsubscribe = useStudio.subscribe((now, before) => {
    const edited = now.script !== before.script && before.phase === 'ready'
    if (edited && !isApplyingRemoteChanges) autosave.changed()
  })
  const handleCompositionStart = (): void => {
    isComposing = true
  }
  const handleCompositionEnd = (): void => {
    isComposing = false
    // Wait until the text box has reported the composed text.
    setTimeout(() => {
      for (const event of deferredEvents.splice(0)) handleScriptChanged(event)
    })
  }
  window.addEventListener('pagehide', handlePageHide)
  window.addEventListener('compositionstart', handleCompositionStart)
  window.addEventListener('compositionend', handleCompositionEnd)
  return () => {
    unsubscribe()
    window.removeEventListener('pagehide', handlePageHide)
    window.removeEventListener('compositionstart', handleCompositionStart)
    window.removeEventListener('compositionend', handleCompositionEnd)
  }
}

/**
 * Stores unsaved changes in this browser, in case the page or the backend goes away. Returns false if the storage is
 * full.
 */
function storeDraft(now = currentScript(), isLeaving = false): boolean {
  const changes = now ? unsavedChanges(now) : []
  if (!now || changes.length === 0) return true
  const { scriptId, revision: base } = now
  try {
    saveScriptDraft({
      ...{ scriptId, base, window: WINDOW_ID, number: saveNumber + 1, changes },
      at: new Date().toISOString(),
      ...(isLeaving && { left: true }),
    })
    return true
  } catch {
    // The browser's storage is full or disabled: the script stays on the screen and is saved while there is a
    // connection.
    return false
  }
}
