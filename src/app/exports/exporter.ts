import { access, mkdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, parse } from 'node:path'
import { secondsOf } from '#media/pcm-file.ts'
import { AppError } from '#shared/errors.ts'
import { safeName } from '#shared/export-names.ts'
import {
  type ExportedFile,
  type ExportPlan,
  linesInDoubt,
  type PlannedFile,
  planExport,
  plannedFiles,
} from '#shared/export-order.ts'
import { isTextFormat } from '#shared/formats.ts'
import { zipOf } from './bundle.ts'
import type { ExporterDependencies, ExportRequest } from './dependencies.ts'
import { type Downloads, unguessableName } from './downloads.ts'
import { type LevelledPart, levelledContents, levelPart } from './levelled-contents.ts'
import { speakPart } from './speak-part.ts'
import { storing, writeWhole } from './write-whole.ts'

/** What has come of an export. `bundle`: several files in one, for a browser. */
export interface ExportResult {
  readonly files: ExportedFile[]
  readonly bundle?: { fileName: string; sizeBytes: number; url: string } | undefined
}

/** Hears of an export under way: lines and files that are done, and every file with what has come of it. */
export interface ExportListener {
  readonly progress: (done: number, total: number) => void
  readonly file: (file: ExportedFile) => void
}

/** Writes scripts to files. */
export interface Exporter {
  /**
   * Makes the files of an order, unless one of them would speak a translation in doubt. One that fails does not keep the others from being made, unless the disk takes no more. Throws AppError
   * where none could be made, and AppError('speech/cancelled'); a file is there whole or not at all.
   */
  run(request: ExportRequest, listener: ExportListener, signal: AbortSignal): Promise<ExportResult>
  /** The manifest beside a file that was saved, if it has one. Throws AppError('file/not-found') for any other. */
  sidecarOf(path: string): string | undefined
  /** Shows a file that was saved, in the folder where it is. Throws AppError('file/not-found') for any other. */
  reveal(path: string): void
}

/**
 * Exporter of scripts. On the desktop it writes where the user chooses; otherwise browsers fetch finished files, from the library where
 * there is one.
 */
export function createExporter(dependencies: ExporterDependencies): Exporter {
  const { downloads } = dependencies
  const saved = new Map<string, string | undefined>()
  const folders = new Map<string, string>()
  const locate: Locate = async (path, sidecarPath) => {
    if (!dependencies.desktop) {
      const hold = dependencies.library ? downloads.offer : downloads.keep
      const url = await hold(path)
      const sidecarUrl = sidecarPath === undefined ? undefined : await hold(sidecarPath)
      return { kind: 'download', url, sidecarUrl }
    }
    saved.set(path, sidecarPath)
    return { kind: 'saved', path, sidecarPath }
  }
  return {
    sidecarOf(path) {
      if (saved.has(path)) return saved.get(path)
      throw new AppError('file/not-found', 'This file was not exported since Griot was started.')
    },
    reveal(path) {
      this.sidecarOf(path)
      dependencies.desktop?.showInFolder(path)
    },
    async run(request, listener, signal) {
      const plan = planExport(request)
      const { only } = request
      const files = plannedFiles(plan, request.formats).filter(
        ({ fileName }) => only === undefined || only.includes(fileName),
      )
      if (files.length === 0)
        throw new AppError('text/empty', 'Every line is empty: write something to export.')
      refuseDoubts(plan, files)
      const pathOf = await destination(request, files, dependencies, folders)
      const work = join(dependencies.folder, unguessableName())
      await storing(work, () => mkdir(work, { recursive: true, mode: 0o700 }))
      const run: Run = { ...{ request, plan, files, pathOf, locate, work, listener, signal } }
      try {
        const made = await makeFiles(run, dependencies)
        const bundle = dependencies.desktop ? undefined : await bundleOf(run, made, downloads)
        return { files: [...made], ...(bundle ? { bundle } : {}) }
      } finally {
        await rm(work, { recursive: true, force: true })
      }
    },
  }
}

/** Throws AppError where a line would be spoken that is a translation in doubt. */
function refuseDoubts(plan: ExportPlan, files: readonly PlannedFile[]): void {
  const [first, ...others] = linesInDoubt(plan, files)
  if (!first) return
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  const excerpt = [...first.text.trim()].slice(0, 60).join('')
  throw new AppError(
    'request/invalid',
    `Translations in doubt are exported only when they are accepted: "${excerpt}"${more}. Accept them in their lines, or export the text alone.`,
  )
}

type Locate = (
  path: string,
  sidecarPath: string | undefined,
) => Promise<Extract<ExportedFile, { state: 'done' }>['location']>

/** One export under way. */
interface Run {
  readonly request: ExportRequest
  readonly plan: ExportPlan
  readonly files: readonly PlannedFile[]
  readonly pathOf: (fileName: string) => Promise<string>
  readonly locate: Locate
  /** Folder for sound that is not encoded yet. */
  readonly work: string
  readonly listener: ExportListener
  readonly signal: AbortSignal
}

/** Where the files of an order go. On a desktop one file goes where the person says, several into a folder, beside what is there. */
async function destination(
  { jobId, again }: ExportRequest,
  files: readonly PlannedFile[],
  { desktop, folder, library, exportFolder }: ExporterDependencies,
  folders: Map<string, string>,
): Promise<Run['pathOf']> {
  if (!desktop)
    return async (fileName) => join(library?.folder ?? folder, unguessableName(), fileName)
  const known =
    (again === undefined ? undefined : folders.get(again)) ?? (await usual(exportFolder))
  const [first, ...others] = files
  if (first && others.length === 0 && known === undefined) {
    const path = await desktop.chooseSavePath(first.fileName)
    if (path === undefined)
      throw new AppError('speech/cancelled', 'No file was chosen, so nothing was exported.')
    folders.set(jobId, dirname(path))
    return async () => path
  }
  const chosen = known ?? (await desktop.chooseFolder())
  if (chosen === undefined)
    throw new AppError('speech/cancelled', 'No folder was chosen, so nothing was exported.')
  folders.set(jobId, chosen)
  return (fileName) => freePath(chosen, fileName)
}

/** The folder of the settings for exports; undefined where a person is asked. */
async function usual(exportFolder = (): string => ''): Promise<string | undefined> {
  const folder = exportFolder()
  if (folder === '') return undefined
  try {
    await mkdir(folder, { recursive: true })
    return folder
  } catch (error) {
    throw new AppError(
      'storage/failed',
      `The folder for exports, "${folder}", cannot be made (${String(error)}). Choose another one under Settings → Folders and programs, or none.`,
      error,
    )
  }
}

/** A path in a folder at which there is nothing: nobody was asked whether a file may be replaced. */
async function freePath(folder: string, fileName: string): Promise<string> {
  const { name, ext } = parse(fileName)
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? fileName : `${name} (${number})${ext}`)
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (!isThere) return path
  }
}

type Failed = Extract<ExportedFile, { state: 'failed' }>

/** Makes all files, part by part, so that only the sound of one part is on the disk at a time. */
async function makeFiles(
  run: Run,
  dependencies: ExporterDependencies,
): Promise<readonly ExportedFile[]> {
  const { files, plan, listener, signal } = run
  const groups = Map.groupBy(files, ({ part }) => part)
  const spoken = [...groups.keys()].flatMap((part) => plan.parts[part ?? -1]?.lines.length ?? 0)
  const total = spoken.reduce((sum, lines) => sum + lines, files.length)
  let before = 0
  let firstError: AppError | undefined
  const made: ExportedFile[] = []
  const report = (file: ExportedFile): void => {
    made.push(file)
    listener.file(file)
  }
  const failAll = (failing: readonly PlannedFile[], error: unknown): void => {
    if (signal.aborted || !(error instanceof AppError)) throw error
    firstError ??= error
    for (const { fileName, format } of failing)
      report({ ...{ fileName, format }, state: 'failed', ...words(error) })
  }
  for (const [part, group] of groups) {
    const lines = plan.parts[part ?? -1]?.lines.length ?? 0
    const isOver = firstError?.code === 'storage/full'
    try {
      if (isOver) throw firstError
      const sound = await soundOf(part, run, dependencies, (done) =>
        listener.progress(before + done, total),
      )
      for (const [index, file] of group.entries()) {
        await makeFile(file, sound, run, dependencies).then(report, (error) =>
          failAll([file], error),
        )
        listener.progress(before + lines + index + 1, total)
      }
    } catch (error) {
      failAll(group, error)
    }
    before += lines + group.length
  }
  if (firstError && made.every(({ state }) => state === 'failed')) throw firstError
  return made
}

const words = ({ code, message }: AppError): Pick<Failed, 'code' | 'message'> => ({ code, message })

/** The sound of a part at the loudness that is wanted; undefined for what is made of the whole script. */
async function soundOf(
  number: number | undefined,
  run: Run,
  dependencies: ExporterDependencies,
  progress: (lines: number) => void,
): Promise<LevelledPart | undefined> {
  const { plan, request, work, signal } = run
  const { speaker, readTake } = dependencies
  const part = number === undefined ? undefined : plan.parts[number]
  if (!part) return undefined
  const path = join(work, 'part.pcm')
  const spoken = await speakPart({
    ...{ part, chapters: plan.chapters, order: request, path, speaker, readTake, progress, signal },
  })
  return levelPart(spoken, run, dependencies)
}

async function makeFile(
  { fileName, format }: PlannedFile,
  part: LevelledPart | undefined,
  run: Run,
  dependencies: ExporterDependencies,
): Promise<ExportedFile> {
  const { pathOf, locate, signal } = run
  const path = await pathOf(fileName)
  const isPrivate = dependencies.desktop === undefined
  const { bytes, finish } = await levelledContents(format, part, path, run, dependencies)
  try {
    if (signal.aborted) throw new AppError('speech/cancelled', 'Stopped.')
    const sidecarPath = await writeWhole(path, bytes, format, finish, isPrivate)
    const { size } = await stat(path)
    const location = await locate(path, sidecarPath)
    const made = { fileName: basename(path), format, sizeBytes: size }
    dependencies.library?.remember({
      ...{ ...made, path, sidecarPath, exportedAt: new Date() },
      seconds: part && secondsOf(part.sound),
      ...{ title: run.request.title, projectId: run.request.projectId },
    })
    return { ...made, state: 'done', location }
  } catch (error) {
    if (isPrivate) await rm(dirname(path), { recursive: true, force: true })
    throw error
  }
}

/** All files that were made, and their sidecars, in one zip file, where a browser would have to fetch several. */
async function bundleOf(
  { work, request, signal }: Run,
  files: readonly ExportedFile[],
  downloads: Downloads,
): Promise<ExportResult['bundle']> {
  const entries = files.flatMap((file) => {
    if (file.state !== 'done' || file.location.kind !== 'download') return []
    const { url, sidecarUrl } = file.location
    return [url, sidecarUrl].flatMap((address) => {
      const path = address && downloads.pathAt(address)
      return path ? [{ path, name: basename(path), compress: isTextFormat(file.format) }] : []
    })
  })
  if (files.length < 2 || entries.length < 2) return undefined
  const fileName = `${safeName(request.title) || 'Script'}.zip`
  const path = join(dirname(work), unguessableName(), fileName)
  await writeWhole(path, zipOf(entries, signal), 'zip', undefined, true)
  return { fileName, sizeBytes: (await stat(path)).size, url: await downloads.keep(path) }
}
