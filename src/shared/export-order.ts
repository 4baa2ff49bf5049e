import { z } from 'zod'
import { isInDoubt } from './doubts.ts'
import { distinctNames, fileStem } from './export-names.ts'
import {
  BITRATES,
  EXPORT_FORMATS,
  type ExportFormat,
  exportFormatInfo,
  isOfWholeScript,
} from './formats.ts'
import { ScriptLine, ScriptSettings, STORED_LINE_LIMIT } from './script.ts'
import { Seed, TakeId } from './takes.ts'

/** How the script becomes files: one, one for each chapter, or one for each line. */
export const DIVISIONS = ['whole', 'chapters', 'lines'] as const
export type Division = (typeof DIVISIONS)[number]

/** Loudness that a file may be brought to, in LUFS (EBU R128: -23 for broadcasting; -16 is usual for podcasts). */
export const LOUDNESS_TARGETS = [-16, -23] as const

/** Highest true peak of a sound that is brought to a loudness, in dBTP; EBU R128 asks for -1. */
export const TRUE_PEAK = { min: -9, max: -0.5, usual: -1 } as const

/** Template of file names where none is chosen. */
export const NAME_TEMPLATES: Readonly<Record<Division, string>> = {
  whole: '{title}',
  chapters: '{title} {number} {chapter}',
  lines: '{number} {text}',
}

/**
 * Everything that an export is made of. `template`: of file names, see export-names.ts. `voices`: what names say of them. `date`: today
 * where the person is. `takes`: by line, the take of the project to use; the other lines are spoken. `only`: names of the files to make,
 * where others are there already. `again`: the job whose folder they go to.
 */
export const ExportOrder = z.object({
  title: z.string().max(200),
  lines: z.array(ScriptLine).min(1).max(STORED_LINE_LIMIT),
  settings: ScriptSettings.pick({ lineGap: true, chapterGap: true }).optional(),
  formats: z.array(z.enum(EXPORT_FORMATS)).min(1).max(EXPORT_FORMATS.length),
  bitrate: z.enum(BITRATES).default('128k'),
  division: z.enum(DIVISIONS).default('whole'),
  template: z.string().max(500).optional(),
  loudness: z.union(LOUDNESS_TARGETS.map((target) => z.literal(target))).optional(),
  truePeak: z.number().min(TRUE_PEAK.min).max(TRUE_PEAK.max).optional(),
  voices: z
    .record(z.string().max(80), z.object({ name: z.string().max(200), language: z.string() }))
    .default({}),
  date: z.iso.date().default(''),
  only: z.array(z.string().max(255)).optional(),
  again: z.uuid().optional(),
  projectId: z.string().max(64).optional(),
  takes: z.record(ScriptLine.shape.id, z.object({ id: TakeId, seed: Seed.optional() })).optional(),
})
export type ExportOrder = z.output<typeof ExportOrder>

/** Where a finished file is: a browser fetches it; the desktop has written it where the person chose. */
const Location = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('download'), url: z.string(), sidecarUrl: z.string().optional() }),
  z.object({ kind: z.literal('saved'), path: z.string(), sidecarPath: z.string().optional() }),
])

const AnyFile = z.object({ fileName: z.string(), format: z.enum(EXPORT_FORMATS) })

/** A file of an export, made or not. The sidecar is its manifest as a file of its own, for programs that find none inside. */
export const ExportedFile = z.discriminatedUnion('state', [
  AnyFile.extend({
    state: z.literal('done'),
    sizeBytes: z.number(),
    location: Location,
  }),
  AnyFile.extend({ state: z.literal('failed'), code: z.string(), message: z.string() }),
])
export type ExportedFile = z.infer<typeof ExportedFile>

/** A part of the script that becomes one sound. */
export interface ExportPart {
  /** Name of its files without the extension; no two parts have the same. */
  readonly stem: string
  /** Lines that are spoken, with the chapter each belongs to: its place in `chapters`; -1 before the first heading. */
  readonly lines: readonly { readonly line: ScriptLine; readonly chapter: number }[]
}

/** Files of an export before they are made. */
export interface ExportPlan {
  /** Titles of the chapters. */
  readonly chapters: readonly string[]
  readonly parts: readonly ExportPart[]
  /** Name of the files that are made of the whole script, without the extension. */
  readonly scriptStem: string
}

type PlannedOrder = Pick<
  ExportOrder,
  'title' | 'lines' | 'division' | 'template' | 'date' | 'voices'
>

/** Divides a script into the parts that become files. Lines without words, and headings, are not spoken. */
export function planExport(order: PlannedOrder): ExportPlan {
  const { title, division, template = NAME_TEMPLATES[division] } = order
  const { chapters, spoken } = spokenLines(order.lines)
  const groups = grouped(spoken, division)
  const digits = String(groups.length).length
  const stems = groups.map((lines, index) =>
    fileStem(template, {
      ...{ title, date: order.date },
      number: String(index + 1).padStart(digits, '0'),
      ...fieldsOf(lines, division === 'whole' ? [] : chapters, order.voices),
    }),
  )
  const parts = distinctNames(stems).map((stem, index) => ({ stem, lines: groups[index] ?? [] }))
  const script = fileStem('{title}', { ...NO_FIELDS, title })
  return { chapters, parts, scriptStem: script }
}

type Spoken = ExportPart['lines'][number]

function spokenLines(lines: readonly ScriptLine[]): {
  readonly chapters: readonly string[]
  readonly spoken: readonly Spoken[]
} {
  const chapters: string[] = []
  const spoken: Spoken[] = []
  for (const line of lines) {
    if (line.kind === 'chapter') chapters.push(line.text.trim() || `Chapter ${chapters.length + 1}`)
    else if (line.text.trim() !== '') spoken.push({ line, chapter: chapters.length - 1 })
  }
  return { chapters, spoken }
}

function grouped(spoken: readonly Spoken[], division: Division): readonly (readonly Spoken[])[] {
  if (division === 'lines') return spoken.map((line) => [line])
  if (division === 'whole') return spoken.length > 0 ? [spoken] : []
  const groups = Map.groupBy(spoken, ({ chapter }) => chapter)
  return [...groups.values()]
}

const NO_FIELDS = {
  ...{ title: '', number: '', chapter: '', voice: '', language: '', text: '', date: '' },
} as const

function fieldsOf(
  lines: readonly Spoken[],
  chapters: readonly string[],
  voices: ExportOrder['voices'],
): { readonly chapter: string; readonly voice: string; language: string; text: string } {
  const names = lines.map(({ line }) => voices[line.voice]?.name ?? line.voice)
  const languages = lines.map(({ line }) => line.language ?? voices[line.voice]?.language ?? '')
  const distinct = (values: readonly string[]): string =>
    [...new Set(values)].filter((value) => value !== '').join(', ')
  return {
    chapter: chapters[lines[0]?.chapter ?? -1] ?? '',
    voice: distinct(names),
    language: distinct(languages),
    text: lines[0]?.line.text.trim() ?? '',
  }
}

/** A file of a plan. `part` is the place of its part; left out, it is made of the whole script. */
export interface PlannedFile {
  readonly fileName: string
  readonly format: ExportFormat
  readonly part?: number | undefined
}

/** The files of a plan, part by part, no two with the same name. */
export function plannedFiles(
  plan: ExportPlan,
  formats: readonly ExportFormat[],
): readonly PlannedFile[] {
  const chosen = [...new Set(formats)]
  const files = plan.parts.flatMap(({ stem }, part) =>
    chosen
      .filter((format) => !isOfWholeScript(format))
      .map((format) => ({ ...{ stem, format, part }, extension: extensionOf(format, chosen) })),
  )
  const scripts = chosen
    .filter(isOfWholeScript)
    .map((format) => ({ stem: plan.scriptStem, format, extension: extensionOf(format, chosen) }))
  return [...files, ...scripts].map(({ stem, extension, ...file }) => ({
    ...file,
    fileName: `${stem}.${extension}`,
  }))
}

/** Lines in doubt that files would speak or time. A file of the whole script has only its text, which may be exported to be read over. */
export function linesInDoubt(
  { parts }: Pick<ExportPlan, 'parts'>,
  files: readonly Pick<PlannedFile, 'part'>[],
): readonly ScriptLine[] {
  const made = new Set(files.map(({ part }) => part))
  return parts
    .filter((_, part) => made.has(part))
    .flatMap(({ lines }) => lines.map(({ line }) => line))
    .filter(isInDoubt)
}

/** Extension of a format; where others of the same extension are chosen too, with what tells them apart. */
function extensionOf(format: ExportFormat, chosen: readonly ExportFormat[]): string {
  const { extension } = exportFormatInfo(format)
  const same = chosen.filter((other) => exportFormatInfo(other).extension === extension)
  return same.length > 1 && format.startsWith(`${extension}_`)
    ? `${format.slice(extension.length + 1)}.${extension}`
    : extension
}
