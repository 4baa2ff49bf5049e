import { create } from 'zustand'
import type { StudioVoice } from '#renderer/voice.ts'
import type { Script, ScriptLine } from '#shared/script.ts'
import type { SaveState } from './autosave.ts'
import type { LanguageDoubt } from './line-language.ts'
import type { LineFailure, SpeechJob, Take } from './line-state.ts'
import type { Caret, EditResult } from './script-edits.ts'
import { addStep, lineAfterStep, NO_HISTORY, redo, type UndoHistory, undo } from './undo-history.ts'

/** State of the script screen. Everything else (states, labels, counts) is derived from it. */
export interface StudioState {
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Why the script could not be loaded. */
  readonly loadFailure: string
  readonly voices: readonly StudioVoice[]
  /** Ids of the favourite voices. */
  readonly favourites: ReadonlySet<string>
  /** Id of the open script; undefined before it is loaded. */
  readonly scriptId: string | undefined
  readonly script: Script
  /** Script as the backend has confirmed it, with the other window's version of each conflict. */
  readonly confirmed: Script
  readonly history: UndoHistory
  /** `isFull`: there is no room on the disk. */
  readonly save: { readonly state: SaveState; readonly reason: string; readonly isFull: boolean }
  /** Line whose take the player panel shows while nothing is played. */
  readonly selectedId: string | undefined
  /** Where to put the caret; a new object each time, so that the same position can be requested twice. */
  readonly caret: Caret | undefined
  readonly takes: Readonly<Record<string, Take>>
  readonly failures: Readonly<Record<string, LineFailure>>
  /** Lines whose language is in doubt, by their ids. */
  readonly languageDoubts: Readonly<Record<string, LanguageDoubt | undefined>>
  /** Ids of the lines that wait to be spoken, in order. */
  readonly queue: ReadonlySet<string>
  readonly job: SpeechJob | undefined
  /** Lines that were asked for since the queue was empty: all of them, and those that are done. */
  readonly batch: { readonly done: number; readonly total: number }
  /** Lines to play after the current one. */
  readonly playlist: readonly string[]
}

export const useStudio = create<StudioState>(() => ({
  phase: 'loading',
  loadFailure: '',
  voices: [],
  favourites: new Set(),
  scriptId: undefined,
  script: { title: '', lines: [] },
  confirmed: { title: '', lines: [] },
  history: NO_HISTORY,
  save: { state: 'saved', reason: '', isFull: false },
  selectedId: undefined,
  caret: undefined,
  takes: {},
  failures: {},
  languageDoubts: {},
  queue: new Set(),
  job: undefined,
  batch: { done: 0, total: 0 },
  playlist: [],
}))

/** Current version of a line. */
export function lineById(id: string | undefined): ScriptLine | undefined {
  return useStudio.getState().script.lines.find((line) => line.id === id)
}

/** Voice with an id, if it is known. */
export function voiceById(voices: readonly StudioVoice[], id: string): StudioVoice | undefined {
  return voices.find((voice) => voice.id === id)
}

/**
 * Edits the script as an undo step. Edits with the same `tag` in quick succession share one step; an empty tag always
 * makes a new one. Returns false if the edit does not apply.
 */
export function edit(tag: string, change: (script: Script) => EditResult | undefined): boolean {
  const { script, history } = useStudio.getState()
  const edited = change(script)
  if (!edited) return false
  useStudio.setState({
    script: edited.script,
    history: addStep(history, script, tag, Date.now()),
    ...(edited.caret ? { caret: { ...edited.caret }, selectedId: edited.caret.lineId } : {}),
  })
  return true
}

/** Undoes the last edit. */
export function undoEdit(): void {
  stepThrough(undo)
}

/** Redoes the edit that was undone last. */
export function redoEdit(): void {
  stepThrough(redo)
}

function stepThrough(step: typeof undo): void {
  const { script, history, selectedId } = useStudio.getState()
  const stepped = step(history, script)
  if (!stepped) return
  const lineId = lineAfterStep(script, stepped.script, selectedId)
  const line = stepped.script.lines.find(({ id }) => id === lineId)
  useStudio.setState({
    // Settings are no step of the history: what a person has set stays.
    script: withSettingsOf(stepped.script, script),
    history: stepped.history,
    ...(line ? { caret: { lineId: line.id, offset: line.text.length }, selectedId: line.id } : {}),
  })
}

function withSettingsOf({ settings: _, ...script }: Script, { settings }: Script): Script {
  return settings ? { ...script, settings } : script
}

/** Selects a line, whose take the player panel then shows. */
export function select(lineId: string): void {
  if (useStudio.getState().selectedId !== lineId) useStudio.setState({ selectedId: lineId })
}
