import { type Take, takeKey } from '#renderer/features/studio/line-state.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { changeSettings, settingValue } from '#renderer/settings.ts'
import {
  DIVISIONS,
  type Division,
  type ExportOrder,
  LOUDNESS_TARGETS,
  type PlannedFile,
  planExport,
  plannedFiles,
} from '#shared/export-order.ts'
import { BITRATES, type Bitrate, EXPORT_FORMATS, type ExportFormat } from '#shared/formats.ts'
import type { Script, ScriptLine } from '#shared/script.ts'
import { pauseAfter } from '#shared/script-gaps.ts'
import type { SettingId } from '#shared/settings-list.ts'
import { bytesPerSecond } from './export-formats.ts'

/** What a person chooses of an export, and finds again the next time. `templates`: of file names. */
export interface ExportChoices {
  readonly formats: readonly ExportFormat[]
  readonly bitrate: Bitrate
  readonly division: Division
  readonly loudness: (typeof LOUDNESS_TARGETS)[number] | undefined
  /** Highest true peak where there is a loudness, in dBTP. */
  readonly truePeak: number
  readonly templates: Readonly<Record<Division, string>>
}

/** The choices of the last export, which are settings. */
export function loadChoices(): ExportChoices {
  const value = (id: ExportSetting): string => settingValue(`export.${id}`)
  const formats = value('formats').split(',')
  return {
    formats: EXPORT_FORMATS.filter((format) => formats.includes(format)),
    bitrate: BITRATES.find((bitrate) => bitrate === value('bitrate')) ?? '128k',
    division: DIVISIONS.find((division) => division === value('division')) ?? 'whole',
    loudness: LOUDNESS_TARGETS.find((target) => String(target) === value('loudness')),
    truePeak: Number(value('true-peak')),
    templates: {
      ...{ whole: value('name.whole'), chapters: value('name.chapters') },
      lines: value('name.lines'),
    },
  }
}

type ExportSetting =
  Extract<SettingId, `export.${string}`> extends `export.${infer Name}` ? Name : never

/** Keeps the choices of an export for the next one. Rejects with a message for the user. */
export async function rememberChoices(choices: ExportChoices): Promise<void> {
  const { formats, bitrate, division, loudness, truePeak, templates } = choices
  await changeSettings({
    'export.formats': formats.join(','),
    'export.bitrate': bitrate,
    'export.division': division,
    'export.loudness': loudness === undefined ? 'as-spoken' : String(loudness),
    'export.true-peak': String(truePeak),
    'export.name.whole': templates.whole,
    'export.name.chapters': templates.chapters,
    'export.name.lines': templates.lines,
  })
}

/** Template of file names for what is chosen now. */
export function templateOf({ division, templates }: ExportChoices): string {
  return templates[division]
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
  const { division, formats, bitrate, loudness, truePeak } = choices
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
    title: script.title.trim() || t('export:untitled'),
    lines,
    settings: { lineGap, chapterGap },
    ...{ division, formats: [...formats], bitrate, loudness, truePeak },
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
