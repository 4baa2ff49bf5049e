import { z } from 'zod'

/** What the desktop's menu bar asks of the studio's window. */
export const MENU_COMMANDS = [
  'script',
  'voices',
  'dictionary',
  'files',
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

/** What the desktop shows outside of its window, in English; "&" marks the letter of a menu. The studio tells the translations. */
export const DESKTOP_TEXTS = [
  '&File',
  '&Edit',
  '&View',
  '&Speech',
  '&Window',
  '&Help',
  'New Project',
  'Open Project…',
  'Open Recent',
  'All Projects…',
  'Import a Script…',
  'Import a Project File…',
  'Write Down a Recording…',
  'Record a Voice…',
  'Export…',
  'Settings',
  'Close',
  'Quit',
  'Undo',
  'Redo',
  'Cut',
  'Copy',
  'Paste',
  'Select All',
  'Find…',
  'Find and Replace…',
  'Script',
  'Voices',
  'Dictionary',
  'Files',
  'Verify',
  'Models',
  'API',
  'Actual Size',
  'Zoom In',
  'Zoom Out',
  'Full Screen',
  'Speak Changed Lines',
  'Play or Pause',
  'Play All',
  'Stop',
  'Find a Command…',
  'Keyboard Shortcuts',
  'Licence (Apache 2.0)',
  'Check for Updates…',
  'About Griot',
  'You have the newest version of Griot.',
  'A newer version is being downloaded. It is installed when you close Griot.',
  'The newest version could not be found out.',
  'Show Griot',
  'The API is off',
  'Copy the Address',
  'Quit Griot',
  'Griot: the API is off',
  'Open a project',
  'Projects of Griot',
  'Griot did not end as it should last time',
  'OK',
  'Show the Files',
  'Griot has to close',
  'Every edit that was saved is there; the studio offers those that were not. What is known of the crash stays on this computer.',
  'Your scripts are safe. Start Griot again.',
] as const
export type DesktopText = (typeof DESKTOP_TEXTS)[number]

/** Translations of what the desktop shows outside of its window; what is left out stays English. */
export const DesktopTexts = z.partialRecord(z.enum(DESKTOP_TEXTS), z.string().min(1).max(400))
export type DesktopTexts = z.infer<typeof DesktopTexts>

/** The contract table's part about the desktop. */
export const desktopMethods = {
  /** Shows a notice of the system where the desktop's window is in the background; nothing in a browser. */
  'desktop.notify': {
    input: z.object({ title: z.string().max(200), body: z.string().max(1_000) }),
    output: z.object({}),
  },
  /** Tells the desktop its texts in the language of the studio; nothing in a browser. */
  'desktop.texts': {
    input: z.object({ texts: DesktopTexts }),
    output: z.object({}),
  },
} as const

/** Events of the desktop's menu bar, and of files that are opened with Griot. */
export const desktopEvents = {
  'menu.command': z.object({ command: z.enum(MENU_COMMANDS) }),
  /** A project was opened from outside the window. */
  'project.open': z.object({ projectId: z.string() }),
  /** A project that was opened from outside the window could not be: why, in words. */
  'desktop.failed': z.object({ message: z.string() }),
} as const
