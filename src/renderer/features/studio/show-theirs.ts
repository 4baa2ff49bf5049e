import { announce } from '#renderer/ui/announce.tsx'
import { type LiveScript, rebased } from '#shared/live-script.ts'
import type { Script } from '#shared/script.ts'
import type { Change } from '#shared/script-changes.ts'
import { dropFromWork } from './speaking.ts'
import { useStudio } from './studio-store.ts'
import { takeAsTold } from './telling.ts'
import { undisturbed } from './undisturbed.ts'

/**
 * Shows what other windows have done. It is no step of undo, and none that this window can undo takes it back; who
 * writes goes on writing where they are.
 */
export function showTheirs(before: Script, next: LiveScript, theirs: readonly Change[]): void {
  const { shown, window } = next
  const rebase = (state: Script): Script => rebased(state, theirs, next)
  takeAsTold(theirs.flatMap((change) => (change.kind === 'set' ? [change.line] : [])))
  takeAsTold(theirs.flatMap((change) => (change.kind === 'insert' ? change.lines : [])))
  undisturbed(() =>
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
  for (const id of goneFrom(before, shown)) dropFromWork(id)
  if (openQuestions(shown, window) > openQuestions(before, window))
    announce('This was also changed in another window. Both texts are kept: choose one below it.')
}

function goneFrom(before: Script, after: Script): string[] {
  const there = new Set(after.lines.map(({ id }) => id))
  return before.lines.flatMap(({ id }) => (there.has(id) ? [] : [id]))
}

function openQuestions({ conflicts = [] }: Script, window: string): number {
  return conflicts.filter(({ by }) => by === window).length
}
