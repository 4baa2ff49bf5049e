import { call } from '#renderer/client.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import type { Data, Output } from '#shared/api.ts'
import {
  firstPart,
  fitsAtOnce,
  keptAt,
  type LiveScript,
  loadedAgain,
  openLive,
  received,
  unsavedChanges,
  withUnsaved,
} from '#shared/live-script.ts'
import type { Change, Entry } from '#shared/script-changes.ts'
import { createAutosave } from './autosave.ts'
import { type Draft, draftsOf, dropDraft, keepDraft } from './drafts.ts'
import { NO_HISTORY } from './history.ts'
import { showTheirs } from './show-theirs.ts'
import { useStudio } from './studio-store.ts'

/** This window, as long as its page lives. */
export const WINDOW = randomId()

/** Letters of one save: far below the 4 MB of one message, also where each letter takes three bytes. */
const LETTERS_AT_ONCE = 500_000

/** What the engine has; what the window shows is in the store. */
let live: LiveScript | undefined
/** A save whose answer is not there yet, or never came. */
let sent: readonly Change[] = []
/** How many saves this window has begun. */
let number = 0
/** After a break nobody knows what has happened meanwhile. */
let isOutOfDate = false
/** What others did while an input method composes, which must not be interrupted. */
let held: Data<'script.changed'>[] = []
let isComposing = false
let isShowingTheirs = false

const autosave = createAutosave({
  save: saveOnce,
  keep: () => void keepUnsaved(),
  tell: (state, reason) =>
    useStudio.setState({
      save: { state, reason: reason === undefined ? '' : errorMessage(reason) },
    }),
})

/** Load the script into the store, with what crashed windows have left unsaved in this browser. */
export async function openScript(): Promise<void> {
  let loaded = await call('script.load', {})
  const drafts = draftsOf(loaded.scriptId)
  const unknown: Draft[] = []
  for (const draft of drafts) if (!(await saveDraft(draft))) unknown.push(draft)
  if (drafts.length > unknown.length) loaded = await call('script.load', {})
  const opened = unknown.reduce(
    (now, { changes }) => withUnsaved(now, changes),
    openLive(WINDOW, loaded),
  )
  // Both at once: what is not shown yet must never look as if it had been deleted.
  live = opened
  useStudio.setState({ script: opened.shown, confirmed: opened.confirmed, history: NO_HISTORY })
  sent = []
  isOutOfDate = false
  // From here on they are this window's to save.
  if (keepUnsaved(opened)) for (const draft of unknown) dropDraft(draft)
  if (unsavedChanges(opened).length > 0) autosave.changed()
}

/** False where it cannot be taken as it is; the window that asks then takes it as its own, and saves a large one in parts. */
async function saveDraft(draft: Draft): Promise<boolean> {
  if (!fitsAtOnce(draft.changes, LETTERS_AT_ONCE)) return false
  try {
    const { outcome } = await call('script.save', draft)
    if (outcome !== 'unknown-base') dropDraft(draft)
    return outcome !== 'unknown-base'
  } catch (error) {
    if (error instanceof ConnectionLostError) throw error
    return false
  }
}

function know(next: LiveScript): void {
  live = next
  useStudio.setState({ confirmed: next.confirmed })
}

/** The script as the window has it now. */
function current(): LiveScript | undefined {
  return live && { ...live, shown: useStudio.getState().script }
}

/** Saves one message full of what is unsaved; answers whether there is more. */
async function saveOnce(): Promise<boolean> {
  if (isOutOfDate) await loadAgain()
  const now = current()
  if (!now) return false
  const unsaved = unsavedChanges(now)
  if (unsaved.length === 0) {
    dropDraft({ ...now, window: WINDOW })
    return false
  }
  const changes = firstPart(unsaved, LETTERS_AT_ONCE)
  sent = changes
  number += 1
  // A draft counts as done once its number has come, and this is only a part of it.
  if (!fitsAtOnce(unsaved, LETTERS_AT_ONCE)) keepUnsaved()
  const { scriptId, revision: base } = now
  const order = { scriptId, base, window: WINDOW, number, changes }
  await taken(await call('script.save', order).catch(unlessLost), base)
  return true
}

function unlessLost(error: unknown): never {
  if (error instanceof ConnectionLostError) isOutOfDate = true
  else sent = []
  throw error
}

async function taken(saved: Output<'script.save'>, base: number): Promise<void> {
  const now = current()
  if (!now) return
  if (saved.outcome === 'unknown-base' || (saved.outcome === 'kept' && now.revision !== base)) {
    await loadAgain()
    return
  }
  if (saved.outcome === 'kept') know(keptAt(now, saved.revision, sent))
  else take(now, saved.entries)
  sent = []
}

async function loadAgain(): Promise<void> {
  const loaded = await call('script.load', {})
  const now = current()
  if (!now) return
  const { live: next, theirs } = loadedAgain(now, loaded, sent)
  become(now, next, theirs)
  sent = []
  held = []
  isOutOfDate = false
}

function take(now: LiveScript, entries: readonly Entry[]): void {
  const news = entries.filter(({ revision }) => revision > now.revision)
  const theirs = news.filter(({ window }) => window !== WINDOW)
  become(
    now,
    received(now, news),
    theirs.flatMap(({ changes }) => changes),
  )
}

function become(before: LiveScript, next: LiveScript, theirs: readonly Change[]): void {
  know(next)
  if (theirs.length === 0) return
  isShowingTheirs = true
  showTheirs(before.shown, next, theirs)
  isShowingTheirs = false
  // A question that has come up is for the engine to keep as well.
  if (unsavedChanges(next).length > 0) autosave.changed()
}

/** News: other windows have saved. */
export function scriptChanged(news: Data<'script.changed'>): void {
  const now = current()
  if (!now) return
  if (isComposing) held.push(news)
  else if (news.scriptId === now.scriptId && news.base <= now.revision) take(now, news.entries)
  else catchUp()
}

/** The engine is there, perhaps after a break: look what others have done, and save what is waiting. */
export function engineIsBack(): void {
  if (live) catchUp()
}

function catchUp(): void {
  isOutOfDate = true
  autosave.changed()
  void autosave.flush()
}

/** Save every edit as it is made, and what is left when the page goes away. The answer ends it. */
export function keepSaved(): () => void {
  const leave = (): void => {
    keepUnsaved()
    void autosave.flush()
  }
  const unsubscribe = useStudio.subscribe((now, before) => {
    const edited = now.script !== before.script && before.phase === 'ready'
    if (edited && !isShowingTheirs) autosave.changed()
  })
  const begin = (): void => {
    isComposing = true
  }
  const end = (): void => {
    isComposing = false
    // Not before the text box has told what was composed.
    setTimeout(() => {
      for (const news of held.splice(0)) scriptChanged(news)
    })
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('compositionstart', begin)
  window.addEventListener('compositionend', end)
  return () => {
    unsubscribe()
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('compositionstart', begin)
    window.removeEventListener('compositionend', end)
  }
}

/** What is not saved stays in this browser, should the page or the engine go away. False where it takes no more. */
function keepUnsaved(now = current()): boolean {
  const changes = now ? unsavedChanges(now) : []
  if (!now || changes.length === 0) return true
  const { scriptId, revision: base } = now
  try {
    keepDraft({ scriptId, base, window: WINDOW, number: number + 1, changes })
    return true
  } catch {
    // The browser's store is full or closed: the script is still on the screen, and is saved while the engine is there.
    return false
  }
}
