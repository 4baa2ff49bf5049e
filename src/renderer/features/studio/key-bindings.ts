const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')

/** Formats keys for display: "Ctrl+E", "⌘E". */
export function formatKeys(keys: string, onMac = isMac): string {
  const arrows = keys.replace('ArrowUp', '↑').replace('ArrowDown', '↓')
  if (!onMac) return arrows.replace('Mod', 'Ctrl')
  return arrows
    .replace('Mod', '⌘')
    .replace('Alt', '⌥')
    .replace('Shift', '⇧')
    .replaceAll(/\+(?=.)/g, '')
}

/** Fields of a keyboard event that matter to a shortcut. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Whether a key event matches a shortcut. A sign such as "?" matches by its character, on every keyboard layout. */
export function matchesKeys(keys: string, press: KeyPress, onMac = isMac): boolean {
  return keys !== '' && keysOfPress(press, onMac) === canonical(keys)
}

/** Keys as a shortcut stores them, of a key event; undefined for a modifier alone, or the ⌘ or Windows key where it is not Mod. */
export function keysOfPress(press: KeyPress, onMac = isMac): string | undefined {
  const mod = onMac ? press.metaKey : press.ctrlKey
  const other = onMac ? press.ctrlKey : press.metaKey
  if (other || MODIFIERS.has(press.key)) return undefined
  const key = press.key === ' ' ? 'Space' : press.key
  const parts = [
    ...(mod ? ['Mod'] : []),
    ...(press.altKey ? ['Alt'] : []),
    // Shift is a part of a sign: "?" is Shift and another key on most layouts, but not on all.
    ...(press.shiftKey && !isSign(key) ? ['Shift'] : []),
    key.length === 1 ? key.toUpperCase() : key,
  ]
  return parts.join('+')
}

/** Whether a shortcut also works while text has the focus: only with a modifier that writes nothing. */
export function firesInText(keys: string): boolean {
  return keys.startsWith('Mod+') || /^Alt\+(?:Arrow|F\d)/.test(keys)
}

const MODIFIERS: ReadonlySet<string> = new Set([
  ...['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock', 'Dead', 'Process', 'Unidentified'],
])

function isSign(key: string): boolean {
  return key.length === 1 && !/[\p{L}\p{N}]/u.test(key)
}

/** The order that `keysOfPress` gives: Mod, Alt, Shift, key. */
function canonical(keys: string): string {
  const parts = keys.split(/\+(?=.)/)
  const key = parts.at(-1) ?? ''
  const held = ['Mod', 'Alt', 'Shift'].filter((name) => parts.slice(0, -1).includes(name))
  return [...held, key.length === 1 ? key.toUpperCase() : key].join('+')
}
