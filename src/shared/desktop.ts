import { z } from 'zod'

/** What the desktop's menu bar asks of the studio's window. */
export const MENU_COMMANDS = [
  'script',
  'voices',
  'verify',
  'models',
  'api',
  'settings',
  'new-project',
  'all-projects',
  'import-script',
  'import-project',
  'record',
  'transcribe',
  'export',
  'undo',
  'redo',
  'find',
  'replace',
  'speak-changed',
  'play',
  'play-all',
  'stop',
  'commands',
  'shortcuts',
] as const
export type MenuCommand = (typeof MENU_COMMANDS)[number]

/** The contract table's part about the desktop. */
export const desktopMethods = {
  /** Shows a notice of the system where the desktop's window is in the background; nothing in a browser. */
  'desktop.notify': {
    input: z.object({ title: z.string().max(200), body: z.string().max(1_000) }),
    output: z.object({}),
  },
} as const

/** Events of the desktop's menu bar, and of files that are opened with Griot. */
export const desktopEvents = {
  'menu.command': z.object({ command: z.enum(MENU_COMMANDS) }),
  /** A project was opened from outside the window. */
  'project.open': z.object({ projectId: z.string() }),
  /** Something that was asked from outside the window failed, in words. */
  'desktop.failed': z.object({ title: z.string(), message: z.string() }),
} as const
