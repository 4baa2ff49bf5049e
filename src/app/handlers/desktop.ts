import type { ProjectFiles } from '#app/project-files.ts'
import type { Projects } from '#projects/registry.ts'
import type { EmitEvent, Handlers } from '#shared/api.ts'
import type { DesktopTexts, MenuCommand } from '#shared/desktop.ts'
import { AppError } from '#shared/errors.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'

/** A project of the list, or one that lies somewhere: a project file or a folder. */
export type OpenedProject = { readonly projectId: string } | { readonly path: string }

/** What the desktop asks outside of its window. */
export interface DesktopRequests {
  /** Passes on a choice of the menu bar. */
  menu(command: MenuCommand): void
  /** Opens a project in the window, or says there why that is not possible. */
  open(what: OpenedProject): Promise<void>
  readonly handlers: Pick<Handlers, 'desktop.notify' | 'desktop.texts'>
}

export interface DesktopRequestsOptions {
  readonly projects: Projects
  readonly files: ProjectFiles
  readonly retryWhileBusy: RetryWhileBusy
  /** Tells all windows. */
  readonly emit: EmitEvent
  /** Shows a notice of the system; undefined in a browser. */
  readonly notify: ((title: string, body: string) => void) | undefined
  /** Shows the menus of the desktop in another language; undefined in a browser. */
  readonly showTexts: ((texts: DesktopTexts) => void) | undefined
  readonly onBug: (error: unknown) => void
}

/** Answers what the desktop asks, and passes notices to it. */
export function createDesktopRequests(options: DesktopRequestsOptions): DesktopRequests {
  const { projects, files, retryWhileBusy, emit, notify, showTexts, onBug } = options
  const idOf = async (what: OpenedProject): Promise<string> => {
    if ('projectId' in what) return projects.find(what.projectId).id
    const { id } = await files.open(what.path, new AbortController().signal)
    emit('projects.changed', {})
    return id
  }
  return {
    menu: (command) => emit('menu.command', { command }),
    async open(what) {
      try {
        const projectId = await idOf(what)
        // A window that has not loaded yet opens the project that was opened last.
        await retryWhileBusy(() => projects.opened(projectId))
        emit('project.open', { projectId })
      } catch (error) {
        if (!(error instanceof AppError)) onBug(error)
        const message = error instanceof AppError ? error.message : String(error)
        emit('desktop.failed', { message })
      }
    },
    handlers: {
      'desktop.notify': async ({ title, body }) => {
        notify?.(title, body)
        return {}
      },
      'desktop.texts': async ({ texts }) => {
        showTexts?.(texts)
        return {}
      },
    },
  }
}
