import { create } from 'zustand'
import { t } from '#renderer/i18n/i18n.ts'
import { SHORTCUTS, type ShortcutId, type ShortcutInfo } from '#shared/shortcuts.ts'
import { formatKeys } from './key-bindings.ts'

/** Keys that a person has chosen, by shortcut; shortcut-settings.ts keeps them in the settings. */
interface ChosenKeys {
  readonly chosen: Readonly<Partial<Record<ShortcutId, string>>>
}

export const useShortcuts = create<ChosenKeys>(() => ({ chosen: {} }))

/** Keys of a shortcut: those that were chosen, or those it comes with; empty where a person has taken them away. */
export function keysOf(id: ShortcutId, { chosen }: ChosenKeys = useShortcuts.getState()): string {
  return chosen[id] ?? SHORTCUTS.find((shortcut) => shortcut.id === id)?.keys ?? ''
}

/** Shortcut that has these keys already, besides the one that shall get them. */
export function shortcutWith(keys: string, besides: ShortcutId): ShortcutInfo | undefined {
  return SHORTCUTS.find(({ id }) => id !== besides && keysOf(id) === keys)
}

/** Gives keys to a shortcut, and takes them from the one that had them. */
export function assignKeys(id: ShortcutId, keys: string): void {
  const loser = shortcutWith(keys, id)
  useShortcuts.setState(({ chosen }) => ({
    chosen: { ...chosen, ...(loser && { [loser.id]: '' }), [id]: keys },
  }))
}

/** Gives one shortcut its own keys back, which another one may have now, or all of them. */
export function resetKeys(id?: ShortcutId): void {
  const own = SHORTCUTS.find((shortcut) => shortcut.id === id)
  if (!own) useShortcuts.setState({ chosen: {} })
  else assignKeys(own.id, own.keys)
}

/** Tooltip of a control that has a shortcut: "Undo (Ctrl+Z)". */
export function useTip(id: ShortcutId, name: string): string {
  const keys = useShortcuts((state) => keysOf(id, state))
  return keys === '' ? name : t('studio:withKeys', { name, keys: formatKeys(keys) })
}
