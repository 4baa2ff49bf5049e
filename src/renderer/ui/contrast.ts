import { create } from 'zustand'
import { t } from '#renderer/i18n/i18n.ts'
import { changeSettings, stateOf, useSettings } from '#renderer/settings.ts'
import { errorMessage } from './error-message.ts'
import { showError } from './show-error.ts'

/** The last choice on this device, for the time until the settings are loaded. */
const KEY = 'griot.contrast'
const SYSTEM = '(prefers-contrast: more)'

interface ContrastState {
  /** Value of the setting. */
  readonly chosen: string
  readonly isSystemHigh: boolean
}

/** Whether the high-contrast theme is on. */
export const useContrast = create<ContrastState>(() => ({
  chosen: lastChoice(),
  isSystemHigh: window.matchMedia(SYSTEM).matches,
}))

/** Whether colours have high contrast now: by the setting, else as the system says. */
export function isHigh({ chosen, isSystemHigh }: ContrastState): boolean {
  return chosen === 'more' || (chosen === 'auto' && isSystemHigh)
}

/** Switches the high-contrast theme on or off. */
export function chooseContrast(isOn: boolean): void {
  const contrast = isOn ? 'more' : 'normal'
  useContrast.setState({ chosen: contrast })
  changeSettings({ contrast }).catch((error) =>
    showError(t('ui:contrastNotStored'), errorMessage(error)),
  )
}

/** Follows the setting and the system: the root element has `data-contrast="more"` while contrast is high. */
export function followContrast(): void {
  const apply = (): void => {
    document.documentElement.dataset['contrast'] = isHigh(useContrast.getState()) ? 'more' : ''
  }
  window.matchMedia(SYSTEM).addEventListener('change', ({ matches }) => {
    useContrast.setState({ isSystemHigh: matches })
  })
  useSettings.subscribe((settings) => {
    const chosen = stateOf('contrast', settings)?.value
    if (chosen === undefined) return
    useContrast.setState({ chosen })
    remember(chosen)
  })
  useContrast.subscribe(apply)
  apply()
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
    // Storage is disabled: the next page shows the setting as soon as it is loaded.
  }
}
