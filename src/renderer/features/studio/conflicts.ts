import { randomId } from '#renderer/ui/random-id.ts'
import type { Conflict, Script, ScriptLine } from '#shared/script.ts'
import { fieldsThatDiffer } from '#shared/script-changes.ts'
import type { EditResult } from './script-edits.ts'
import { WINDOW_ID } from './script-sync.ts'
import { edit, type StudioState } from './studio-store.ts'

type LineConflict = Extract<Conflict, { kind: 'line' }>
type TitleConflict = Extract<Conflict, { kind: 'title' }>

/** Open conflict about a line: the conflict, and the other window's version. */
export interface OpenLineConflict {
  readonly conflict: LineConflict
  readonly theirs: ScriptLine
}

/** Open conflict about a line, if there is one and the two versions still differ. */
export function openLineConflict(
  line: ScriptLine,
  { script, confirmed }: Pick<StudioState, 'script' | 'confirmed'>,
): OpenLineConflict | undefined {
  const isAbout = (one: Conflict): one is LineConflict =>
    one.kind === 'line' && one.line.id === line.id
  for (const conflict of script.conflicts?.filter(isAbout) ?? []) {
    const stored = confirmed.lines.find(({ id }) => id === line.id)
    const theirs = conflict.by === WINDOW_ID ? stored : conflict.line
    if (theirs && fieldsThatDiffer(line, theirs).length > 0) return { conflict, theirs }
  }
  return undefined
}

/** Open conflict about the title, and the other window's version. */
export function openTitleConflict({
  script,
  confirmed,
}: Pick<StudioState, 'script' | 'confirmed'>):
  | { readonly conflict: TitleConflict; readonly theirs: string }
  | undefined {
  const isAbout = (one: Conflict): one is TitleConflict => one.kind === 'title'
  for (const conflict of script.conflicts?.filter(isAbout) ?? []) {
    const theirs = conflict.by === WINDOW_ID ? confirmed.title : conflict.title
    if (theirs !== script.title) return { conflict, theirs }
  }
  return undefined
}

/** Resolves a conflict with this window's version. */
export function keepMine({ id }: Conflict): void {
  edit('', (script) => ({ script: withoutConflict(script, id) }))
}

/** Resolves a conflict about a line with the other window's version. */
export function takeTheirs({ conflict, theirs }: OpenLineConflict): void {
  edit('', (script) => ({
    script: withLineReplaced(withoutConflict(script, conflict.id), theirs.id, [theirs]),
    caret: { lineId: theirs.id, offset: theirs.text.length },
  }))
}

/** Resolves a conflict about the title with the other window's version. */
export function takeTheirTitle({ id }: Conflict, title: string): void {
  edit('', (script) => ({ script: { ...withoutConflict(script, id), title } }))
}

/** Resolves a conflict by keeping both versions: the first one, and the later one as a new line below it. */
export function keepBoth({ conflict, theirs }: OpenLineConflict): void {
  edit('', (script): EditResult | undefined => {
    const shown = script.lines.find(({ id }) => id === theirs.id)
    if (!shown) return undefined
    const [first, later] = conflict.by === WINDOW_ID ? [theirs, shown] : [shown, theirs]
    const added = { ...later, id: randomId() }
    return {
      script: withLineReplaced(withoutConflict(script, conflict.id), theirs.id, [first, added]),
      caret: { lineId: added.id, offset: added.text.length },
    }
  })
}

function withoutConflict({ conflicts = [], ...script }: Script, id: string): Script {
  const open = conflicts.filter((conflict) => conflict.id !== id)
  return open.length > 0 ? { ...script, conflicts: open } : script
}

function withLineReplaced(script: Script, lineId: string, lines: readonly ScriptLine[]): Script {
  return {
    ...script,
    lines: script.lines.flatMap((line) => (line.id === lineId ? lines : [line])),
  }
}
