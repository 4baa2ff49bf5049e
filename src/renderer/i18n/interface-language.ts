import { create } from 'zustand'
import { call } from '#renderer/client.ts'
import { stateOf, useSettings } from '#renderer/settings.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { showError } from '#renderer/ui/show-error.ts'
import { DESKTOP_TEXTS } from '#shared/desktop.ts'
import type { InterfaceLanguageCode } from '#shared/interface-languages.ts'
import { sharedText, t, takeTextsOf } from './i18n.ts'
import { languageFor } from './language-for.ts'

/** The last choice on this device, for the time until the settings are loaded. */
const KEY = 'griot.language'

/** The language in which the studio is shown now. A screen that is shown takes its texts anew when it changes. */
export const useInterfaceLanguage = create<{ readonly language: InterfaceLanguageCode }>(() => ({
  language: 'en',
}))

/** Shows the studio in the language of the settings, and in another one when they change. Resolves when the first is loaded. */
export async function followInterfaceLanguage(): Promise<void> {
  useSettings.subscribe((settings) => {
    const chosen = stateOf('language', settings)?.value
    if (chosen === undefined) return
    remember(chosen)
    show(languageFor(chosen, navigator.languages)).catch((error) =>
      showError(t('app:language.notLoaded'), errorMessage(error)),
    )
  })
  window.addEventListener('languagechange', () => {
    show(languageFor(lastChoice(), navigator.languages)).catch(() => undefined)
  })
  // Where its catalogue is missing, English is shown, and the settings say so again.
  await show(languageFor(lastChoice(), navigator.languages)).catch(() => undefined)
  tellDesktop()
}

async function show(language: InterfaceLanguageCode): Promise<void> {
  if (language === useInterfaceLanguage.getState().language) return
  await takeTextsOf(language)
  document.documentElement.lang = language
  useInterfaceLanguage.setState({ language })
  tellDesktop()
}

/** Tells the desktop what its menus, its tray and its dialogs are called now. */
function tellDesktop(): void {
  if (!window.griot) return
  const texts = Object.fromEntries(DESKTOP_TEXTS.map((text) => [text, sharedText(text)]))
  call('desktop.texts', { texts }).catch((error) => announce(errorMessage(error)))
}

function lastChoice(): string {
  try {
    return localStorage.getItem(KEY) ?? 'auto'
  } catch {
    return 'auto'
  }
}

function remember(chosen: string): void {
  try {
    localStorage.setItem(KEY, chosen)
  } catch {
    // Storage is disabled: the next page shows the language as soon as the settings are loaded.
  }
}
