const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')

/** Formats keys for display: "Ctrl+E", "⌘E". */
export function formatKeys(keys: string, onMac = isMac): string {
  if (!onMac) return keys.replace('Mod', 'Ctrl').replace('ArrowUp', '↑').replace('ArrowDown', '↓')
  return keys
    .replace('Mod', '⌘')
    .replace('Alt', '⌥')
    .replace('Shift', '⇧')
    .replace('ArrowUp', '↑')
    .replace('ArrowDown', '↓')
    .replaceAll('+', '')
}

/** Fields of a keyboard event that matter to a shortcut. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Whether a key event matches a shortcut. "?", "*", "[" and "]" match by their character, on every
 * keyboard layout. */
export function matchesKeys(keys: string, press: KeyPress, onMac = isMac): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const mod = onMac ? press.metaKey : press.ctrlKey
  const other = onMac ? press.ctrlKey : press.metaKey
  const pressed = press.key === ' ' ? 'space' : press.key.toLowerCase()
  if (pressed !== key.toLowerCase() || other) return false
  if (mod !== parts.includes('Mod') || press.altKey !== parts.includes('Alt')) return false
  return /^[?*[\]]$/.test(key) || press.shiftKey === parts.includes('Shift')
}
