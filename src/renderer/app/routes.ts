import { useSyncExternalStore } from 'react'

/** The screens of the studio, in the order of the rail. The part after # is what a reload and a bookmark keep. */
export const SCREENS = [
  { id: 'script', name: 'Script', hash: '#/' },
  { id: 'verify', name: 'Verify', hash: '#/verify' },
  { id: 'api', name: 'API', hash: '#/api' },
] as const

export type ScreenId = (typeof SCREENS)[number]['id']

/** The screen that an address names by its part after #; the script where it names none of ours. */
export function screenOf(hash: string): ScreenId {
  return SCREENS.find((screen) => screen.hash === hash)?.id ?? 'script'
}

/** The address of a screen. */
export function hashOf(id: ScreenId): string {
  return SCREENS.find((screen) => screen.id === id)?.hash ?? '#/'
}

/** The screen that is open, now and whenever the address changes. */
export function useScreen(): ScreenId {
  return useSyncExternalStore(watchHash, () => screenOf(window.location.hash))
}

function watchHash(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}
