import { z } from 'zod'
import {
  Conflict,
  LINE_LIMIT,
  Original,
  Script,
  ScriptLine,
  SettingsChange,
  WindowId,
} from './script.ts'

/** Fields of a line that change independently. A language and whether a person chose it are one thing. */
export const LINE_FIELDS = [
  'text',
  'voice',
  'speed',
  'language',
  'heardAt',
  'kind',
  'pitch',
  'volume',
  'pauseAfter',
  'comment',
  'original',
  'doubts',
] as const
export type LineField = (typeof LINE_FIELDS)[number]

const LineId = ScriptLine.shape.id
/** Between which lines something stood in the window that says so; left out at either end of the script. */
const Place = z.object({ after: LineId.optional(), before: LineId.optional() })
export type Place = z.infer<typeof Place>

/**
 * One step from a script to the next. Lines are named by their ids and places by their neighbours, so that a step means
 * the same after others were taken. `set` has the whole line as its window saw it: where the line is gone, it is still
 * known what was written.
 */
export const Change = z.discriminatedUnion('kind', [
  Place.extend({ kind: z.literal('insert'), lines: z.array(ScriptLine).min(1).max(LINE_LIMIT) }),
  Place.extend({ kind: z.literal('move'), id: LineId }),
  Place.extend({ kind: z.literal('remove'), id: LineId }),
  z.object({
    kind: z.literal('set'),
    line: ScriptLine,
    fields: z.array(z.enum(LINE_FIELDS)).min(1).max(LINE_FIELDS.length),
  }),
  z.object({ kind: z.literal('title'), title: Script.shape.title }),
  z.object({ kind: z.literal('settings'), settings: SettingsChange }),
  z.object({ kind: z.literal('contest'), conflict: Conflict }),
  z.object({ kind: z.literal('settle'), id: z.string().max(200) }),
])
export type Change = z.infer<typeof Change>
export type ChangeOf<K extends Change['kind']> = Extract<Change, { kind: K }>

/** Changes of one save. `number` counts the saves of its window, so that one that comes twice is known. */
export const Entry = z.object({
  revision: z.number().int().min(1),
  window: WindowId,
  number: z.number().int().min(1),
  changes: z.array(Change).max(20_000),
})
export type Entry = z.infer<typeof Entry>

/** Whether two versions of a line have the same in a field. */
export function sameField(one: ScriptLine, other: ScriptLine, field: LineField): boolean {
  if (field === 'heardAt')
    return one.heardAt?.start === other.heardAt?.start && one.heardAt?.end === other.heardAt?.end
  if (field === 'original')
    return Object.keys(Original.shape).every(
      (key) => one.original?.[key as keyof Original] === other.original?.[key as keyof Original],
    )
  // Doubts are made whole and never edited, so that their fields stand in the same order.
  if (field === 'doubts') return JSON.stringify(one.doubts) === JSON.stringify(other.doubts)
  if (field !== 'language') return one[field] === other[field]
  return one.language === other.language && one.languageChosen === other.languageChosen
}

/** In what two versions of a line differ. */
export function fieldsThatDiffer(one: ScriptLine, other: ScriptLine): LineField[] {
  return LINE_FIELDS.filter((field) => !sameField(one, other, field))
}

/** A line with some fields of another. */
export function withFields(
  line: ScriptLine,
  from: ScriptLine,
  fields: readonly LineField[],
): ScriptLine {
  return fields.reduce((changed, field) => withField(changed, from, field), line)
}

function withField(line: ScriptLine, from: ScriptLine, field: LineField): ScriptLine {
  if (field !== 'language') {
    const { [field]: _, ...rest } = line
    // A field that is left out stays left out; the rest lacks nothing else.
    return { ...rest, ...(from[field] !== undefined && { [field]: from[field] }) } as ScriptLine
  }
  const { language: _, languageChosen: __, ...rest } = line
  const { language, languageChosen } = from
  return { ...rest, ...(language && { language }), ...(languageChosen && { languageChosen }) }
}
