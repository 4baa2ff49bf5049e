import type { ProjectFolder } from '#projects/project-folder.ts'
import type { Projects } from '#projects/registry.ts'
import type { SaveRequest } from '#projects/saves.ts'
import type { EmitEvent, Handlers } from '#shared/api.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'

/** Interval of polling for saves by other processes, in milliseconds. */
const POLL_INTERVAL_MS = 1_000
/** Time without a save after which project.json is written, in milliseconds. */
const CHECKPOINT_MS = 2_000

/** Codes of errors about a project that cannot be opened as it lies there. */
const UNREADABLE: ReadonlySet<ErrorCode> = new Set([
  'project/damaged',
  'project/missing',
  'project/newer',
])

type ScriptMethod = Extract<keyof Handlers, `script.${string}`>

/** Windows that have scripts open: each receives what the others save into the same project. */
export interface ScriptWindows {
  connect(emit: EmitEvent): { readonly handlers: Pick<Handlers, ScriptMethod>; close(): void }
  /** Tells the windows of a project what was saved outside of them. */
  catchUp(projectId: string): void
  close(): void
}

/** A project with the windows that have it open. */
interface OpenProject {
  readonly windows: Set<EmitEvent>
  /** Revision of the last change that was emitted to the windows. */
  emittedRevision: number
  checkpoint: NodeJS.Timeout | undefined
}

/** Handlers about scripts, for all windows of this process. */
export function createScriptWindows(
  projects: Projects,
  retryWhileBusy: RetryWhileBusy,
  onBug: (error: unknown) => void,
  /** Another project is the one that was opened last. */
  onOpened: () => void,
): ScriptWindows {
  let lastOpened: string | undefined
  const open = new Map<string, OpenProject>()
  let polling: NodeJS.Timeout | undefined

  const emitChanges = (id: string, to: OpenProject, except?: EmitEvent): void => {
    const base = to.emittedRevision
    const entries = [...(projects.open(id).since(base) ?? [])]
    const last = entries.at(-1)
    if (!last) return
    to.emittedRevision = last.revision
    for (const emit of to.windows)
      if (emit !== except) emit('script.changed', { scriptId: id, base, entries })
  }

  const reported = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      // A folder that is locked or gone is reported to whoever saves.
      if (!(error instanceof AppError)) onBug(error)
    }
  }

  const pollOne = (id: string, one: OpenProject): void => {
    const { revision } = projects.open(id).load()
    // A folder that was put back to an earlier time is reported when its windows save.
    if (revision > one.emittedRevision) emitChanges(id, one)
  }
  const poll = (): void => {
    for (const [id, one] of open) if (one.windows.size > 0) reported(() => pollOne(id, one))
  }

  const scheduleCheckpoint = (id: string, one: OpenProject): void => {
    clearTimeout(one.checkpoint)
    const write = (): void => reported(() => projects.checkpoint(id))
    one.checkpoint = setTimeout(write, CHECKPOINT_MS).unref()
  }

  const save = (request: SaveRequest, by: EmitEvent) => {
    const { scriptId: id } = request
    const project = projects.open(id)
    const before = project.load().revision
    const saved = project.save(request)
    if (saved.outcome === 'unknown-base' || saved.revision <= before) return saved
    if (request.changes.some(({ kind }) => kind === 'title')) reported(() => projects.noteTitle(id))
    const one = open.get(id)
    if (one) {
      emitChanges(id, one, by)
      scheduleCheckpoint(id, one)
    }
    return saved
  }

  const enter = (id: string, emit: EmitEvent, revision: number): void => {
    for (const [other, { windows }] of open) if (other !== id) windows.delete(emit)
    const one = open.get(id) ?? {
      windows: new Set<EmitEvent>(),
      emittedRevision: revision,
      checkpoint: undefined,
    }
    one.windows.add(emit)
    open.set(id, one)
  }

  /** One that cannot be read does not keep the studio from its start: the next one is opened, and it is said why. */
  const loadLast = (emit: EmitEvent) => {
    let whyNotLast = projects.whyNotLast()
    const unreadable = new Set<string>()
    for (;;) {
      const id = projects.lastOpened(unreadable)
      try {
        const loaded = load(projects.open(id), emit)
        return { ...loaded, ...(whyNotLast && { whyNotLast }) }
      } catch (error) {
        if (!(error instanceof AppError) || !UNREADABLE.has(error.code)) throw error
        whyNotLast ??= error.message
        unreadable.add(id)
      }
    }
  }

  const noticeOf = (project: ProjectFolder): string | undefined =>
    [project.notice(), projects.notice()].filter((words) => words).join(' ') || undefined

  const load = (project: ProjectFolder, emit: EmitEvent) => {
    reported(() => project.keepAfterPause())
    const stored = project.load()
    enter(project.id, emit, stored.revision)
    // A library that is full still lets its projects be opened.
    reported(() => projects.opened(project.id))
    if (project.id !== lastOpened) onOpened()
    lastOpened = project.id
    const notice = noticeOf(project)
    return { ...stored, ...(notice && { notice }) }
  }

  return {
    connect(emit) {
      polling ??= setInterval(poll, POLL_INTERVAL_MS).unref()
      return {
        handlers: {
          'script.load': ({ projectId }) =>
            retryWhileBusy(() =>
              projectId === undefined ? loadLast(emit) : load(projects.open(projectId), emit),
            ),
          'script.dismissNotice': async ({ projectId, notice }) => {
            const project = projects.open(projectId)
            if (notice === noticeOf(project)) {
              project.dismissNotice(project.notice() ?? '')
              projects.dismissNotice(projects.notice() ?? '')
            }
            return {}
          },
          'script.save': async (request) => {
            const saved = await retryWhileBusy(() => save(request, emit))
            return saved.outcome === 'merged' ? { ...saved, entries: [...saved.entries] } : saved
          },
        },
        close() {
          for (const { windows } of open.values()) windows.delete(emit)
        },
      }
    },
    catchUp(projectId) {
      const one = open.get(projectId)
      if (one) reported(() => emitChanges(projectId, one))
    },
    close() {
      clearInterval(polling)
      for (const { checkpoint } of open.values()) clearTimeout(checkpoint)
      projects.close()
    },
  }
}
