/** Hashes of the library and the recorder. */
export const LIBRARY_HREF = '#/voices'
export const RECORD_HREF = '#/voices/record'

/** Route within the Voices screen: the library, the recorder, or a custom voice. */
export type VoicesRoute =
  | { readonly kind: 'library' | 'record' }
  | { readonly kind: 'voice'; id: string }

/** Parses the subroute of the Voices screen; the library for an unknown one. */
export function parseVoicesRoute(name: string): VoicesRoute {
  if (name === 'record') return { kind: 'record' }
  return /^voice_[\da-f]{32}$/.test(name) ? { kind: 'voice', id: name } : { kind: 'library' }
}

/** Hash of a custom voice. */
export function voiceHref(voiceId: string): string {
  return `${LIBRARY_HREF}/${voiceId}`
}
