import { addChapter } from '#renderer/features/studio/chapters/chapter-commands.ts'
import { writeComment } from '#renderer/features/studio/comments/comment-store.ts'
import { openExport, useExport } from '#renderer/features/studio/export/export-store.ts'
import { openFind } from '#renderer/features/studio/find/find-store.ts'
import { toggleScreenKeys } from '#renderer/features/studio/keyboard/screen-keys-store.ts'
import { pickAll, useSelection } from '#renderer/features/studio/selection/selection.ts'
import { starTake, stepTake } from '#renderer/features/studio/takes/take-actions.ts'
import { openWordAtCaret } from '#renderer/features/studio/words/word-store.ts'
import { player } from '#renderer/ui/shared-player.ts'
import { SHORTCUTS, type ShortcutId } from '#shared/shortcuts.ts'
import { firesInText, matchesKeys } from './key-bindings.ts'
import { duplicateTogether, moveTogetherBy, setVoices } from './script-commands.ts'
import { useShortcutSheet } from './shortcut-sheet-store.ts'
import { keysOf } from './shortcut-store.ts'
import { playFrom, playLine, speakLines, speakMissing } from './speech-queue.ts'
import { lineById, redoEdit, undoEdit, useStudio } from './studio-store.ts'

const RUN: Readonly<Record<Exclude<ShortcutId, `voice${number}`>, () => void>> = {
  play: playOrPause,
  playFrom: () => withSelectedLine(playFrom),
  speak: () => withTargets(speakTargets),
  speakChanged: speakMissing,
  takeBefore: () => withSelectedLine((id) => stepTake(id, -1)),
  takeAfter: () => withSelectedLine((id) => stepTake(id, 1)),
  starTake: () => withSelectedLine(starTake),
  duplicate: () => withTargets(duplicateTogether),
  moveUp: () => withTargets((ids) => moveTogetherBy(ids, -1)),
  moveDown: () => withTargets((ids) => moveTogetherBy(ids, 1)),
  selectAll: pickAll,
  find: () => openFind(false),
  replace: () => openFind(true),
  chapter: () => addChapter(useStudio.getState().selectedId),
  letters: toggleScreenKeys,
  word: openWordAtCaret,
  comment: () => withSelectedLine(writeComment),
  undo: undoEdit,
  redo: redoEdit,
  export: openExport,
  record: () => {
    window.location.hash = '#/voices/record'
  },
  commands: () => useShortcutSheet.setState({ opened: true, running: true }),
  sheet: () => useShortcutSheet.setState({ opened: true, running: false }),
}

/** Shortcuts that go on while their keys are held down. */
const REPEATING: ReadonlySet<ShortcutId> = new Set(['moveUp', 'moveDown', 'undo', 'redo'])

/** Does what a shortcut stands for. */
export function runShortcut(id: ShortcutId): void {
  const voice = /^voice(\d)$/.exec(id)?.[1]
  if (voice === undefined) RUN[id as keyof typeof RUN]()
  else withTargets((ids) => giveVoice(ids, Number(voice)))
}

/**
 * Listens for shortcuts on a window, except during composition or while a dialog is open. Returns the function that
 * stops it.
 */
export function listenForShortcuts(window: Window): () => void {
  const handleKey = (event: KeyboardEvent): void => {
    if (event.isComposing || event.defaultPrevented || isHandledElsewhere(event)) return
    const shortcut = SHORTCUTS.find(({ id }) => matchesKeys(keysOf(id), event))
    if (!shortcut || (isControl(event.target) && !firesInText(keysOf(shortcut.id)))) return
    event.preventDefault()
    if (!event.repeat || REPEATING.has(shortcut.id)) runShortcut(shortcut.id)
  }
  window.addEventListener('keydown', handleKey)
  return () => window.removeEventListener('keydown', handleKey)
}

/** Whether the target handles keys itself: a dialog, or a search box with its own undo, which still opens the search. */
function isHandledElsewhere(event: KeyboardEvent): boolean {
  if (useExport.getState().opened || useShortcutSheet.getState().opened) return true
  const { target } = event
  if (target instanceof Element && target.closest('[role="dialog"]')) return true
  if (!(target instanceof HTMLInputElement)) return false
  const isOwn = ['script-title', 'chapter-title'].some((name) => target.classList.contains(name))
  const isSearch = target.closest('.find-bar') !== null && /^[fh]$/i.test(event.key)
  return !isOwn && !isSearch
}

function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, button, a, [contenteditable], [role="option"]') !==
      null
  )
}

/** Runs a command on the selected lines if the one that is worked on is among them, else on that one alone. */
function withTargets(run: (ids: ReadonlySet<string>) => void): void {
  const { selectedId } = useStudio.getState()
  const { ids } = useSelection.getState()
  if (ids.size > 0 && (selectedId === undefined || ids.has(selectedId))) run(ids)
  else if (selectedId !== undefined && lineById(selectedId)) run(new Set([selectedId]))
}

function withSelectedLine(run: (id: string) => void): void {
  const { selectedId } = useStudio.getState()
  if (selectedId !== undefined && lineById(selectedId)) run(selectedId)
}

function speakTargets(ids: ReadonlySet<string>): void {
  speakLines(useStudio.getState().script.lines.filter(({ id }) => ids.has(id)))
}

function giveVoice(ids: ReadonlySet<string>, number: number): void {
  const { voices, favourites } = useStudio.getState()
  const ordered = [
    ...voices.filter(({ id }) => favourites.has(id)),
    ...voices.filter(({ id }) => !favourites.has(id)),
  ]
  const voice = ordered[number - 1]
  if (voice) setVoices(ids, voice.id)
}

/** Toggles playback: pauses, resumes, or plays the selected line. */
export function playOrPause(): void {
  const { status } = player.state()
  if (status === 'playing' || status === 'buffering') player.pause()
  else if (status === 'paused') player.resume()
  else {
    const { selectedId, script } = useStudio.getState()
    const line = lineById(selectedId) ?? script.lines[0]
    if (line) playLine(line)
  }
}
