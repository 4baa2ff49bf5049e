/** Where the parts of the screen are, as the address names them. */
export const LIBRARY_HREF = '#/voices'
export const RECORD_HREF = '#/voices/record'

/** What the last part of the address opens: the library, the recorder, or a voice of one’s own. */
export type VoicesRoute =
  | { readonly kind: 'library' | 'record' }
  | { readonly kind: 'voice'; id: string }

/** The part of the screen that is meant by what stands behind its address; the library where nothing is. */
export function parseVoicesRoute(name: string): VoicesRoute {
  if (name === 'record') return { kind: 'record' }
  return /^voice_[\da-f]{32}$/.test(name) ? { kind: 'voice', id: name } : { kind: 'library' }
}

/** The address of a voice of one’s own. */
export function voiceHref(voiceId: string): string {
  return `${LIBRARY_HREF}/${voiceId}`
}
