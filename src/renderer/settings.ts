import { create } from 'zustand'
import type { SettingChanges, SettingState, SettingsView } from '#shared/settings.ts'
import { type SettingId, settingOf } from '#shared/settings-list.ts'
import { call } from './client.ts'
import { type Loadable, load } from './ui/loadable.ts'

/** The settings that the studio, the API and the command line share. */
export const useSettings = create<{ readonly view: Loadable<SettingsView> }>(() => ({
  view: { status: 'loading' },
}))

/** Loads the settings. Never rejects. */
export async function loadSettings(): Promise<void> {
  await load(
    () => call('settings.list', {}),
    (view) => useSettings.setState({ view }),
  )
}

/** Shows what somebody has changed. */
export function handleSettingsChanged(value: SettingsView): void {
  useSettings.setState({ view: { status: 'loaded', value } })
}

/** Stores changes, all or none; null gives a setting its default back. Rejects with a message for the user. */
export async function changeSettings(changes: SettingChanges): Promise<void> {
  handleSettingsChanged(await call('settings.change', { changes }))
}

/** A setting with where its value comes from; undefined until the settings are loaded. */
export function stateOf(
  id: SettingId,
  { view } = useSettings.getState(),
): SettingState | undefined {
  return view.status === 'loaded' ? view.value.settings.find((one) => one.id === id) : undefined
}

/** Value of a setting; its default until the settings are loaded. */
export function settingValue(id: SettingId): string {
  return stateOf(id)?.value ?? settingOf(id).standard
}
