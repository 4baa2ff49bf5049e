import { create } from 'zustand'
import type { Output } from '#shared/api.ts'
import type { Script, ScriptLine } from '#shared/script.ts'
import type { SaveState } from './autosave.ts'
import type { LineFailure, SpeechJob, Take } from './line-state.ts'
import type { Caret, EditResult } from './script-edits.ts'
import {
  firstDifference,
  NO_HISTORY,
  redo,
  remember,
  type UndoHistory,
  undo,
} from './undo-history.ts'

export type Voice = Output<'voices.list'>[number]

/** What the studio shows. Everything else (states, labels, counts) is worked out from it. */
export interface StudioState {
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Why the script could not be loaded, in words. */
  readonly loadFailure: string
  readonly voices: readonly Voice[]
  /** Ids of the voices that the person likes best. */
  readonly favourites: ReadonlySet<string>
  readonly script: Script
  /** The script as the engine has it: what others wrote where this window has a question. */
  readonly confirmed: Script
  readonly history: UndoHistory
  readonly save: { readonly state: SaveState; readonly reason: string }
  /** The line whose take is on the stage while nothing plays. */
  readonly selectedId: string | undefined
  /** Where the cursor should go; a new object each time, so that the same place can be asked for twice. */
  readonly caret: Caret | undefined
  readonly takes: Readonly<Record<string, Take>>
  readonly failures: Readonly<Record<string, LineFailure>>
  /** Lines that wait to be spoken, first one first. */
  readonly queue: ReadonlySet<string>
  readonly job: SpeechJob | undefined
  /** Lines that will be heard after the one that plays now. */
  readonly playlist: readonly string[]
}

export const useStudio = create<StudioState>(() => ({
  phase: 'loading',
  loadFailure: '',
  voices: [],
  favourites: new Set(),
  script: { title: '', lines: [] },
  confirmed: { title: '', lines: [] },
  history: NO_HISTORY,
  save: { state: 'saved', reason: '' },
  selectedId: undefined,
  caret: undefined,
  takes: {},
  failures: {},
  queue: new Set(),
  job: undefined,
  playlist: [],
}))

/** The line with this id as it is now. */
export function lineById(id: string | undefined): ScriptLine | undefined {
  return useStudio.getState().script.lines.find((line) => line.id === id)
}

/** What the studio knows of a voice. */
export function voiceById(voices: readonly Voice[], id: string): Voice | undefined {
  return voices.find((voice) => voice.id === id)
}

/**
 * Change the script and remember how it was. Edits with the same `tag` in quick succession are one step of undo;
 * an empty tag is always a step of its own. Returns false where the edit does not apply.
 */
export function edit(tag: string, change: (script: Script) => EditResult | undefined): boolean {
  const { script, history } = useStudio.getState()
  const edited = change(script)
  if (!edited) return false
  useStudio.setState({
    script: edited.script,
    history: remember(history, script, tag, Date.now()),
    ...(edited.caret ? { caret: { ...edited.caret }, selectedId: edited.caret.lineId } : {}),
  })
  return true
}

/** Take back the last edit. */
export function undoEdit(): void {
  stepThrough(undo)
}

/** Do the edit again that was taken back last. */
export function redoEdit(): void {
  stepThrough(redo)
}

function stepThrough(step: typeof undo): void {
  const { script, history } = useStudio.getState()
  const stepped = step(history, script)
  if (!stepped) return
  const lineId = firstDifference(script, stepped.script)
  const line = stepped.script.lines.find(({ id }) => id === lineId)
  useStudio.setState({
    script: stepped.script,
    history: stepped.history,
    ...(line ? { caret: { lineId: line.id, offset: line.text.length }, selectedId: line.id } : {}),
  })
}

/** Show a line's take on the stage. */
export function select(lineId: string): void {
  if (useStudio.getState().selectedId !== lineId) useStudio.setState({ selectedId: lineId })
}
