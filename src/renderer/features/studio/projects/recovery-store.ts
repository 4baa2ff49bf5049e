import { create } from 'zustand'
import type { ScriptDraft } from '#renderer/features/studio/script-drafts.ts'
import { applyChanges } from '#shared/apply-changes.ts'
import { changesBetween } from '#shared/changes-between.ts'
import type { Script } from '#shared/script.ts'
import { type Recovery, recoveryOf } from './recovery.ts'

interface RecoveryState {
  /** Undefined where there is nothing to restore. */
  readonly recovery: Recovery | undefined
  readonly drafts: readonly ScriptDraft[]
}

/** Edits of crashed windows that wait for an answer. */
export const useRecovery = create<RecoveryState>(() => ({ recovery: undefined, drafts: [] }))

/** Offers edits of crashed windows. Returns those that have been saved after all. */
export function offerRecovery(
  script: Script,
  drafts: readonly ScriptDraft[],
): readonly ScriptDraft[] {
  const isSaved = ({ changes }: ScriptDraft): boolean =>
    changesBetween(script, applyChanges(script, changes)).length === 0
  const open = drafts.filter((draft) => !isSaved(draft))
  const recovery = open.length > 0 ? recoveryOf(script, open) : undefined
  useRecovery.setState({ drafts: open, recovery })
  return drafts.filter(isSaved)
}
