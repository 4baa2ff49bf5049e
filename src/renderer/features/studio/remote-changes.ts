import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { type LiveScript, rebased } from '#shared/live-script.ts'
import type { Script } from '#shared/script.ts'
import type { Change } from '#shared/script-changes.ts'
import { markAsDetected } from './language-detection.ts'
import { preservingCaret } from './preserve-caret.ts'
import { cancelLine } from './speech-queue.ts'
import { useStudio } from './studio-store.ts'

/**
 * Applies changes of other windows. They are not an undo step here, and no undo step of this window reverts them. The
 * caret stays where it is.
 */
export function applyRemoteChanges(
  before: Script,
  next: LiveScript,
  changes: readonly Change[],
): void {
  const { shown, window } = next
  const rebase = (state: Script): Script => rebased(state, changes, next)
  markAsDetected(changes.flatMap((change) => (change.kind === 'set' ? [change.line] : [])))
  markAsDetected(changes.flatMap((change) => (change.kind === 'insert' ? change.lines : [])))
  preservingCaret(() =>
    useStudio.setState(({ history, selectedId }) => ({
      script: shown,
      history: {
        ...history,
        past: history.past.map(rebase),
        future: history.future.map(rebase),
      },
      selectedId: shown.lines.some(({ id }) => id === selectedId) ? selectedId : undefined,
    })),
  )
  for (const id of removedLines(before, shown)) cancelLine(id)
  if (ownConflictCount(shown, window) > ownConflictCount(before, window))
    announce(t('studio:conflict.found'))
}

function removedLines(before: Script, after: Script): string[] {
  const there = new Set(after.lines.map(({ id }) => id))
  return before.lines.flatMap(({ id }) => (there.has(id) ? [] : [id]))
}

function ownConflictCount({ conflicts = [] }: Script, window: string): number {
  return conflicts.filter(({ by }) => by === window).length
}
