import type { MenuItemConstructorOptions } from 'electron'
import type { DesktopText, MenuCommand } from '#shared/desktop.ts'
import type { Say } from './say.ts'

/** A project that the menu offers to open. */
export interface RecentProject {
  readonly id: string
  readonly title: string
}

export interface MenuChoices {
  readonly say: Say
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
  const { platform, say } = choices
  const mac = platform === 'darwin'
  return [
    ...(mac ? [{ role: 'appMenu' } satisfies Item] : []),
    { label: say('&File'), submenu: fileItems(choices) },
    { label: say('&Edit'), submenu: editItems(choices) },
    { label: say('&View'), submenu: viewItems(choices) },
    { label: say('&Speech'), submenu: speechItems(choices) },
    { role: 'windowMenu', label: say('&Window') },
    { role: 'help', label: say('&Help'), submenu: helpItems(choices) },
  ]
}

const command = ({ run, say }: MenuChoices, id: MenuCommand, text: DesktopText): Item => ({
  ...{ id, label: say(text) },
  click: () => run(id),
})

function fileItems(choices: MenuChoices): Item[] {
  const { platform, recent, openProject, choosePath, say } = choices
  return [
    command(choices, 'new-project', 'New Project'),
    { id: 'open', label: say('Open Project…'), accelerator: 'CmdOrCtrl+O', click: choosePath },
    {
      id: 'recent',
      label: say('Open Recent'),
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
    platform === 'darwin'
      ? { role: 'close', label: say('Close') }
      : { role: 'quit', label: say('Quit') },
  ]
}

function editItems(choices: MenuChoices): Item[] {
  const { say } = choices
  return [
    command(choices, 'undo', 'Undo'),
    command(choices, 'redo', 'Redo'),
    LINE,
    { role: 'cut', label: say('Cut') },
    { role: 'copy', label: say('Copy') },
    { role: 'paste', label: say('Paste') },
    { role: 'selectAll', label: say('Select All') },
    LINE,
    command(choices, 'find', 'Find…'),
    command(choices, 'replace', 'Find and Replace…'),
  ]
}

function viewItems(choices: MenuChoices): Item[] {
  const { say } = choices
  const developer: Item[] = [{ role: 'reload' }, { role: 'toggleDevTools' }, LINE]
  return [
    command(choices, 'script', 'Script'),
    command(choices, 'voices', 'Voices'),
    command(choices, 'dictionary', 'Dictionary'),
    command(choices, 'files', 'Files'),
    command(choices, 'verify', 'Verify'),
    command(choices, 'models', 'Models'),
    command(choices, 'api', 'API'),
    LINE,
    ...(choices.forDevelopers ? developer : []),
    { role: 'resetZoom', label: say('Actual Size') },
    { role: 'zoomIn', label: say('Zoom In') },
    { role: 'zoomOut', label: say('Zoom Out') },
    LINE,
    { role: 'togglefullscreen', label: say('Full Screen') },
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
  const { platform, checkForUpdates, openLicense, say } = choices
  return [
    command(choices, 'commands', 'Find a Command…'),
    command(choices, 'shortcuts', 'Keyboard Shortcuts'),
    LINE,
    { label: say('Licence (Apache 2.0)'), click: openLicense },
    ...(checkForUpdates ? [{ label: say('Check for Updates…'), click: checkForUpdates }] : []),
    ...(platform === 'darwin' ? [] : [{ role: 'about', label: say('About Griot') } satisfies Item]),
  ]
}
