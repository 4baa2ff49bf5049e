import { t } from '#renderer/i18n/i18n.ts'
import { changeSettings, useSettings } from '#renderer/settings.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { showError } from '#renderer/ui/show-error.ts'
import { SHORTCUTS, type ShortcutId } from '#shared/shortcuts.ts'
import { keysOf, useShortcuts } from './shortcut-store.ts'

/** Keeps the keys of shortcuts in the settings, and follows what others change there. Returns the function that ends that. */
export function followShortcutSettings(): () => void {
  const stops = [useSettings.subscribe(takeFromSettings), useShortcuts.subscribe(storeChosen)]
  takeFromSettings()
  return () => {
    for (const stop of stops) stop()
  }
}

/** Keys that the settings give to shortcuts which have other keys by themselves; undefined until they are loaded. */
function keysInSettings(): ReadonlyMap<ShortcutId, string> | undefined {
  const { view } = useSettings.getState()
  if (view.status !== 'loaded') return undefined
  const values = new Map<string, string>(view.value.settings.map(({ id, value }) => [id, value]))
  return new Map(SHORTCUTS.map(({ id, keys }) => [id, values.get(`shortcuts.${id}`) ?? keys]))
}

function changedKeys(stored: ReadonlyMap<ShortcutId, string>): readonly ShortcutId[] {
  return SHORTCUTS.map(({ id }) => id).filter((id) => keysOf(id) !== stored.get(id))
}

function takeFromSettings(): void {
  const stored = keysInSettings()
  if (stored && changedKeys(stored).length > 0)
    useShortcuts.setState({
      chosen: Object.fromEntries(
        SHORTCUTS.filter(({ id, keys }) => stored.get(id) !== keys).map(({ id }) => [
          id,
          stored.get(id),
        ]),
      ),
    })
}

function storeChosen(): void {
  const stored = keysInSettings()
  const changed = stored ? changedKeys(stored) : []
  if (changed.length === 0) return
  const changes = Object.fromEntries(changed.map((id) => [`shortcuts.${id}`, keysOf(id)]))
  changeSettings(changes).catch((error) => {
    takeFromSettings()
    showError(t('studio:shortcuts.notStored'), errorMessage(error))
  })
}
