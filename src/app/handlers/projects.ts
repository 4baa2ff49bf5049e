import type { IncomingProject, ProjectFiles } from '#app/project-files.ts'
import { copyProjectWords, type ProjectWords } from '#app/project-words.ts'
import type { Projects } from '#projects/registry.ts'
import type { Handlers } from '#shared/api.ts'
import { AppError } from '#shared/errors.ts'
import type { ProjectSummary } from '#shared/projects.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'
import type { ScriptWindows } from './script.ts'
import { windowClosed } from './window-closed.ts'

type ProjectMethod = Extract<keyof Handlers, `projects.${string}`>

export interface ProjectHandlers {
  readonly handlers: Pick<Handlers, ProjectMethod>
  close(): Promise<void>
}

export interface ProjectHandlersOptions {
  readonly projects: Projects
  readonly files: ProjectFiles
  readonly scripts: ScriptWindows
  readonly retryWhileBusy: RetryWhileBusy
  readonly words: ProjectWords
  /** Tells all windows that the list is not what it was. */
  readonly changed: () => void
}

/** Answers what one window asks about projects. */
export function projectHandlers(options: ProjectHandlersOptions): ProjectHandlers {
  const { projects, files, scripts, retryWhileBusy, words, changed } = options
  const closing = new AbortController()
  const incoming = new Map<string, IncomingProject>()

  /** Something that changes the list. */
  const changing = async <T>(work: () => T): Promise<T> => {
    const result = await retryWhileBusy(work)
    changed()
    return result
  }
  const incomingOf = (importId: string): IncomingProject => {
    const found = incoming.get(importId)
    if (found) return found
    throw new AppError('request/invalid', 'This import has ended. Choose the file again.')
  }

  return {
    async close() {
      closing.abort(windowClosed())
      await Promise.all([...incoming.values()].map((one) => one.discard()))
    },
    handlers: {
      'projects.list': async () => [...projects.list()],
      'projects.create': ({ title, folder }) => changing(() => projects.create(title, folder)),
      'projects.openFolder': ({ path }) => changing(() => projects.openFolder(path)),
      'projects.find': ({ id, path }) => changing(() => projects.locate(id, path)),
      'projects.forget': async ({ id }) => {
        await changing(() => projects.forget(id))
        return {}
      },
      'projects.rename': async ({ id, title }) => {
        const renamed = await changing(() => projects.rename(id, title))
        scripts.catchUp(id)
        return renamed
      },
      'projects.duplicate': async ({ id }) => {
        const copy = await changing(() => projects.duplicate(id))
        await retryWhileBusy(() => copyProjectWords(words, id, copy.id))
        return copy
      },
      'projects.archive': ({ id }) => changing(() => projects.setArchived(id, true)),
      'projects.unarchive': ({ id }) => changing(() => projects.setArchived(id, false)),
      'projects.delete': ({ id }) => changing(() => projects.delete(id)),
      'projects.undelete': ({ id }) => changing(() => projects.undelete(id)),
      'projects.versions': async ({ id }) =>
        projects
          .open(id)
          .versions()
          .map(({ script: _, ...summary }) => summary),
      'projects.version': async ({ id, version }) => projects.open(id).version(version),
      'projects.bringBack': async ({ id, version }) => {
        await changing(() => projects.open(id).bringBack(version))
        scripts.catchUp(id)
        return {}
      },
      'projects.keepVersion': async ({ id, reason }) => {
        await retryWhileBusy(() => projects.open(id).keepVersion(reason))
        return {}
      },
      'projects.export': ({ id }) => files.export(id, closing.signal),
      'projects.importBegin': async ({ fileName }) => {
        const one = await files.receive(fileName)
        incoming.set(one.importId, one)
        return { importId: one.importId }
      },
      'projects.importPart': async ({ importId, position, bytes }) => {
        await incomingOf(importId).append(position, bytes)
        return {}
      },
      'projects.importEnd': async ({ importId }): Promise<ProjectSummary> => {
        const one = incomingOf(importId)
        incoming.delete(importId)
        const project = await one.finish(closing.signal)
        changed()
        return project
      },
      'projects.importCancel': async ({ importId }) => {
        const one = incoming.get(importId)
        incoming.delete(importId)
        await one?.discard()
        return {}
      },
    },
  }
}
