/** What a shortcut does. */
export type ShortcutId = keyof typeof DEFAULTS | `voice${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`

/** Keyboard shortcut. `keys` as in "Mod+Shift+Enter", where Mod is ⌘ on a Mac and Ctrl elsewhere. */
export interface ShortcutInfo {
  readonly id: ShortcutId
  readonly name: string
  /** Keys as they come; a person may change them. */
  readonly keys: string
}

const DEFAULTS = {
  play: ['Play or pause', 'Space'],
  playFrom: ['Play from this line to the end', 'Shift+Space'],
  speak: ['Speak this line', 'Mod+Enter'],
  speakChanged: ['Speak changed lines', 'Mod+Shift+Enter'],
  takeBefore: ['Use the take before', '['],
  takeAfter: ['Use the next take', ']'],
  starTake: ['Star the take of this line', '*'],
  duplicate: ['Duplicate this line or the selected ones', 'Mod+D'],
  moveUp: ['Move this line or the selected ones up', 'Alt+ArrowUp'],
  moveDown: ['Move this line or the selected ones down', 'Alt+ArrowDown'],
  selectAll: ['Select all lines', 'A'],
  find: ['Find', 'Mod+F'],
  replace: ['Find and replace', 'Mod+H'],
  chapter: ['Start a chapter at this line', 'Mod+Alt+Enter'],
  letters: ['Show or hide the on-screen keys', 'Mod+Alt+K'],
  word: ['How the word at the cursor is read', 'Mod+Alt+P'],
  comment: ['Write a comment on this line', 'Mod+Alt+M'],
  undo: ['Undo', 'Mod+Z'],
  redo: ['Redo', 'Mod+Shift+Z'],
  export: ['Export the script', 'Mod+E'],
  record: ['Record a voice', 'R'],
  commands: ['Find and run a command', 'Mod+K'],
  sheet: ['Show this list', '?'],
} as const

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** All shortcuts, in the order of the sheet. */
export const SHORTCUTS: readonly ShortcutInfo[] = [
  ...Object.entries(DEFAULTS).map(
    ([id, [name, keys]]): ShortcutInfo => ({ id: id as keyof typeof DEFAULTS, name, keys }),
  ),
  ...DIGITS.map(
    (digit): ShortcutInfo => ({
      id: `voice${digit}`,
      name: `Voice ${digit} of the list, favourites first`,
      keys: `Mod+${digit}`,
    }),
  ),
]

/** Keys that the text box of a line, or its number, handles; listed in the sheet. */
export const FIXED_KEYS: readonly Pick<ShortcutInfo, 'keys' | 'name'>[] = [
  { keys: 'Enter', name: 'Split the line at the cursor' },
  { keys: 'Shift+Enter', name: 'Line break within the line' },
  { keys: 'Backspace', name: 'At the start: join with the line above' },
  { keys: 'Shift+ArrowDown', name: 'On a line number: select one more line' },
]
