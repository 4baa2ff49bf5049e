import type { Settings } from '#app/settings/settings.ts'
import type { EmitEvent, Handlers } from '#shared/api.ts'
import { AppError } from '#shared/errors.ts'
import type { SettingsView } from '#shared/settings.ts'
import { isSettingId, settingOf } from '#shared/settings-list.ts'

type SettingsMethod = Extract<keyof Handlers, `settings.${string}`>

export interface SettingsHandlers {
  readonly handlers: Pick<Handlers, SettingsMethod>
  close(): void
}

/**
 * Answers what a window asks about settings, and tells it when one has changed. `isLocal`: whether it is a window of the
 * desktop, which may name programs and folders of this computer; a browser may be that of another one.
 */
export function settingsHandlers(
  settings: Settings,
  isLocal: boolean,
  emit: EmitEvent,
): SettingsHandlers {
  const view = (): SettingsView => ({ ...settings.view(), isLocal })
  return {
    close: settings.onChange(() => emit('settings.changed', view())),
    handlers: {
      'settings.list': async () => view(),
      async 'settings.change'({ changes }) {
        const id = Object.keys(changes).find((one) => isSettingId(one) && settingOf(one).isLocal)
        if (id !== undefined && !isLocal)
          throw new AppError(
            'settings/invalid',
            `${id} names a place on the computer where Griot runs, so a browser cannot change it. Use "griot settings set ${id} PATH" there.`,
          )
        await settings.change(changes)
        return view()
      },
    },
  }
}
