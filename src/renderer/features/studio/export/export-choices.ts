import { z } from 'zod'
import { type Take, takeKey } from '#renderer/features/studio/line-state.ts'
import {
  DIVISIONS,
  type ExportOrder,
  LOUDNESS_TARGETS,
  NAME_TEMPLATES,
  type PlannedFile,
  planExport,
  plannedFiles,
} from '#shared/export-order.ts'
import { BITRATES, EXPORT_FORMATS } from '#shared/formats.ts'
import type { Script, ScriptLine } from '#shared/script.ts'
import { pauseAfter } from '#shared/script-gaps.ts'
import { bytesPerSecond } from './export-formats.ts'

/** What a person chooses of an export, and finds again the next time. `templates`: of file names that were changed. */
const ExportChoices = z.object({
  formats: z.array(z.enum(EXPORT_FORMATS)),
  bitrate: z.enum(BITRATES),
  division: z.enum(DIVISIONS),
  loudness: z.union(LOUDNESS_TARGETS.map((target) => z.literal(target))).optional(),
  templates: z.partialRecord(z.enum(DIVISIONS), z.string()),
})
export type ExportChoices = z.infer<typeof ExportChoices>

const STORAGE_KEY = 'griot.export'
const DEFAULTS: ExportChoices = {
  ...{ formats: ['mp3'], bitrate: '128k', division: 'whole', templates: {} },
}

/** The choices of the last export. */
export function loadChoices(): ExportChoices {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === null ? DEFAULTS : ExportChoices.parse(JSON.parse(stored))
  } catch {
    // They are from another version, or there is no storage: the export itself is not affected.
    return DEFAULTS
  }
}

/** Keeps the choices of an export for the next one. */
export function rememberChoices(choices: ExportChoices): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(ExportChoices.parse(choices)))
  } catch {
    // The browser's storage is full or disabled: the next export begins with the usual choices.
    return
  }
}

/** Template of file names for what is chosen now. */
export function templateOf({ division, templates }: ExportChoices): string {
  return templates[division] ?? NAME_TEMPLATES[division]
}

/** The project of a script, and what is known of the takes of its lines. */
interface ExportTakes {
  readonly projectId: string | undefined
  readonly takes: Readonly<Record<string, Take>>
  /** Seed of a take, where it has one. */
  readonly seedOf: (takeId: string) => number | undefined
}

/** The order for a script, or for some of its lines, with what was heard of them. Headings stay, so that chapters keep their names. */
export function orderFor(
  script: Script,
  lineIds: readonly string[] | undefined,
  choices: ExportChoices,
  voices: readonly { readonly id: string; readonly name: string; readonly language: string }[],
  known: ExportTakes,
): ExportOrder {
  const { division, formats, bitrate, loudness } = choices
  const { projectId, takes, seedOf } = known
  const spoken = voices.filter(({ id }) => script.lines.some(({ voice }) => voice === id))
  const wanted = lineIds && new Set(lineIds)
  const { lineGap, chapterGap } = script.settings ?? {}
  const lines = script.lines.filter(
    ({ id, kind }) => !wanted || kind === 'chapter' || wanted.has(id),
  )
  const heard = lines.flatMap((line) => {
    const take = takes[line.id]
    return isCurrent(take, line) ? [[line.id, { id: take.id, seed: seedOf(take.id) }]] : []
  })
  return {
    title: script.title.trim() || 'Griot script',
    lines,
    settings: { lineGap, chapterGap },
    ...{ division, formats, bitrate, loudness },
    template: templateOf(choices),
    voices: Object.fromEntries(spoken.map(({ id, name, language }) => [id, { name, language }])),
    date: today(),
    projectId,
    takes: Object.fromEntries(heard),
  }
}

/** The day here, as ISO 8601 writes it. */
function today(): string {
  const now = new Date()
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** What an export will be, before it is made. */
export interface ExportForecast {
  readonly files: readonly PlannedFile[]
  readonly seconds: number
  readonly bytes: number
  /** Whether every length is known from a take. */
  readonly isMeasured: boolean
}

/** Letters that are spoken in a second, where there is no take yet: the mean of the voices. */
const LETTERS_PER_SECOND = 13

/** Files, length and size of an export. Lines that are spoken already count with the length of their takes. */
export function forecast(
  order: ExportOrder,
  takes: Readonly<Record<string, Take>>,
): ExportForecast {
  const plan = planExport(order)
  const files = plannedFiles(plan, order.formats)
  let isMeasured = true
  const lengths = plan.parts.map(({ lines }) =>
    lines.reduce((sum, { line, chapter }, index) => {
      const take = takes[line.id]
      const isSpoken = isCurrent(take, line)
      if (!isSpoken) isMeasured = false
      const spoken = isSpoken
        ? take.seconds
        : line.text.trim().length / LETTERS_PER_SECOND / line.speed
      const next = lines[index + 1]
      return sum + spoken + (next ? pauseAfter(line, next.chapter !== chapter, order.settings) : 0)
    }, 0),
  )
  const seconds = lengths.reduce((sum, length) => sum + length, 0)
  const bytes = files.reduce((sum, { format, part }) => {
    const length = part === undefined ? seconds : (lengths[part] ?? 0)
    // The header and the manifest of a file.
    return sum + length * bytesPerSecond(format, order.bitrate) + 14_000
  }, 0)
  return { files, seconds, bytes, isMeasured }
}

/** Whether a take is whole, and of the line as it is now. */
function isCurrent(take: Take | undefined, line: ScriptLine): take is Take {
  return take?.complete === true && take.key === takeKey(line)
}
