import type { MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '#shared/desktop.ts'

/** A project that the menu offers to open. */
export interface RecentProject {
  readonly id: string
  readonly title: string
}

export interface MenuChoices {
  readonly platform: NodeJS.Platform
  /** Whether to add reload and developer tools. */
  readonly forDevelopers: boolean
  readonly recent: readonly RecentProject[]
  readonly run: (command: MenuCommand) => void
  readonly openProject: (id: string) => void
  /** Asks for the folder of a project or a project file, and opens it. */
  readonly choosePath: () => void
  readonly openLicense: () => void
  /** Looks for a newer version; undefined where none is published. */
  readonly checkForUpdates: (() => void) | undefined
}

type Item = MenuItemConstructorOptions
const LINE: Item = { type: 'separator' }

/** Menu bar. Keys are those of the studio where it has any; there they can be changed, so the menu names none of them. */
export function menuTemplate(choices: MenuChoices): Item[] {
  const mac = choices.platform === 'darwin'
  return [
    ...(mac ? [{ role: 'appMenu' } satisfies Item] : []),
    { label: '&File', submenu: fileItems(choices) },
    { label: '&Edit', submenu: editItems(choices) },
    { label: '&View', submenu: viewItems(choices) },
    { label: '&Speech', submenu: speechItems(choices) },
    { role: 'windowMenu' },
    { role: 'help', submenu: helpItems(choices) },
  ]
}

const command = ({ run }: MenuChoices, id: MenuCommand, label: string): Item => ({
  ...{ id, label },
  click: () => run(id),
})

function fileItems(choices: MenuChoices): Item[] {
  const { platform, recent, openProject, choosePath } = choices
  return [
    command(choices, 'new-project', 'New Project'),
    { id: 'open', label: 'Open Project…', accelerator: 'CmdOrCtrl+O', click: choosePath },
    {
      id: 'recent',
      label: 'Open Recent',
      enabled: recent.length > 0,
      submenu: recent.map(({ id, title }) => ({
        // "&" would mark a letter.
        label: title.replaceAll('&', '&&'),
        click: () => openProject(id),
      })),
    },
    command(choices, 'all-projects', 'All Projects…'),
    LINE,
    command(choices, 'import-script', 'Import a Script…'),
    command(choices, 'import-project', 'Import a Project File…'),
    command(choices, 'transcribe', 'Write Down a Recording…'),
    command(choices, 'record', 'Record a Voice…'),
    LINE,
    command(choices, 'export', 'Export…'),
    LINE,
    command(choices, 'settings', 'Settings'),
    LINE,
    { role: platform === 'darwin' ? 'close' : 'quit' },
  ]
}

function editItems(choices: MenuChoices): Item[] {
  return [
    command(choices, 'undo', 'Undo'),
    command(choices, 'redo', 'Redo'),
    LINE,
    ...(['cut', 'copy', 'paste', 'selectAll'] as const).map((role): Item => ({ role })),
    LINE,
    command(choices, 'find', 'Find…'),
    command(choices, 'replace', 'Find and Replace…'),
  ]
}

function viewItems(choices: MenuChoices): Item[] {
  const developer: Item[] = [{ role: 'reload' }, { role: 'toggleDevTools' }, LINE]
  return [
    command(choices, 'script', 'Script'),
    command(choices, 'voices', 'Voices'),
    command(choices, 'verify', 'Verify'),
    command(choices, 'models', 'Models'),
    command(choices, 'api', 'API'),
    LINE,
    ...(choices.forDevelopers ? developer : []),
    ...(['resetZoom', 'zoomIn', 'zoomOut'] as const).map((role): Item => ({ role })),
    LINE,
    { role: 'togglefullscreen' },
  ]
}

function speechItems(choices: MenuChoices): Item[] {
  return [
    command(choices, 'speak-changed', 'Speak Changed Lines'),
    command(choices, 'play', 'Play or Pause'),
    command(choices, 'play-all', 'Play All'),
    command(choices, 'stop', 'Stop'),
  ]
}

function helpItems(choices: MenuChoices): Item[] {
  const { platform, checkForUpdates, openLicense } = choices
  return [
    command(choices, 'commands', 'Find a Command…'),
    command(choices, 'shortcuts', 'Keyboard Shortcuts'),
    LINE,
    { label: 'Licence (Apache 2.0)', click: openLicense },
    ...(checkForUpdates ? [{ label: 'Check for Updates…', click: checkForUpdates }] : []),
    ...(platform === 'darwin' ? [] : [{ role: 'about', label: 'About Griot' } satisfies Item]),
  ]
}
