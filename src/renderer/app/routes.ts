import { useSyncExternalStore } from 'react'

/** The screens of the studio, in the order of the rail. The part after # is what a reload and a bookmark keep. */
export const SCREENS = [
  { id: 'script', name: 'Script', hash: '#/' },
  { id: 'voices', name: 'Voices', hash: '#/voices' },
  { id: 'verify', name: 'Verify', hash: '#/verify' },
  { id: 'api', name: 'API', hash: '#/api' },
] as const

export type ScreenId = (typeof SCREENS)[number]['id']

/** The one screen that has places of its own, which its address names behind a further stroke. */
const VOICES_PREFIX = '#/voices/'

/** The screen that an address names by its part after #; the script where it names none of ours. */
export function screenOf(hash: string): ScreenId {
  if (hash.startsWith(VOICES_PREFIX)) return 'voices'
  return SCREENS.find((screen) => screen.hash === hash)?.id ?? 'script'
}

/** What an address names within its screen; nothing where it names the screen alone. */
export function subrouteOf(hash: string): string {
  return hash.startsWith(VOICES_PREFIX) ? hash.slice(VOICES_PREFIX.length) : ''
}

/** The address of a screen. */
export function hashOf(id: ScreenId): string {
  return SCREENS.find((screen) => screen.id === id)?.hash ?? '#/'
}

/** The screen that is open, now and whenever the address changes. */
export function useScreen(): ScreenId {
  return useSyncExternalStore(subscribeHash, () => screenOf(window.location.hash))
}

/** What the address names within the screen, now and whenever it changes. */
export function useSubroute(): string {
  return useSyncExternalStore(subscribeHash, () => subrouteOf(window.location.hash))
}

function subscribeHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
