import { useSyncExternalStore } from 'react'

/** Screens of the studio, in the order of the navigation rail. A reload or a bookmark keeps the `hash`. */
export const SCREENS = [
  { id: 'script', hash: '#/' },
  { id: 'voices', hash: '#/voices' },
  { id: 'dictionary', hash: '#/dictionary' },
  { id: 'files', hash: '#/files' },
  { id: 'verify', hash: '#/verify' },
  { id: 'models', hash: '#/models' },
  { id: 'api', hash: '#/api' },
  { id: 'settings', hash: '#/settings' },
] as const

export type ScreenId = (typeof SCREENS)[number]['id']

/** Prefixes of the addresses of parts of a screen, for the screens that have any. */
const PREFIXES = [
  { id: 'voices', prefix: '#/voices/' },
  { id: 'files', prefix: '#/files/' },
  { id: 'models', prefix: '#/models/' },
] as const

/** Screen of a URL hash; the script screen for an unknown one. */
export function screenFromHash(hash: string): ScreenId {
  const part = PREFIXES.find(({ prefix }) => hash.startsWith(prefix))
  if (part) return part.id
  return SCREENS.find((screen) => screen.hash === hash)?.id ?? 'script'
}

/** Part of the hash after the screen; empty if there is none. */
export function subrouteFromHash(hash: string): string {
  const part = PREFIXES.find(({ prefix }) => hash.startsWith(prefix))
  return part ? hash.slice(part.prefix.length) : ''
}

/** Hash of a screen. */
export function screenHash(id: ScreenId): string {
  return SCREENS.find((screen) => screen.id === id)?.hash ?? '#/'
}

/** Current screen, updated when the hash changes. */
export function useScreen(): ScreenId {
  return useSyncExternalStore(subscribeHash, () => screenFromHash(window.location.hash))
}

/** Current subroute, updated when the hash changes. */
export function useSubroute(): string {
  return useSyncExternalStore(subscribeHash, () => subrouteFromHash(window.location.hash))
}

function subscribeHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
