import { openExport, useExport } from '#renderer/features/studio/export/export-store.ts'
import { starTake, stepTake } from '#renderer/features/studio/takes/take-actions.ts'
import { player } from '#renderer/ui/shared-player.ts'
import { matchesKeys } from './key-bindings.ts'
import { duplicate, moveBy } from './script-commands.ts'
import { useShortcutSheet } from './shortcut-sheet-store.ts'
import { playFrom, playLine, speakLines, speakMissing } from './speech-queue.ts'
import { lineById, redoEdit, undoEdit, useStudio } from './studio-store.ts'

/** Keyboard shortcut. `keys` as in "Mod+Shift+Enter", where Mod is ⌘ on a Mac and Ctrl elsewhere. */
export interface Shortcut {
  readonly keys: string
  readonly name: string
  /** Applies only while no text field, button or other control has the focus. */
  readonly onlyOutsideControls?: boolean
  readonly run: () => void
}

/** All shortcuts, in the order of the sheet. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: 'Space', name: 'Play or pause', onlyOutsideControls: true, run: playOrPause },
  {
    keys: 'Shift+Space',
    name: 'Play from this line to the end',
    onlyOutsideControls: true,
    run: () => withSelectedLine(playFrom),
  },
  {
    keys: 'Mod+Enter',
    name: 'Speak this line',
    run: () => withSelectedLine((id) => speakLine(id)),
  },
  { keys: 'Mod+Shift+Enter', name: 'Speak changed lines', run: speakMissing },
  {
    keys: '[',
    name: 'Use the take before',
    onlyOutsideControls: true,
    run: () => withSelectedLine((id) => stepTake(id, -1)),
  },
  {
    keys: ']',
    name: 'Use the next take',
    onlyOutsideControls: true,
    run: () => withSelectedLine((id) => stepTake(id, 1)),
  },
  {
    keys: '*',
    name: 'Star the take of this line',
    onlyOutsideControls: true,
    run: () => withSelectedLine(starTake),
  },
  { keys: 'Mod+D', name: 'Duplicate this line', run: () => withSelectedLine(duplicate) },
  {
    keys: 'Alt+ArrowUp',
    name: 'Move this line up',
    run: () => withSelectedLine((id) => moveBy(id, -1)),
  },
  {
    keys: 'Alt+ArrowDown',
    name: 'Move this line down',
    run: () => withSelectedLine((id) => moveBy(id, 1)),
  },
  { keys: 'Mod+Z', name: 'Undo', run: undoEdit },
  { keys: 'Mod+Shift+Z', name: 'Redo', run: redoEdit },
  { keys: 'Mod+E', name: 'Export the script', run: openExport },
  {
    keys: '?',
    name: 'Show this list',
    onlyOutsideControls: true,
    run: () => useShortcutSheet.setState({ opened: true }),
  },
]

/** Keys that the text box of a line handles; listed in the sheet. */
export const TEXT_KEYS: readonly Pick<Shortcut, 'keys' | 'name'>[] = [
  { keys: 'Enter', name: 'Split the line at the cursor' },
  { keys: 'Shift+Enter', name: 'Line break within the line' },
  { keys: 'Backspace', name: 'At the start: join with the line above' },
]

/**
 * Listens for shortcuts on a window, except during composition or while a dialog is open. Returns the function that
 * stops it.
 */
export function listenForShortcuts(window: Window): () => void {
  const handleKey = (event: KeyboardEvent): void => {
    if (event.isComposing || event.defaultPrevented || isHandledElsewhere(event.target)) return
    const shortcut = SHORTCUTS.find(({ keys }) => matchesKeys(keys, event))
    if (!shortcut || (shortcut.onlyOutsideControls && isControl(event.target))) return
    event.preventDefault()
    if (!event.repeat || shortcut.keys.startsWith('Alt') || shortcut.keys.endsWith('Z')) {
      shortcut.run()
    }
  }
  window.addEventListener('keydown', handleKey)
  return () => window.removeEventListener('keydown', handleKey)
}

/** Whether the target handles keys itself: a dialog, or a search box with its own undo. */
function isHandledElsewhere(target: EventTarget | null): boolean {
  if (useExport.getState().opened || useShortcutSheet.getState().opened) return true
  return target instanceof HTMLInputElement && !target.classList.contains('script-title')
}

function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, button, a, [contenteditable], [role="option"]') !==
      null
  )
}

function withSelectedLine(run: (lineId: string) => void): void {
  const { selectedId } = useStudio.getState()
  if (selectedId !== undefined && lineById(selectedId)) run(selectedId)
}

function speakLine(lineId: string): void {
  const line = lineById(lineId)
  if (line) speakLines([line])
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
