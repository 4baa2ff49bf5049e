import { sharedText } from '#renderer/i18n/i18n.ts'
import type { ShortcutInfo } from '#shared/shortcuts.ts'

/** A shortcut, or keys that are fixed and have no id. */
export type NamedKeys = Pick<ShortcutInfo, 'keys' | 'name'> & Partial<Pick<ShortcutInfo, 'id'>>

/** Name of a shortcut, as it is shown. */
export function shortcutName(info: NamedKeys): string {
  return sharedText(info.name)
}
