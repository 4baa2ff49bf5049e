import type { ScriptDraft } from '#renderer/features/studio/script-drafts.ts'
import { lineNumbers } from '#shared/line-numbers.ts'
import type { Script, ScriptLine } from '#shared/script.ts'
import type { Change } from '#shared/script-changes.ts'

/** One thing that would be restored. `place`: which line, in words; `text`: what would stand there. */
export interface RecoveredPart {
  readonly place: string
  readonly text: string
}

/** What would be restored. `at`: when it was last written, in ISO 8601. */
export interface Recovery {
  readonly parts: readonly RecoveredPart[]
  readonly at: string | undefined
}

/** What drafts of crashed windows would change in a script, for people. */
export function recoveryOf(script: Script, drafts: readonly ScriptDraft[]): Recovery {
  const parts = new Map<string, RecoveredPart>()
  for (const change of drafts.flatMap(({ changes }) => changes))
    for (const [key, part] of partsOf(script, change)) parts.set(key, part)
  const times = drafts.flatMap(({ at }) => (at ? [at] : []))
  return { parts: [...parts.values()], at: times.sort().at(-1) }
}

function partsOf(script: Script, change: Change): readonly (readonly [string, RecoveredPart])[] {
  const placeOf = (id: string): string => {
    const line = script.lines.find((one) => one.id === id)
    if (!line) return 'A new line'
    const kind = line.kind === 'chapter' ? 'Chapter' : 'Line'
    return `${kind} ${lineNumbers(script.lines).get(id)}`
  }
  const written = (line: ScriptLine) =>
    [line.id, { place: placeOf(line.id), text: line.text }] as const
  switch (change.kind) {
    case 'title':
      return [['title', { place: 'Title', text: change.title }]]
    case 'settings':
      return [['settings', { place: 'Settings', text: 'Changed' }]]
    case 'insert':
      return change.lines.map(written)
    case 'set':
      return [written(change.line)]
    case 'move':
      return [[`move ${change.id}`, { place: placeOf(change.id), text: 'Moved' }]]
    case 'remove':
      return [[change.id, { place: placeOf(change.id), text: 'Deleted' }]]
    case 'contest':
    case 'settle':
      return [['answers', { place: 'Answers', text: 'About versions of two windows' }]]
  }
}
