import { create } from 'zustand'

const KEY = 'griot.contrast'
const SYSTEM = '(prefers-contrast: more)'

interface ContrastState {
  /** What the person has chosen; undefined: as the system says. */
  readonly chosen: boolean | undefined
  readonly isSystemHigh: boolean
}

/** Whether the high-contrast theme is on. The choice is remembered on this device. */
export const useContrast = create<ContrastState>(() => ({
  chosen: storedChoice(),
  isSystemHigh: window.matchMedia(SYSTEM).matches,
}))

/** Whether colours have high contrast now: by choice, else as the system says. */
export function isHigh({ chosen, isSystemHigh }: ContrastState): boolean {
  return chosen ?? isSystemHigh
}

/** Switches the high-contrast theme on or off. */
export function chooseContrast(chosen: boolean): void {
  try {
    localStorage.setItem(KEY, chosen ? 'more' : 'normal')
  } catch {
    // Storage is disabled: the choice lasts as long as this page.
  }
  useContrast.setState({ chosen })
}

/** Follows the choice and the system: the root element has `data-contrast="more"` while contrast is high. */
export function followContrast(): void {
  const apply = (): void => {
    document.documentElement.dataset['contrast'] = isHigh(useContrast.getState()) ? 'more' : ''
  }
  window.matchMedia(SYSTEM).addEventListener('change', ({ matches }) => {
    useContrast.setState({ isSystemHigh: matches })
  })
  useContrast.subscribe(apply)
  apply()
}

function storedChoice(): boolean | undefined {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === null ? undefined : stored === 'more'
  } catch {
    return undefined
  }
}
