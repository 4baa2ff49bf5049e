import { z } from 'zod'
import { Script } from './script.ts'

/** Occasions on which a previous version of a project is kept. */
export const VERSION_REASONS = [
  'before-pause',
  'before-import',
  'before-replace',
  'before-restore',
  'kept',
] as const
export type VersionReason = (typeof VERSION_REASONS)[number]

/** Number of bytes of a project file that are sent in one `projects.importPart`. */
export const PROJECT_PART_BYTES = 1024 * 1024

const Id = z.string().min(1).max(64)
const OfProject = z.object({ id: Id })
const Nothing = z.object({})
const Path = z.string().min(1).max(4_096)

/** A project as the list shows it. Times are ISO 8601. `isMissing`: its folder is not where it was. */
export const ProjectSummary = z.object({
  id: Id,
  title: z.string(),
  path: z.string(),
  createdAt: z.string(),
  openedAt: z.string().optional(),
  changedAt: z.string().optional(),
  archivedAt: z.string().optional(),
  deletedAt: z.string().optional(),
  isMissing: z.boolean(),
})
export type ProjectSummary = z.infer<typeof ProjectSummary>

/** The title of a project for people: one without has words instead. */
export function titleWords(title: string): string {
  return title.trim() || 'Untitled script'
}

/** A previous version of a project. `revision`: how many saves were in it; `lines`: how many lines it has. */
export const VersionSummary = z.object({
  id: z.string(),
  at: z.string(),
  reason: z.enum(VERSION_REASONS),
  revision: z.number(),
  title: z.string(),
  lines: z.number(),
})
export type VersionSummary = z.infer<typeof VersionSummary>

/** A project file (.griot) that is ready: a browser fetches it; the desktop has written it where the person chose. */
export const ExportedProject = z.object({
  fileName: z.string(),
  sizeBytes: z.number(),
  location: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('download'), url: z.string() }),
    z.object({ kind: z.literal('saved'), path: z.string() }),
  ]),
})
export type ExportedProject = z.infer<typeof ExportedProject>

/** The contract table's part about projects. A script is named by the id of its project (`scriptId`). */
export const projectMethods = {
  /** Everything that the library knows of, archived and deleted ones too, the one opened last first. */
  'projects.list': {
    input: Nothing,
    output: z.array(ProjectSummary),
  },
  /** `folder`: in which the folder of the project is made; left out: the data folder. */
  'projects.create': {
    input: z.object({ title: Script.shape.title, folder: Path.optional() }),
    output: ProjectSummary,
  },
  /** Adds the project in a folder to the library; a copy of a known project becomes one of its own. */
  'projects.openFolder': { input: z.object({ path: Path }), output: ProjectSummary },
  /** Says where a project lies now whose folder was moved. */
  'projects.find': { input: OfProject.extend({ path: Path }), output: ProjectSummary },
  /** Takes a project out of the list. Its folder, if there is one, stays. */
  'projects.forget': { input: OfProject, output: Nothing },
  'projects.rename': {
    input: OfProject.extend({ title: Script.shape.title }),
    output: ProjectSummary,
  },
  'projects.duplicate': { input: OfProject, output: ProjectSummary },
  'projects.archive': { input: OfProject, output: ProjectSummary },
  'projects.unarchive': { input: OfProject, output: ProjectSummary },
  /** Moves the folder to a trash, from where it can be brought back for 30 days. */
  'projects.delete': { input: OfProject, output: ProjectSummary },
  'projects.undelete': { input: OfProject, output: ProjectSummary },
  /** Previous versions, the newest first. */
  'projects.versions': { input: OfProject, output: z.array(VersionSummary) },
  'projects.version': {
    input: OfProject.extend({ version: z.string().max(20) }),
    output: VersionSummary.extend({ script: Script }),
  },
  /** Makes a previous version the present one, after keeping the present one among the previous ones. */
  'projects.bringBack': {
    input: OfProject.extend({ version: z.string().max(20) }),
    output: Nothing,
  },
  /** Keeps the present version, before something replaces much of it. */
  'projects.keepVersion': {
    input: OfProject.extend({ reason: z.enum(VERSION_REASONS) }),
    output: Nothing,
  },
  /** Writes a project into one file. */
  'projects.export': { input: OfProject, output: ExportedProject },
  /** A project file is sent part by part: `importBegin`, `importPart` until its end, then `importEnd`. */
  'projects.importBegin': {
    input: z.object({ fileName: z.string().max(500) }),
    output: z.object({ importId: z.uuid() }),
  },
  /** `position`: how many bytes came before. */
  'projects.importPart': {
    input: z.object({
      importId: z.uuid(),
      position: z.number().int().min(0),
      bytes: z.custom<Uint8Array>(
        (value) => value instanceof Uint8Array && value.length <= PROJECT_PART_BYTES,
        `Send at most ${PROJECT_PART_BYTES} bytes at a time.`,
      ),
    }),
    output: Nothing,
  },
  'projects.importEnd': { input: z.object({ importId: z.uuid() }), output: ProjectSummary },
  'projects.importCancel': { input: z.object({ importId: z.uuid() }), output: Nothing },
} as const

/** Events about projects. */
export const projectEvents = {
  /** The list of projects is not what it was. */
  'projects.changed': Nothing,
} as const
