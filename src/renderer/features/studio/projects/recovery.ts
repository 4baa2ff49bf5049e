import type { ScriptDraft } from '#renderer/features/studio/script-drafts.ts'
import { t } from '#renderer/i18n/i18n.ts'
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
    if (!line) return t('projects:recovery.places.newLine')
    const number = String(lineNumbers(script.lines).get(id))
    return t(`projects:recovery.places.${line.kind === 'chapter' ? 'chapter' : 'line'}`, { number })
  }
  const written = (line: ScriptLine) =>
    [line.id, { place: placeOf(line.id), text: line.text }] as const
  switch (change.kind) {
    case 'title':
      return [['title', { place: t('projects:recovery.places.title'), text: change.title }]]
    case 'settings':
      return [
        [
          'settings',
          { place: t('projects:recovery.places.settings'), text: t('projects:recovery.changed') },
        ],
      ]
    case 'insert':
      return change.lines.map(written)
    case 'set':
      return [written(change.line)]
    case 'move':
      return [
        [`move ${change.id}`, { place: placeOf(change.id), text: t('projects:recovery.moved') }],
      ]
    case 'remove':
      return [[change.id, { place: placeOf(change.id), text: t('projects:recovery.deleted') }]]
    case 'contest':
    case 'settle':
      return [
        [
          'answers',
          { place: t('projects:recovery.places.answers'), text: t('projects:recovery.twoWindows') },
        ],
      ]
  }
}
