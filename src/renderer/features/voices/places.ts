/** Where the parts of the screen are, as the address names them. */
export const LIBRARY = '#/voices'
export const RECORD = '#/voices/record'

/** What the last part of the address opens: the library, the recorder, or a voice of one’s own. */
export type Place = { readonly kind: 'library' | 'record' } | { readonly kind: 'voice'; id: string }

/** The part of the screen that is meant by what stands behind its address; the library where nothing is. */
export function placeNamed(name: string): Place {
  if (name === 'record') return { kind: 'record' }
  return /^voice_[\da-f]{32}$/.test(name) ? { kind: 'voice', id: name } : { kind: 'library' }
}

/** The address of a voice of one’s own. */
export function hrefOf(voiceId: string): string {
  return `${LIBRARY}/${voiceId}`
}
