import { create } from 'zustand'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import type { ScriptLine, ScriptSettings } from '#shared/script.ts'

/** Pauses that hold for a whole script. */
export type Gap = keyof Pick<ScriptSettings, 'lineGap' | 'chapterGap'>

/** Whether the dialog of pauses is open. */
export const usePauses = create<{ readonly opened: boolean }>(() => ({ opened: false }))

/** Opens the dialog of pauses. */
export function openPauses(): void {
  usePauses.setState({ opened: true })
}

/** Sets a pause of the whole script, in seconds; undefined: the usual one. Settings of a script are no step of its history. */
export function setGap(gap: Gap, seconds: number | undefined): void {
  const { script } = useStudio.getState()
  const { settings = {}, ...rest } = script
  const { [gap]: _, ...others } = settings
  const next = seconds === undefined ? others : { ...others, [gap]: seconds }
  useStudio.setState({
    script: Object.keys(next).length === 0 ? rest : { ...rest, settings: next },
  })
}

/** Ids of the lines that have a pause of their own. */
export function linesWithOwnPause(lines: readonly ScriptLine[]): ReadonlySet<string> {
  return new Set(lines.flatMap(({ id, pauseAfter }) => (pauseAfter === undefined ? [] : [id])))
}
