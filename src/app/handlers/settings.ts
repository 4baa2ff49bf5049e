import type { Settings } from '#app/settings/settings.ts'
import type { EmitEvent, Handlers } from '#shared/api.ts'

type SettingsMethod = Extract<keyof Handlers, `settings.${string}`>

export interface SettingsHandlers {
  readonly handlers: Pick<Handlers, SettingsMethod>
  close(): void
}

/** Answers what a window asks about settings, and tells it when one has changed. */
export function settingsHandlers(settings: Settings, emit: EmitEvent): SettingsHandlers {
  return {
    close: settings.onChange(() => emit('settings.changed', settings.view())),
    handlers: {
      'settings.list': async () => settings.view(),
      async 'settings.change'({ changes }) {
        await settings.change(changes)
        return settings.view()
      },
    },
  }
}
