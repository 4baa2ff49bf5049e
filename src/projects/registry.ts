import { cpSync, existsSync, rmSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { type ProjectSummary, titleWords } from '#shared/projects.ts'
import type { Script } from '#shared/script.ts'
import type { FormerScript } from '#storage/db/former-script.ts'
import type { ProjectRow, ProjectRows } from '#storage/db/projects.ts'
import { makeFolder } from '#storage/make-folder.ts'
import { describeProjectError, moveOrDescribe, projectMissing } from './disk.ts'
import { makeProjectFolder } from './make-project-folder.ts'
import { changeTime, copyTitle, foldersIn, isPlainBelow, isProject, slug } from './places.ts'
import {
  openProjectFolder,
  type ProjectFolder,
  type ProjectTools,
  TAKES_FOLDER,
} from './project-folder.ts'
import { purgeQuarantine, QUARANTINE_FOLDER } from './quarantine.ts'
import { takeUpFolders } from './take-up.ts'
import { ageTrash } from './trash-ages.ts'

/** Folder for projects in the data folder, and the one for deleted projects. */
export const PROJECTS_FOLDER = 'projects'
const TRASH_FOLDER = 'project-trash'
/** Time for which a deleted project can be brought back at least, in milliseconds. */
export const TRASH_MS = 30 * 24 * 60 * 60_000

/**
 * The projects that a library knows. Everything throws AppError: ('project/not-found') for an unknown id, and what
 * `ProjectFolder` throws.
 */
export interface Projects {
  /** All of them, the one opened last first; deleted ones for as long as they can be brought back. */
  list(): readonly ProjectSummary[]
  find(id: string): ProjectSummary
  /** The folder of a project. Throws AppError('project/missing') where it has gone. */
  folderOf(id: string): string
  /** The project of an id, to work with. */
  open(id: string): ProjectFolder
  /** Id of the project that was opened last and is still there, but for `except`; the first one is made where there is none. */
  lastOpened(except?: ReadonlySet<string>): string
  /** Why the project that was opened last is not there, in words; undefined where it is, or was deleted. */
  whyNotLast(): string | undefined
  /** Remembers that a project was opened now. */
  opened(id: string): void
  /** Makes an empty project. `folder`: in which its folder is made. */
  create(title: string, folder?: string): ProjectSummary
  /** Takes up the project that lies in a folder; a copy of a known one becomes a project of its own. */
  openFolder(path: string): ProjectSummary
  /** Says where a project lies now. */
  locate(id: string, path: string): ProjectSummary
  forget(id: string): void
  rename(id: string, title: string): ProjectSummary
  duplicate(id: string): ProjectSummary
  setArchived(id: string, isArchived: boolean): ProjectSummary
  delete(id: string): ProjectSummary
  undelete(id: string): ProjectSummary
  /** An empty folder with a name of its own beside the other projects, for one that is taken in from elsewhere. */
  freeFolder(title: string, id: string): string
  newId(): string
  /** Writes the title of a project into the list. */
  noteTitle(id: string): void
  /** Writes project.json of a project, and its title into the list. */
  checkpoint(id: string): void
  /** Makes the first project, takes up those that the list lacks and removes what was deleted at least thirty days ago. */
  prepare(): void
  /** Folder in which a project file is unpacked and tried. */
  readonly quarantine: string
  /** What `prepare` could not read among the projects, in words, until it is dismissed. */
  notice(): string | undefined
  /** A person has read `notice`; one that has changed meanwhile stays. */
  dismissNotice(notice: string): void
  /** Writes project.json of all projects that were opened. What cannot be written is in their journals. */
  close(): void
}

/** What the registry of projects is made of. */
export interface RegistryOptions extends ProjectTools {
  readonly home: string
  readonly rows: ProjectRows
  /** Reads the one script of an older library. */
  readonly former: () => FormerScript
  /** What a person finds at the first start. */
  readonly ready: Script
  /** Folder in which new projects are made; left out or empty: that of the data folder. */
  readonly folderOfNew?: (() => string) | undefined
}

/** Opens the registry of the projects of a data folder. */
export function createProjects(options: RegistryOptions): Projects {
  const { home, rows, former, ready, now, randomName } = options
  const tools: ProjectTools = { now, randomName }
  const folder = join(home, PROJECTS_FOLDER)
  const opened = new Map<string, ProjectFolder>()
  let notices: readonly string[] = []

  const absolute = (path: string): string => (isAbsolute(path) ? path : join(home, path))
  /** As the library stores it: what lies in the data folder moves with it. */
  const stored = (path: string): string => {
    const inside = relative(home, path)
    return inside.startsWith('..') || isAbsolute(inside) ? path : inside.split(sep).join('/')
  }

  const rowOf = (id: string): ProjectRow => {
    const row = rows.find(id)
    if (row) return row
    throw new AppError(
      'project/not-found',
      'This project is not in the list of projects any more. Open another one, or its folder, from the list.',
    )
  }
  const summaryOf = (row: ProjectRow): ProjectSummary => {
    const path = absolute(row.trashPath ?? row.path)
    const changedAt = changeTime(path)
    const { id, title, createdAt, openedAt, archivedAt, deletedAt } = row
    return {
      ...{ id, title, path, createdAt, isMissing: changedAt === undefined },
      ...(changedAt && { changedAt }),
      ...(openedAt && { openedAt }),
      ...(archivedAt && { archivedAt }),
      ...(deletedAt && { deletedAt }),
    }
  }
  const put = (row: ProjectRow): ProjectSummary => {
    rows.put(row)
    return summaryOf(row)
  }

  const open = (id: string): ProjectFolder => {
    const row = rowOf(id)
    if (row.deletedAt !== undefined)
      throw new AppError(
        'project/not-found',
        `"${titleWords(row.title)}" was deleted. Bring it back from the list of deleted projects.`,
      )
    const path = absolute(row.path)
    const known = opened.get(id)
    if (known?.path === path) return known
    const project = openProjectFolder(path, tools)
    if (project.id !== id)
      throw new AppError(
        'project/missing',
        `Another project lies in ${path} now. Choose "Find it…" in the list of projects.`,
      )
    opened.set(id, project)
    return project
  }

  const freeFolder = (
    title: string,
    id: string,
    parent = options.folderOfNew?.() || folder,
  ): string => {
    const name = `${slug(title)}-${id.slice(0, 8)}`
    const names = [name, ...Array.from({ length: 99 }, (_, i) => `${name}-${i + 2}`)]
    const free = names.find((one) => !existsSync(join(parent, one))) ?? `${name}-${id}`
    return join(parent, free)
  }

  /** Adds a project that lies on the disk. */
  const add = (project: ProjectFolder): ProjectSummary => {
    const { script } = project.load()
    const { createdAt } = project.times()
    opened.set(project.id, project)
    return put({
      ...{ id: project.id, path: stored(project.path), title: script.title, createdAt },
      ...{ openedAt: undefined, archivedAt: undefined, deletedAt: undefined, trashPath: undefined },
    })
  }

  const make = (script: Script, path: string, id: string): ProjectSummary => {
    makeProjectFolder(path, { id, createdAt: now().toISOString(), revision: 0, script }, tools)
    return add(openProjectFolder(path, tools))
  }

  /** The one script of an older library becomes the first project; its rows stay as they are. */
  const moveFormerScript = (): void => {
    if (rows.isScriptMoved()) return
    const { scriptId, script = ready, revision, entries } = former()
    if (!rows.find(scriptId)) {
      const path = freeFolder(script.title, scriptId)
      const createdAt = now().toISOString()
      makeProjectFolder(path, { id: scriptId, createdAt, revision, script, entries }, tools)
      add(openProjectFolder(path, tools))
      if (rows.lastOpened() === undefined) rows.setLastOpened(scriptId)
    }
    rows.setScriptMoved()
  }

  /** Projects in the data folder that the list lacks, as after a restore of the library alone. */
  const takeUpUnknown = (): void => {
    const paths = new Set(rows.list().map(({ path }) => absolute(path)))
    const unknown = foldersIn(folder).filter((path) => !paths.has(path) && isProject(path))
    notices = [...notices, ...takeUpFolders(home, unknown, openFolder)]
  }

  /** Where ages cannot be written down, nothing is old enough. */
  const agesOf = (ids: readonly string[]): ReadonlyMap<string, number> => {
    try {
      return ageTrash(join(home, TRASH_FOLDER), ids, now())
    } catch {
      return new Map()
    }
  }

  const emptyTrash = (): void => {
    const deleted = rows
      .list()
      .flatMap(({ id, deletedAt, trashPath }) =>
        deletedAt === undefined || trashPath === undefined ? [] : [{ id, deletedAt, trashPath }],
      )
    const ages = agesOf(deleted.map(({ id }) => id))
    for (const { id, deletedAt, trashPath } of deleted) {
      const byClock = now().getTime() - Date.parse(deletedAt)
      if (Math.min(byClock, ages.get(id) ?? 0) < TRASH_MS) continue
      rmSync(absolute(trashPath), { recursive: true, force: true })
      rows.remove(id)
    }
  }

  const openFolder = (path: string): ProjectSummary => {
    const place = resolve(path)
    const project = openProjectFolder(place, tools)
    const known = rows.find(project.id)
    if (!known) return add(project)
    const before = absolute(known.path)
    if (before === place && known.deletedAt === undefined) return summaryOf(known)
    const isCopy = known.deletedAt !== undefined || isProject(before)
    if (!isCopy) return locate(project.id, place)
    project.takeId(randomName())
    return add(openProjectFolder(place, tools))
  }

  const locate = (id: string, path: string): ProjectSummary => {
    const row = rowOf(id)
    const place = resolve(path)
    const project = openProjectFolder(place, tools)
    if (project.id !== id)
      throw new AppError(
        'request/invalid',
        `${place} holds another project: "${titleWords(project.load().script.title)}". Choose the folder of "${titleWords(row.title)}".`,
      )
    opened.set(id, project)
    return put({ ...row, path: stored(place), title: project.load().script.title })
  }

  /** A project of its own with the script and the takes of another one, beside the other projects. */
  const copyOf = (project: ProjectFolder, title: string): ProjectSummary => {
    const { script } = project.load()
    const id = randomName()
    const path = freeFolder(title, id)
    try {
      const takes = join(project.path, TAKES_FOLDER)
      makeFolder(path)
      const options = { recursive: true, filter: isPlainBelow(takes) }
      if (existsSync(takes)) cpSync(takes, join(path, TAKES_FOLDER), options)
      return make({ ...script, title }, path, id)
    } catch (error) {
      rmSync(path, { recursive: true, force: true })
      throw describeProjectError(error, path)
    }
  }

  const prepare = (): void => {
    moveFormerScript()
    try {
      takeUpUnknown()
      emptyTrash()
      purgeQuarantine(home, now())
    } catch (error) {
      throw describeProjectError(error, folder)
    }
  }

  const present = (): readonly ProjectRow[] =>
    rows
      .list()
      .filter(({ deletedAt, path }) => deletedAt === undefined && isProject(absolute(path)))

  const projects: Projects = {
    list: () => rows.list().map(summaryOf),
    find: (id) => summaryOf(rowOf(id)),
    folderOf(id) {
      const { path } = open(id)
      if (!isProject(path)) throw projectMissing(path)
      return path
    },
    open,
    lastOpened(except) {
      moveFormerScript()
      const there = present().filter(({ id }) => !except?.has(id))
      const last = rows.lastOpened()
      const row =
        there.find(({ id }) => id === last) ??
        there.find(({ archivedAt }) => archivedAt === undefined) ??
        there[0]
      return row?.id ?? projects.create('').id
    },
    whyNotLast() {
      const last = rows.lastOpened()
      const row = last === undefined ? undefined : rows.find(last)
      if (!row || row.deletedAt !== undefined || isProject(absolute(row.path))) return undefined
      return projectMissing(absolute(row.path)).message
    },
    opened(id) {
      rows.put({ ...rowOf(id), openedAt: now().toISOString() })
      rows.setLastOpened(id)
    },
    create(title, parent) {
      const id = randomName()
      const place = parent === undefined ? undefined : resolve(parent)
      if (place !== undefined && !existsSync(place))
        throw new AppError('request/invalid', `The folder ${place} is not there. Make it first.`)
      return make({ title, lines: [] }, freeFolder(title, id, place), id)
    },
    openFolder,
    locate,
    forget(id) {
      const { path } = rowOf(id)
      opened.delete(id)
      // One in the data folder would be taken up again at the next start.
      if (isProject(absolute(path)) && !isAbsolute(path))
        throw new AppError(
          'request/invalid',
          'This project lies in the data folder of Griot. Archive it, or delete it.',
        )
      rows.remove(id)
    },
    rename(id, title) {
      const project = open(id)
      const { revision: base } = project.load()
      const window = randomName()
      project.save({ scriptId: id, base, window, number: 1, changes: [{ kind: 'title', title }] })
      projects.checkpoint(id)
      return projects.find(id)
    },
    duplicate(id) {
      const project = open(id)
      return copyOf(project, copyTitle(project.load().script.title))
    },
    setArchived(id, isArchived) {
      return put({ ...rowOf(id), archivedAt: isArchived ? now().toISOString() : undefined })
    },
    delete(id) {
      const row = rowOf(id)
      if (row.deletedAt !== undefined) return summaryOf(row)
      if (isProject(absolute(row.path))) projects.checkpoint(id)
      opened.delete(id)
      const trashPath = `${TRASH_FOLDER}/${id}`
      // Known first: a crash in between leaves a deleted project whose folder is still where it was.
      rows.put({ ...row, deletedAt: now().toISOString(), trashPath })
      try {
        moveOrDescribe(absolute(row.path), absolute(trashPath))
      } catch (error) {
        rows.put(row)
        throw error
      }
      return summaryOf(rowOf(id))
    },
    undelete(id) {
      const row = rowOf(id)
      if (row.deletedAt === undefined || row.trashPath === undefined) return summaryOf(row)
      const from = absolute(row.trashPath)
      const before = absolute(row.path)
      const path = existsSync(before) && existsSync(from) ? freeFolder(row.title, id) : before
      if (existsSync(from)) moveOrDescribe(from, path)
      return put({ ...row, path: stored(path), deletedAt: undefined, trashPath: undefined })
    },
    freeFolder: (title, id) => freeFolder(title, id),
    newId: randomName,
    checkpoint(id) {
      open(id).checkpoint()
      projects.noteTitle(id)
    },
    noteTitle(id) {
      const row = rowOf(id)
      const { title } = open(id).load().script
      if (row.title !== title) rows.put({ ...row, title })
    },
    prepare,
    quarantine: join(home, QUARANTINE_FOLDER),
    notice: () => notices.join(' ') || undefined,
    dismissNotice(words) {
      if (words === projects.notice()) notices = []
    },
    close() {
      for (const project of opened.values())
        try {
          project.checkpoint()
        } catch (error) {
          if (!(error instanceof AppError)) throw error
        }
    },
  }
  return projects
}
